/** Characters that nobody sees, among them those that turn a line around or carry a hidden text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** One line of what a person sees: each run of characters that are not seen is `by`. */
export function seenOnly(text: string, by: string): string {
	return text.replace(INVISIBLE, by);
}
