import { homedir } from "node:os";
import { env } from "vscode";
import type { DisposableStore } from "./core/lifetime";
import type { Log } from "./core/ports";
import { reportDocument } from "./doctor/document";
import { editorText } from "./editor/windowFacts";
import { Examining, type ExaminingDeps } from "./examining";
import { Doctor } from "./ui/doctor";
import { doRepair, type RepairDeps } from "./ui/doctorRepairs";
import { DoctorReport } from "./ui/doctorReport";
import type { Notify } from "./ui/notify";
import { QuickPickList } from "./ui/quickPick";

export interface ComposeDoctorDeps extends ExaminingDeps, RepairDeps {
	readonly log: Log;
	readonly notify: Notify;
}

/** The part of the object graph that examines the rest of it. */
export function composeDoctor(
	deps: ComposeDoctorDeps,
	owned: DisposableStore,
): { readonly doctor: Doctor; readonly examining: Examining } {
	const { l10n, log, notify, version } = deps;
	const examining = new Examining(deps);
	const document = owned.add(new DoctorReport());
	const doctor = new Doctor({
		l10n,
		notify,
		newList: (listener) => new QuickPickList(listener),
		examine: () => examining.examine(),
		document: (report) => {
			const head = { version, place: editorText(), at: new Date(deps.now()).toISOString() };
			return reportDocument(l10n, report, head, homedir());
		},
		copy: async (text) => {
			await env.clipboard.writeText(text);
		},
		open: (text) => document.show(l10n.t("Parley Doctor"), text),
		repair: (repair) => doRepair(deps, repair),
		failed: (error) => log.error("the Doctor could not go on", error),
	});
	return { doctor, examining };
}
