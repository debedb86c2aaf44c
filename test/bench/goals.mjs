// Goals are written as they are read: "≤ 48" of the figure itself, "× ≤ 1.15" of its ratio to the yardstick,
// "≤ yardstick + 20", several parted by commas; what follows a number is its unit.

/** "yes" or "no", and "–" for a row without a goal. */
export function isReached({ parley, yardstick, ratio, goal }) {
	const parts = (goal ?? "").split(", ").map((part) => /^(× )?([≤≥<]) (yardstick \+ )?([\d.]+)/.exec(part));
	if (parts.includes(null)) return "–";
	return parts.every(([, ofRatio, sign, above, number]) => {
		const limit = Number(number) + (above === undefined ? 0 : yardstick);
		const figure = ofRatio === undefined ? parley : ratio;
		return sign === "≥" ? figure >= limit : sign === "≤" ? figure <= limit : figure < limit;
	})
		? "yes"
		: "no";
}
