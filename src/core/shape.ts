/** Gives what `raw` holds if it has the right shape, else throws {@link Mismatch}. Unknown extra fields are left out. */
export type Parser<T> = (raw: unknown) => T;

class Mismatch extends Error {
	override readonly name = "Mismatch";
}

/** What `raw` holds, or undefined if it has another shape. */
export function parsed<T>(parser: Parser<T>, raw: unknown): T | undefined {
	try {
		return parser(raw);
	} catch (error) {
		if (error instanceof Mismatch) return undefined;
		throw error;
	}
}

export const text: Parser<string> = (raw) => (typeof raw === "string" ? raw : mismatch());
export const flag: Parser<boolean> = (raw) => (typeof raw === "boolean" ? raw : mismatch());
export const number: Parser<number> = (raw) => (typeof raw === "number" && Number.isFinite(raw) ? raw : mismatch());

/** Ids become file names, so that nothing but a UUID is one. */
export const uuid: Parser<string> = (raw) =>
	typeof raw === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(raw) ? raw : mismatch();

export function oneOf<const T extends string | number>(values: readonly T[]): Parser<T> {
	return (raw) => values.find((value) => value === raw) ?? mismatch();
}

/** JSON has no undefined: it is a field that is not there. */
export function optional<T>(parser: Parser<T>): Parser<T | undefined> {
	return (raw) => (raw === undefined ? undefined : parser(raw));
}

export function list<T>(parser: Parser<T>): Parser<readonly T[]> {
	return (raw) => (Array.isArray(raw) ? raw.map((item) => parser(item)) : mismatch());
}

/** Of a list the items that have the right shape: one that a newer version has made costs nobody the others. */
export function knownOnes<T extends object>(parser: Parser<T>): Parser<readonly T[]> {
	const read = list<T | undefined>((item) => parsed(parser, item));
	return (raw) => read(raw).filter((item) => item !== undefined);
}

/** The fallback for what is not there or has another shape: for what only a person sees, beside what is needed. */
export function orElse<T extends object>(parser: Parser<T>, fallback: T): Parser<T> {
	return (raw) => parsed(parser, raw) ?? fallback;
}

export function shape<T extends object>(fields: { readonly [Field in keyof T]-?: Parser<T[Field]> }): Parser<T> {
	const parsers = Object.entries<Parser<unknown>>(fields);
	return (raw) => {
		if (typeof raw !== "object" || raw === null) return mismatch();
		const fieldsOfRaw = raw as Readonly<Record<string, unknown>>;
		const read: Record<string, unknown> = {};
		for (const [name, parser] of parsers) {
			read[name] = parser(Object.hasOwn(raw, name) ? fieldsOfRaw[name] : undefined);
		}
		return read as T;
	};
}

function mismatch(): never {
	throw new Mismatch("another shape");
}
