/** Long enough for an eye to follow. */
const MOVE_MS = 450;

/** A mouse pointer that a film shows: screenshots have none. */
export class Pointer {
	#page;

	constructor(page) {
		this.#page = page;
	}

	static async in(page) {
		await page.evaluate((moveMs) => {
			const namespace = "http://www.w3.org/2000/svg";
			const pointer = document.createElementNS(namespace, "svg");
			pointer.id = "film-pointer";
			pointer.setAttribute("width", "20");
			pointer.setAttribute("height", "24");
			const shape = document.createElementNS(namespace, "path");
			shape.setAttribute("d", "M1 1v17l4.5-4 3 7 3-1.3-3-6.7H15z");
			shape.setAttribute("fill", "#fff");
			shape.setAttribute("stroke", "#000");
			pointer.append(shape);
			Object.assign(pointer.style, {
				position: "fixed",
				zIndex: "99999",
				pointerEvents: "none",
				transition: `left ${moveMs}ms ease-in-out, top ${moveMs}ms ease-in-out`,
			});
			document.body.append(pointer);
		}, MOVE_MS);
		const pointer = new Pointer(page);
		await pointer.rest();
		return pointer;
	}

	/** Moves to where it hides nothing. */
	rest() {
		return this.#move({ x: 760, y: 330 });
	}

	/** Moves to the middle of that element, in whatever frame it is, and presses it. */
	async press(locator) {
		await locator.scrollIntoViewIfNeeded();
		const box = await locator.boundingBox();
		const place = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
		await this.#move(place);
		await this.#page.mouse.click(place.x, place.y);
	}

	async #move(place) {
		await this.#page.evaluate(({ x, y }) => {
			const { style } = document.getElementById("film-pointer");
			style.left = `${x}px`;
			style.top = `${y}px`;
		}, place);
		await this.#page.mouse.move(place.x, place.y);
		await this.#page.waitForTimeout(MOVE_MS + 250);
	}
}
