/** The place that shows whole items: the side panel. Other surfaces send the person there. */
export interface Cards {
	/** By the person's act: opens the place and goes to the card of that item, or just opens it. */
	show(itemId?: string): void;
	/** VS Code tells of a view whether it is visible, but not whether a side bar is open in which it could be shown. */
	readonly isVisible: boolean;
}
