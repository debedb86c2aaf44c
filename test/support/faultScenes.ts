import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { counted } from "./counted";
import { buildWindow, FaultScene } from "./faultScene";

/** Gives each test of the file a scene of its own, with the folder of the bundles in it, and counts what has survived. */
export function eachFaultScene(use: (scene: FaultScene, dist: string) => void): void {
	let dist: string;
	let scene: FaultScene;
	beforeAll(async () => {
		dist = await buildWindow();
	});
	afterAll(() => rmSync(dist, { recursive: true, force: true }));
	beforeEach(() => {
		scene = new FaultScene(dist);
		use(scene, dist);
	});
	afterEach(({ task }) => counted(task, "faults", { survived: 1 }));
	afterEach(() => scene.dispose());
}
