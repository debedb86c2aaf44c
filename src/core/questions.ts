import { CHOICE_MAX, CHOICES_MAX, QUESTION_MAX } from "./limits";
import { type Fields, listOf, requiredText } from "./toolArguments";

/** What an agent asks, parsed: trimmed, within bounds, choices without duplicates. */
export interface Question {
	readonly text: string;
	readonly choices: readonly string[];
}

/** @throws InteractionError `invalid_input` that names the field and the limit. */
export function parseQuestion(fields: Fields): Question {
	return {
		text: requiredText(fields["question"], "question", QUESTION_MAX),
		choices: fields["choices"] === undefined ? [] : parseChoices(fields["choices"]),
	};
}

function parseChoices(raw: unknown): readonly string[] {
	const choices = listOf(raw, "choices", 0, CHOICES_MAX);
	return [...new Set(choices.map((choice, at) => requiredText(choice, `choices[${at}]`, CHOICE_MAX)))];
}
