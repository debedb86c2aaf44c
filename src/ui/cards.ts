/** The place that shows whole items: the side panel. Other surfaces send the person there. */
export interface Cards {
	/** By the person's act: opens the place and goes to the card of that item, or just opens it. */
	show(itemId?: string): void;
	/** Makes the place visible without focus, only if its side bar is open already. False: it is not visible. */
	revealQuietly(): boolean;
}
