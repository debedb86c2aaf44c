// `npm run film`: plays the demo in the real workbench and makes the pictures of the README from it, in media/readme/.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStage } from "../ui/stage.mjs";
import { Pointer } from "./pointer.mjs";
import { Recorder } from "./recorder.mjs";

const SIZE = { width: 1100, height: 700 };
const SETTINGS = {
	"workbench.colorTheme": "Default Dark Modern",
	"editor.cursorBlinking": "solid",
	"editor.minimap.enabled": false,
	"window.commandCenter": false,
	"chat.commandCenter.enabled": false,
	"breadcrumbs.enabled": false,
};
const FILE = `-- Orders that hold a product
SELECT id, placed_at
FROM orders
WHERE lines @> '[{"product": "tea"}]'::jsonb;

-- What each order is worth
SELECT id, sum((line->>'price')::numeric)
FROM orders, jsonb_array_elements(lines) AS line
GROUP BY id;
`;

const pictures = fileURLToPath(new URL("../../media/readme/", import.meta.url));
const stage = await openStage({ settings: SETTINGS });
try {
	const folder = stage.folder("web-shop");
	writeFileSync(join(folder, "orders.sql"), FILE);
	const window = await stage.window({ folder });
	const { page } = window;
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.setViewportSize(SIZE);
	await setUp(window);
	const pointer = await Pointer.in(page);
	const recorder = new Recorder(page);
	await play(window, pointer);
	const artist = await page.context().newPage();
	const film = await recorder.finish(artist);
	writeFileSync(join(pictures, "film.png"), film);
	console.log(`film.png: ${(film.length / 1024).toFixed(0)} KiB, ${(recorder.lengthMs / 1_000).toFixed(1)} s`);
} finally {
	await stage.close();
}

async function setUp(window) {
	await window.openFile("orders.sql");
	await window.command("Parley: Focus Panel");
	await window.webview().locator("#panel").waitFor();
	await window.newTerminal();
	await window.typeInTerminal("clear");
	await window.terminalText.filter({ hasNotText: "clear" }).waitFor();
}

/** What the person does. */
async function play(window, pointer) {
	const panel = window.webview();
	const question = panel.locator("article.question");
	const request = panel.locator("article.approval");
	const plan = panel.locator(".plan").first();
	const look = () => window.page.waitForTimeout(1_500);
	const picture = (name, part) => part.screenshot({ path: join(pictures, `${name}.png`) });

	await window.page.keyboard.type("demo tour", { delay: 60 });
	await window.page.keyboard.press("Enter");
	await question.waitFor({ timeout: 60_000 });
	await window.notification("Which database").waitFor();
	await look();
	await picture("notification", window.notification("Which database"));
	await picture("question", question);
	await pointer.press(question.locator(".choice").first());
	await pointer.press(question.getByRole("button", { name: "Answer", exact: true }));
	await pointer.rest();
	await picture("plan", plan);
	await request.waitFor();
	await look();
	await picture("request", request);
	await pointer.press(request.getByRole("button", { name: "Allow once", exact: true }));
	await pointer.rest();
	await panel.getByText("All done").first().waitFor();
	await request.waitFor({ state: "detached" });
	await look();
}
