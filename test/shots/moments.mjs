/** Tab until the element has the focus, since only keys draw its ring. */
async function tabTo(page, selector) {
	for (let stop = 0; stop < 40; stop++) {
		await page.keyboard.press("Tab");
		if (await page.locator(selector).first().evaluate(isFocused)) return;
	}
	throw new Error(`Tab does not lead to ${selector}`);
}

function isFocused(element) {
	return element === document.activeElement || element.contains(document.activeElement);
}

/** States in which the person does something, and the narrow panel at 200 %. */
export const MOMENTS = [
	{ name: "focus-choice", state: "question-short", act: (page) => tabTo(page, ".choice input") },
	{ name: "focus-field", state: "question-short", act: (page) => tabTo(page, "textarea") },
	{ name: "focus-answer", state: "question-short", act: (page) => tabTo(page, "button[type=submit]:visible") },
	{ name: "focus-dismiss", state: "question-short", act: (page) => tabTo(page, "vscode-button:visible") },
	{ name: "focus-fold", state: "many", act: (page) => tabTo(page, ".card .fold") },
	{ name: "focus-deny", state: "approval-command", act: (page) => tabTo(page, ".btn.even") },
	{ name: "focus-whole-text", state: "approval-command", act: (page) => tabTo(page, ".pre") },
	{ name: "focus-check", state: "question-expired", act: (page) => tabTo(page, "vscode-checkbox") },
	{ name: "focus-search", state: "history", act: (page) => tabTo(page, "vscode-text-field") },
	{ name: "focus-filter", state: "history", act: (page) => tabTo(page, "vscode-dropdown") },
	{ name: "focus-entry", state: "history", act: (page) => tabTo(page, ".entry .what") },
	{
		name: "chosen",
		state: "question-short",
		act: (page) => page.locator(".choice").nth(1).click(),
	},
	{ name: "hover-choice", state: "question-short", act: (page) => page.locator(".choice").nth(1).hover() },
	{ name: "hover-entry", state: "history", act: (page) => page.locator(".entry").nth(1).hover() },
	{
		name: "filter-open",
		state: "history",
		act: (page) => page.locator("vscode-dropdown").first().click(),
	},
	{
		name: "refused",
		state: "question-short",
		act: async (page) => {
			await page.waitForTimeout(550); // a new card takes nothing in its first moments
			await page.locator("button[type=submit]").evaluate((answer) => answer.click());
		},
	},
	{ name: "with-motion", state: "plan-running", motion: "no-preference" },
	...[
		"question-long",
		"question-near",
		"many",
		"approval-diff",
		"approval-rule",
		"plan-failed",
		"history",
		"empty",
	].map((state) => ({ name: `${state}-200-percent`, state, width: 200, zoom: 2 })),
];
