import { expect, it } from "vitest";
import { tellFailure } from "../../../src/ui/tellFailure";
import { english } from "./english";
import { FakeNotifications } from "./fakeNotifications";

it.each([
	["Start again", ["parley.restart"]],
	["Run Doctor", ["parley.doctor"]],
])("a failure to start says why, as plain text, and offers two ways on: %s", async (button, ran) => {
	const notifications = new FakeNotifications();
	const commands: string[] = [];
	const told = tellFailure(english, notifications.notify, "listen EACCES 127.0.0.1 [x](command:y)", (command) => {
		commands.push(command);
		return Promise.resolve();
	});
	expect(notifications.last).toMatchObject({
		severity: "error",
		message: "Parley is not running in this window: listen EACCES 127.0.0.1 [x] (command:y)",
		buttons: ["Start again", "Run Doctor"],
	});
	await notifications.last.press(button);
	await told;
	expect(commands).toEqual(ran);
});

it("a failure that is only closed runs nothing", async () => {
	const notifications = new FakeNotifications();
	const told = tellFailure(english, notifications.notify, "no port is free", () => {
		throw new Error("nothing is to be run");
	});
	await notifications.last.close();
	await expect(told).resolves.toBeUndefined();
});
