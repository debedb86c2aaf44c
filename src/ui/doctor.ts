import type { Repair, Report, Row } from "../doctor/report";
import { type DoctorAct, doctorRows, repairText } from "./doctorList";
import type { L10n } from "./l10n";
import type { List, NewList } from "./list";
import type { Notify } from "./notify";
import { notificationPart } from "./text/notificationText";

export interface DoctorDeps {
	readonly l10n: L10n;
	readonly notify: Notify;
	readonly newList: NewList;
	examine(): Promise<Report>;
	/** The report for people who cannot look at this window, without what is private. */
	document(report: Report): string;
	copy(text: string): Promise<void>;
	/** Shows it as a document that only reads. */
	open(text: string): Promise<void>;
	/** Does what the person has pressed for. */
	repair(repair: Repair): Promise<void>;
	failed(error: unknown): void;
}

const FAULT_MAX = 600;

/** Examines everything and shows it: what does not work, what to do, and a button where Parley can do it. */
export class Doctor {
	readonly #deps: DoctorDeps;

	constructor(deps: DoctorDeps) {
		this.#deps = deps;
	}

	async run(): Promise<void> {
		const { l10n, newList } = this.#deps;
		let isOpen = true;
		const examined = this.#deps.examine();
		const list: List<DoctorAct | undefined> = newList<DoctorAct | undefined>({
			typed: () => undefined,
			pressed: () => undefined,
			accepted: (act) => {
				if (act === undefined) return;
				list.dispose();
				examined.then((report) => this.#act(act, report)).catch((error: unknown) => this.#deps.failed(error));
			},
			hidden: () => {
				isOpen = false;
				list.dispose();
			},
		});
		const stillOpen = (): boolean => isOpen;
		list.title = l10n.t("Parley Doctor");
		list.placeholder = l10n.t("Choose a row to read all of it and to repair what can be repaired");
		list.draw([{ kind: "row", icon: "loading~spin", label: l10n.t("Examining…"), act: undefined }]);
		list.show();
		try {
			const report = await examined;
			if (stillOpen()) list.draw(doctorRows(l10n, report), 1);
		} catch (error) {
			list.dispose();
			this.#deps.failed(error);
			await this.#tellFailure(l10n.t("The Doctor could not run: {0}", reasonOf(error)));
		}
	}

	async #tellFailure(message: string): Promise<void> {
		await this.#deps.notify("error", message, []);
	}

	async #act(act: DoctorAct, report: Report): Promise<void> {
		const { l10n, notify } = this.#deps;
		switch (act.kind) {
			case "copy":
				await this.#deps.copy(this.#deps.document(report));
				void notify("information", l10n.t("Report copied. It holds no question, no answer and no secret."), []);
				return;
			case "open":
				await this.#deps.open(this.#deps.document(report));
				return;
			case "again":
				await this.run();
				return;
			case "row":
				await this.#tell(act.section, act.row, report);
		}
	}

	/** A list cuts long texts, so the row is told whole before anything is done. */
	async #tell(section: string, row: Row, report: Report): Promise<void> {
		const { l10n, notify } = this.#deps;
		const { status, title, detail, remedy } = row;
		const text = `${section}, ${title}: ${detail}${remedy === undefined ? "" : ` ${remedy}`}`;
		const buttons = [
			...(row.repair === undefined ? [] : [{ label: repairText(l10n, row.repair), repair: row.repair }]),
			{ label: l10n.t("Open report"), repair: undefined },
		];
		const severity = status === "failed" ? "error" : status === "warning" ? "warning" : "information";
		const pressed = await notify(severity, notificationPart(text, FAULT_MAX), buttons);
		if (pressed === undefined) return;
		if (pressed.repair === undefined) {
			await this.#deps.open(this.#deps.document(report));
			return;
		}
		try {
			await this.#deps.repair(pressed.repair);
		} catch (error) {
			await this.#tellFailure(l10n.t("That did not work: {0}", reasonOf(error)));
			return;
		}
		// The others lead the person elsewhere.
		if (pressed.repair.kind === "restart" || pressed.repair.kind === "reinstallBridge") await this.run();
	}
}

function reasonOf(error: unknown): string {
	return notificationPart(error instanceof Error ? error.message : String(error));
}
