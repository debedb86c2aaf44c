/** Writes a moment as a time of day, `10:31`; short in every language. */
export function clockOf(language: string): (at: number) => string {
	const format = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
	return (at) => format.format(at);
}
