import { join } from "node:path";
import { AgentRecord } from "../support/agentRecord.mjs";
import { until } from "../support/until.mjs";
import { ParleyWindow } from "../ui/parleyWindow.mjs";

/** Does what a person would do with the demo agent's question, and takes pictures on the way. */
export async function playPerson(page, server, scene) {
	const record = new AgentRecord(scene.record);
	const picture = async (name) => {
		await atRest(page);
		await page.screenshot({ path: join(scene.pictures, `${name}.png`) });
	};
	const window = await ParleyWindow.visit(page, server, { folder: scene.folder });
	await window.parleyReady();
	await record.first("asking", { ms: 60_000 });
	await window.waits(1);
	await window.notification("Which database").waitFor();
	await picture("1-asked");
	await window.openAnswers("Which database");
	await picture("2-choices");
	await window.choose("Open in panel");
	await window.webview().locator(".question").first().waitFor();
	await picture("3-panel-question");
	await window.command("Parley: Answer the Oldest Question");
	await window.answers.waitFor();
	await window.choose("Postgres in Docker");
	const { response, reason } = await record.answer();
	await window.waits(0);
	await window.command("Parley: Focus Panel");
	await window.webview().locator(".plan").first().waitFor();
	await picture("4-plan-running");
	await record.first("requesting");
	const request = window.webview().locator("article.approval");
	await request.waitFor();
	await picture("5-request");
	const decided = () => record.all("result").find(({ tool }) => tool === "request_approval");
	await until("the request is allowed", async () => {
		// A card that has just come takes no press yet.
		if (!decided())
			await request
				.getByRole("button", { name: "Allow once", exact: true })
				.click({ timeout: 1_000 })
				.catch(() => {});
		return decided() !== undefined;
	});
	await record.first("bye");
	await window.webview().getByText("All done").first().waitFor();
	await request.waitFor({ state: "detached" });
	await window.webview().locator(".plan button.fold[aria-expanded=false]").first().click();
	await window.webview().locator(".plan .step").first().waitFor();
	await picture("6-plan-done");
	const { decision } = decided().structuredContent;
	console.log(`The agent got "${response}" (${reason}) and ${decision}. Pictures are in ${scene.pictures}.`);
}

/** Waits for what slides or fades in. Spinners never end, so they do not count. */
async function atRest(page) {
	await page.evaluate(() =>
		Promise.allSettled(
			document
				.getAnimations()
				.filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
				.map(({ finished }) => finished),
		),
	);
}
