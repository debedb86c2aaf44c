/** What an agent can want to do. */
export const ACT_KINDS = ["command", "edit", "network", "other"] as const;
export type ActKind = (typeof ACT_KINDS)[number];
