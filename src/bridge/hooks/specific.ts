import type { PermissionWords } from "./dialect";

/** Claude Code's form of an output, which others have taken over. */
export function specific(hookEventName: string, output: object): string {
	return JSON.stringify({ hookSpecificOutput: { hookEventName, ...output } });
}

/** Refuses a tool before it runs. */
export function refusal(permissionDecisionReason: string): string {
	return specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason });
}

/** What answers a `PermissionRequest` in that form. */
export const permissionWords: PermissionWords = {
	allow: specific("PermissionRequest", { decision: { behavior: "allow" } }),
	deny: (message) => specific("PermissionRequest", { decision: { behavior: "deny", message } }),
};
