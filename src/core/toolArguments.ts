import { InteractionError } from "./errors";
import { CONTEXT_ID_MAX, codePoints } from "./limits";

/** The arguments of a tool call, or one object inside them: named fields of unknown type. */
export type Fields = Readonly<Record<string, unknown>>;

/** @throws InteractionError `invalid_input` for everything that is no object. */
export function fieldsOf(raw: unknown, name = "arguments"): Fields {
	if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
		throw new InteractionError("invalid_input", `${name}: must be an object`);
	}
	// Only own fields: a name such as `constructor` must not find what every object inherits.
	return Object.assign(Object.create(null) as Record<string, unknown>, raw);
}

/**
 * A text of 1 to `max` code points, counted before trimming, that is not blank; trimmed.
 * @throws InteractionError `invalid_input` that names the field and the limit.
 */
export function requiredText(raw: unknown, field: string, max: number): string {
	if (typeof raw !== "string" || raw.trim() === "" || codePoints(raw) > max) {
		throw new InteractionError("invalid_input", `${field}: must be a text of 1 to ${max} characters that is not blank`);
	}
	return raw.trim();
}

/**
 * A text of at most `max` code points, counted before trimming; trimmed. Undefined: left out.
 * @throws InteractionError `invalid_input` that names the field and the limit.
 */
export function optionalText(raw: unknown, field: string, max: number): string | undefined {
	if (raw === undefined) return undefined;
	if (typeof raw !== "string" || codePoints(raw) > max) {
		throw new InteractionError("invalid_input", `${field}: must be a text of at most ${max} characters`);
	}
	return raw.trim();
}

/**
 * A list of `min` to `max` items.
 * @throws InteractionError `invalid_input` that names the field and the limit.
 */
export function listOf(raw: unknown, field: string, min: number, max: number): readonly unknown[] {
	if (!Array.isArray(raw) || raw.length < min || raw.length > max) {
		const count = min === 0 ? `at most ${max}` : `${min} to ${max}`;
		throw new InteractionError("invalid_input", `${field}: must be a list of ${count} items`);
	}
	return raw;
}

/**
 * The context id as the agent gave it: it is compared, never trimmed. Undefined: left out.
 * @throws InteractionError `invalid_input` for a blank or too long one.
 */
export function contextIdOf(fields: Fields): string | undefined {
	const raw = fields["context_id"];
	if (raw === undefined) return undefined;
	requiredText(raw, "context_id", CONTEXT_ID_MAX);
	return raw as string;
}
