const DAY_MS = 86_400_000;

/**
 * Milliseconds since the epoch as ISO 8601 in UTC, `2026-01-31T23:59:59.999Z`, for the years 1970 to 9999. Computed,
 * because the core may not ask anything that also knows the present time.
 */
export function isoTime(ms: number): string {
	const whole = Math.max(0, Math.floor(ms));
	const { year, month, day } = dateOf(Math.floor(whole / DAY_MS));
	const inDay = whole % DAY_MS;
	const time = [inDay / 3_600_000, (inDay / 60_000) % 60, (inDay / 1_000) % 60]
		.map((part) => digits(part, 2))
		.join(":");
	return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${time}.${digits(inDay % 1_000, 3)}Z`;
}

/** The Gregorian date of a day since the epoch, counted from 1 March so that leap days come last in a year. */
function dateOf(day: number): { year: number; month: number; day: number } {
	const fromMarch0 = day + 719_468;
	const era = Math.floor(fromMarch0 / 146_097);
	const dayOfEra = fromMarch0 - era * 146_097;
	const yearOfEra = Math.floor(
		(dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
	);
	const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
	const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
	const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
	return {
		year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
		month,
		day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
	};
}

function digits(value: number, length: number): string {
	return String(Math.floor(value)).padStart(length, "0");
}
