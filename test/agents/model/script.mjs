// What the model says. A conversation names its script by the word "script:<name>" in a prompt; the newest such prompt
// counts, and each tool result after it leads to the next step. So any number of agents can talk to one model at once.
//
// A step is {call: {tool, args}} or {say}; `tool` is the end of a tool's name. In any text {{result}} is the newest tool
// result, {{result.response}} a field of the JSON in it, and in arguments {{context}} is the newest id that came with a
// prompt, {{context:1}} the one before. A tool that is not offered yet is looked for, as a model would.

import { callThroughDoor, isSearch, searchFor } from "./looking.mjs";

/** The reply to a request in neutral form; `afterMs` is how long the model thinks first. */
export function replyTo(scripts, { tools, items }) {
	// A request without tools asks for a title or the like.
	if (tools.length === 0) return { text: "ok" };
	const start = items.findLastIndex(({ kind, text }) => kind === "user" && SCRIPT.test(text));
	const name = SCRIPT.exec(items[start]?.text ?? "")?.[1];
	const steps = scripts[name];
	if (steps === undefined) return { text: `no script "${name}"` };
	const all = items.slice(start + 1).filter(({ kind }) => kind === "result");
	const results = all.filter(({ name }) => !isSearch(name));
	const step = steps[results.length];
	const newest = results.at(-1)?.text ?? "";
	if (step === undefined) return { text: "Done." };
	if (step.say !== undefined) return { text: filled(step.say, newest) };
	const searches = all.filter(({ name }) => isSearch(name));
	const call = callOf({ ...step.call, args: withContexts(step.call.args, items) }, tools, searches);
	if (call !== undefined) return { call };
	const search = searchFor(tools, step.call.tool, searches.length);
	// Longer each time: a machine that has much to do may start the server slowly.
	if (search !== undefined && searches.length < SEARCHES_MAX)
		return { afterMs: LOOK_AGAIN_MS * (searches.length + 1), call: search };
	return { text: `no tool "${step.call.tool}" among ${tools.map(({ name }) => name).join(", ")}` };
}

function callOf({ tool: end, args }, tools, searches) {
	// A search loads what it finds: such a tool can be called although it is still marked as deferred.
	const tool = tools.find((each) => (!each.isDeferred || searches.length > 0) && each.name.endsWith(end));
	return tool === undefined ? callThroughDoor(tools, searches.at(-1)?.text ?? "", end, args) : { tool, args };
}

/** The ids that came with prompts stand in the place of their names. */
function withContexts(args, items) {
	const ids = items.flatMap(({ text }) => [...text.matchAll(CONTEXT)].map(([, id]) => id)).reverse();
	const text = JSON.stringify(args).replaceAll(/\{\{context(?::(\d))?\}\}/g, (_, before = 0) => ids[before] ?? "none");
	return JSON.parse(text);
}

const CONTEXT = /`context_id`: "([^"]+)"/g;
const SEARCHES_MAX = 8;
const LOOK_AGAIN_MS = 500;
const SCRIPT = /\bscript:([a-z0-9-]+)/;

function filled(text, result) {
	return text.replaceAll(/\{\{result(?:\.(\w+))?\}\}/g, (_, field) =>
		field === undefined ? result : String(jsonIn(result)?.[field] ?? ""),
	);
}

/** Agents put words of their own around the JSON of a result. */
function jsonIn(text) {
	try {
		return JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? "null");
	} catch {
		return undefined;
	}
}
