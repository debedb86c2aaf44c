import { createHash } from "node:crypto";

/** SHA-256 of a tool's input in hex, the same whatever the order of its keys. */
export function inputHash(input: unknown): string {
	return createHash("sha256").update(canonical(input)).digest("hex");
}

function canonical(input: unknown): string {
	const text = JSON.stringify(input, (_, value: unknown) =>
		typeof value === "object" && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	) as string | undefined;
	return text ?? "";
}
