// What the model does in the tests, as model/script.mjs says.
const ask = (question, ...choices) => ({ call: { tool: "clarify", args: { question, choices } } });
const plan = (title, ...statuses) => ({
	call: {
		tool: "update_plan",
		args: {
			title,
			plan: statuses.map((status, at) => ({ id: `s${at}`, step: `Step ${at + 1} of ${title}`, status })),
		},
	},
});
const told = { say: 'The user chose "{{result.response}}", reason "{{result.reason}}".' };

export const scripts = {
	hello: [{ say: "Hello." }],
	colour: [ask("Which colour?", "red", "blue"), told],
	name: [ask("Which name?"), told],
	plan: [
		plan("the move", "completed", "in_progress", "pending"),
		ask("Shall I go on?", "yes", "no"),
		plan("the move", "completed", "completed", "completed"),
		{ say: "All three steps are done." },
	],
	delegate: [
		{
			call: {
				tool: "Agent",
				args: { description: "A colour", prompt: "script:colour", subagent_type: "general-purpose" },
			},
		},
		{ say: "The sub-agent is back." },
	],
	twice: [
		plan("the trip", "completed", "in_progress", "pending"),
		ask("The first question?", "alpha"),
		plan("the trip", "completed", "completed", "completed"),
		ask("The next question?", "beta"),
		told,
	],
};
