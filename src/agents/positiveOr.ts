/** A limit that somebody has set, if it is one: programs refuse, or ignore, what is no positive number. */
export function positiveOr(value: unknown, otherwise: number): number {
	const number = Number(typeof value === "number" || typeof value === "bigint" ? value : NaN);
	return number > 0 ? number : otherwise;
}
