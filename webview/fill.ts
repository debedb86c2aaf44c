/** Puts values into the places of a text: `{n} s ago` → `12 s ago`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
	return text.replace(/\{(\w+)\}/g, (place, name: string) =>
		Object.hasOwn(values, name) ? String(values[name]) : place,
	);
}
