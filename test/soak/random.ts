/** Whole numbers from 0 on that are the same for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		// The constants of Numerical Recipes; its high bits are the good ones.
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
