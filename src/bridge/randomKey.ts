import { randomBytes } from "node:crypto";

/** 128 random bits as hex digits: the key of a session or a call. */
export function randomKey(): string {
	return randomBytes(16).toString("hex");
}
