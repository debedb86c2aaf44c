/** Placeholder shape, filled by the core's owner: everything of one session that outlives a reload, as plain JSON. */
export interface StoredSession {
	readonly v: 1;
	readonly id: string;
}
