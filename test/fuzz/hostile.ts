import fc from "fast-check";

/** Names that mean something to JavaScript, and texts that mean something to terminals, Markdown, JSON and HTTP. */
const SNAGS = [
	"",
	" ",
	"\0",
	"__proto__",
	"constructor",
	"prototype",
	"toString",
	"hasOwnProperty",
	"length",
	"then",
	"\uFEFF",
	"\ud800",
	"\u202e",
	"\u200b",
	"\u2028",
	"\r\n",
	"\n\n",
	"\x1b[2J\x1b]0;x\x07",
	"](command:x)",
	"$(trash)",
	"<img src=x onerror=alert(1)>",
	"${PARLEY_WINDOW}",
	"%00",
	"../../etc/passwd",
	"x".repeat(5_000),
	"[".repeat(2_000),
	"a\u0301".repeat(600),
];

export const text = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
	{ weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
	{ weight: 2, arbitrary: fc.constantFrom(...SNAGS) },
);

/** Any value that JSON can give, own keys of any name among it. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
	any: fc.oneof(
		{ depthSize: "small", withCrossShrink: true },
		text,
		fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1e308, -1, 2 ** 53)),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie("any"), { maxLength: 6 }),
		fc.array(fc.tuple(text, tie("any")), { maxLength: 6 }).map(own),
	),
})).any;

/** An object as `JSON.parse` makes it: `__proto__` is a key like any other. */
function own(pairs: readonly (readonly [string, unknown])[]): object {
	const made = {};
	for (const [key, value] of pairs) {
		Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
	}
	return made;
}

/**
 * A document that is nearly right: one good one in which something is left out, put in another's place, or added, at any
 * depth.
 */
export function nearly(good: unknown): fc.Arbitrary<unknown> {
	return fc
		.array(fc.tuple(fc.nat(1_000), fc.constantFrom("drop", "swap", "add"), json, text), { maxLength: 3 })
		.map((changes) => {
			let made: unknown = structuredClone(good);
			for (const [at, how, value, key] of changes) made = changed(made, at, how, value, key);
			return made;
		});
}

function changed(whole: unknown, at: number, how: string, value: unknown, key: string): unknown {
	const places: [object, string][] = [];
	const visit = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		for (const [name, child] of Object.entries(node)) {
			places.push([node, name]);
			visit(child);
		}
	};
	visit(whole);
	const place = places[at % Math.max(1, places.length)];
	if (place === undefined) return value;
	const [node, name] = place;
	if (how === "drop" && !Array.isArray(node)) Reflect.deleteProperty(node, name);
	else if (how === "drop") (node as unknown[]).splice(Number(name), 1);
	else if (how === "add" && Array.isArray(node)) node.push(value);
	else
		Object.defineProperty(node, how === "swap" ? name : key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	return whole;
}

/** A text in which a few places are cut out, doubled, or replaced. */
export function bent(good: fc.Arbitrary<string>): fc.Arbitrary<string> {
	const edit = fc.tuple(
		fc.nat(),
		fc.nat(20),
		fc.oneof(
			text,
			fc.constantFrom("", "\t", "'", '"', "#", "{", "}", "[", "]", ":", ",", "=", "\\", "&", "*", "|", ">", "-"),
		),
	);
	return fc.tuple(good, fc.array(edit, { maxLength: 4 })).map(([whole, edits]) =>
		edits.reduce((present, [at, length, by]) => {
			const start = at % (present.length + 1);
			return present.slice(0, start) + by + present.slice(start + length);
		}, whole),
	);
}

/** Bytes in pieces of any size. */
export function inPieces(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer[]> {
	return fc
		.tuple(bytes, fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 20 }))
		.map(([all, sizes]) => {
			const pieces: Buffer[] = [];
			for (let at = 0, turn = 0; at < all.length; turn++) {
				const size = sizes[turn % sizes.length] ?? 1;
				pieces.push(all.subarray(at, at + size));
				at += size;
			}
			return pieces;
		});
}
