import { ApprovalCard } from "./approvalCard";
import type { PanelContext } from "./context";
import { QuestionCard } from "./questionCard";
import type { WaitingCard, WaitingItem } from "./waitingItem";

export function waitingCard(context: PanelContext, item: WaitingItem): WaitingCard {
	switch (item.kind) {
		case "question":
			return new QuestionCard(context, item);
		case "approval":
			return new ApprovalCard(context, item);
	}
}
