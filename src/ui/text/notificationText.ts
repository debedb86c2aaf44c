import { cut } from "./cut";
import { oneLine } from "./oneLine";
import { visible } from "./visible";

/** A foreign text takes at most this many code points of a notification. */
const NOTIFICATION_TEXT_MAX = 160;

/**
 * What may stand in a notification: one line, hidden characters visible, and no `](`, because VS Code renders
 * `[x](command:…)` in a notification as a link that runs the command.
 */
export function notificationText(text: string): string {
	return visible(oneLine(text)).replaceAll("](", "] (");
}

/** A text of an agent, terminal or file for a notification, cut to `max` code points. */
export function notificationPart(text: string, max = NOTIFICATION_TEXT_MAX): string {
	return cut(notificationText(text), max);
}
