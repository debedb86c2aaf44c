import type { WaitingData } from "../src/protocol/snapshot";
import type { PanelContext } from "./context";
import { QuestionCard } from "./questionCard";
import type { WaitingCard, WaitingItem } from "./waitingItem";

type CardOf = new (context: PanelContext, item: WaitingItem) => WaitingCard;

/** Each kind of item has its card: a missing one does not compile. */
const CARDS: Readonly<Record<WaitingData["kind"], CardOf>> = { question: QuestionCard };

export function waitingCard(context: PanelContext, item: WaitingItem): WaitingCard {
	return new CARDS[item.data.kind](context, item);
}
