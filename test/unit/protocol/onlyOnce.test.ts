import { expect, test } from "vitest";
import type { Danger } from "../../../src/core/dangers";
import { onlyOnceText } from "../../../src/protocol/onlyOnce";
import { PANEL_TEXTS } from "../../../src/protocol/texts";

test("why it can only be allowed once is one text of whole sentences, in Chinese without blanks between", () => {
	const said = (dangers: readonly Danger[], isRefuted: boolean, texts: typeof PANEL_TEXTS = PANEL_TEXTS) =>
		onlyOnceText((key) => texts[key], dangers, isRefuted);
	expect([said([], false), said(["publish", "computedCommand"], true)]).toEqual([
		undefined,
		"Publishes a package for others. Its text does not tell what it really runs. " +
			"Parley could not verify who asks. This can only be allowed once.",
	]);
	const chinese = { ...PANEL_TEXTS, dangerPublish: "会发布。", onlyOnce: "只能允许一次。" } as unknown;
	expect(said(["publish"], false, chinese as typeof PANEL_TEXTS)).toBe("会发布。只能允许一次。");
});
