import { createHmac } from "node:crypto";
import { helloText } from "../wire/protocol";

/** Whose proof it is. */
export interface HelloIdentity {
	readonly port: number;
	readonly instance: string;
	readonly token: string;
}

/**
 * The broker's proof that it knows the token, for a caller that does not show its own yet.
 * Undefined unless `query` is exactly `?nonce=` and 64 lower-case hex digits.
 */
export function helloProof({ port, instance, token }: HelloIdentity, query: string): { proof: string } | undefined {
	const nonce = /^\?nonce=([0-9a-f]{64})$/.exec(query)?.[1];
	if (nonce === undefined) return undefined;
	return {
		proof: createHmac("sha256", token)
			.update(helloText(port, instance, nonce))
			.digest("hex"),
	};
}
