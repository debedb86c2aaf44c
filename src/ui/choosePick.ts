import type { OpenQuestion } from "../core/clarifications";
import type { Clock } from "../core/clock";
import { AcceptGuard } from "./acceptGuard";
import { askerOf } from "./asker";
import type { L10n } from "./l10n";
import type { NewList } from "./list";
import { cut } from "./text/cut";
import { firstLine } from "./text/oneLine";

const LINE_MAX = 80;

interface ChoosePickDeps {
	readonly l10n: L10n;
	readonly clock: Clock;
	readonly newList: NewList;
}

/** Which of several questions is meant. Its first row only leads to the inbox, so that Enter alone does nothing. */
export function chooseQuestion(
	{ l10n, clock, newList }: ChoosePickDeps,
	title: string,
	questions: readonly OpenQuestion[],
	chosen: (question: OpenQuestion | "inbox") => void,
): void {
	const guard = new AcceptGuard(clock);
	const list = newList<OpenQuestion["id"]>({
		typed: () => guard.restart(),
		accepted: (id) => {
			if (!guard.accepts) return;
			list.dispose();
			chosen(questions.find((question) => question.id === id) ?? "inbox");
		},
		pressed: () => undefined,
		hidden: () => list.dispose(),
	});
	list.title = title;
	list.placeholder = l10n.t("Choose a question");
	list.draw([
		{ kind: "row", icon: "list-unordered", label: l10n.t("Show the inbox"), alwaysShow: true, act: "" },
		...questions.map((question) => {
			const { agent, place } = askerOf(l10n, question.session);
			return {
				kind: "row",
				icon: "question",
				label: cut(`${agent}: ${firstLine(question.question.text)}`, LINE_MAX),
				description: place,
				act: question.id,
			} as const;
		}),
	]);
	list.show();
}
