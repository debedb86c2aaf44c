/** What a sub-agent is told that calls one of Parley's own tools. */
export const NOT_FOR_SUB_AGENTS =
	"Parley's tools belong to the main agent: a sub-agent cannot ask the user or change the plan. Finish what can be " +
	"done without it, and return the question or the plan to the agent that started you, so that it can ask the user.";
