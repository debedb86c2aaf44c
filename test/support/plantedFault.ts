import { expect } from "vitest";
import type { Row } from "../../src/doctor/report";
import type { DoctorMachine } from "./doctorMachine";

/** Something that does not work, and what the Doctor is to say of it. */
export interface PlantedFault {
	readonly name: string;
	readonly plant: (machine: DoctorMachine) => unknown;
	readonly row: string;
	readonly says: RegExp;
	readonly remedy: RegExp;
	readonly repair?: string;
	/** Other rows that rightly do not work then. */
	readonly also?: readonly string[];
	readonly status?: Row["status"];
}

/** Plants it and expects its row to name it and what to do, and no other row but those named to be anything but well. */
export async function expectNamed(machine: DoctorMachine, fault: PlantedFault): Promise<void> {
	const { plant, row, says, remedy, repair, also = [], status = "failed" } = fault;
	await plant(machine);
	const rows = await machine.rows();
	const faulty = rows.filter((each) => each.status === "failed" || each.status === "warning");
	const found = rows.find(({ id }) => id === row);
	expect([found, found?.repair?.kind]).toEqual([
		expect.objectContaining({
			status,
			detail: expect.stringMatching(says) as string,
			remedy: expect.stringMatching(remedy) as string,
		}),
		repair,
	]);
	expect(faulty.map(({ id }) => id).sort()).toEqual([row, ...also].sort());
	expect(faulty.filter((each) => each.remedy === undefined)).toEqual([]);
}
