import type { Notify } from "../../../src/ui/notify";

interface Shown {
	readonly severity: string;
	readonly message: string;
	readonly buttons: readonly string[];
	press(label: string): Promise<void>;
	close(): Promise<void>;
}

/** Stands in for the notifications of VS Code. */
export class FakeNotifications {
	readonly shown: Shown[] = [];

	readonly notify: Notify = (severity, message, buttons) =>
		new Promise((resolve) => {
			const end = async (button: (typeof buttons)[number] | undefined): Promise<void> => {
				resolve(button);
				for (let turn = 0; turn < 5; turn++) await Promise.resolve();
			};
			this.shown.push({
				severity,
				message,
				buttons: buttons.map(({ label }) => label),
				press: (label) => {
					const button = buttons.find((each) => each.label === label);
					if (button === undefined) throw new Error(`no button ${label}`);
					return end(button);
				},
				close: () => end(undefined),
			});
		});

	get messages(): readonly string[] {
		return this.shown.map(({ message }) => message);
	}

	get last(): Shown {
		const last = this.shown.at(-1);
		if (last === undefined) throw new Error("nothing was shown");
		return last;
	}
}
