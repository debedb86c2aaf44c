/** How much `y` grows for each unit of `x`, by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
	const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
	const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
	const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
	return spread === 0 ? 0 : points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
