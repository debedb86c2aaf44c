import { expect, it } from "vitest";
import { agentOf, SAMPLE_AGENT } from "../../../src/core/agents";
import { introOf } from "../../support/deskFixture";
import { SurfacesFixture } from "./surfacesFixture";

it("the walkthrough is told of each agent that comes, and of none that is Parley itself", () => {
	const fixture = new SurfacesFixture();
	fixture.desk.openSession(introOf({ key: fixture.newKey(), agent: agentOf(SAMPLE_AGENT) }));
	const before = [...fixture.reached];
	const session = fixture.desk.openSession(introOf({ key: fixture.newKey() }));
	fixture.desk.endSession(session);
	fixture.desk.openSession(introOf({ key: fixture.newKey() }));
	expect([before, fixture.reached]).toEqual([[], ["agentStarted", "agentStarted"]]);
});
