/** Compares major, minor and patch of "1.2.3"; a pre-release counts as its release. */
export function isOlder(version: string, than: string): boolean {
	const [a, b] = [numbers(version), numbers(than)];
	const at = a.findIndex((number, index) => number !== b[index]);
	return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

function numbers(version: string): readonly number[] {
	const parts = version.split(/[.+-]/);
	return [0, 1, 2].map((index) => Number(parts[index]) || 0);
}
