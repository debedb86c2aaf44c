import { beforeEach, describe, expect, it } from "vitest";
import type { Session } from "../../../src/core/sessions";
import { DeskFixture, REQUEST, settled } from "../../support/deskFixture";

const S = 1_000;

let fixture: DeskFixture;
let session: Session;

beforeEach(() => {
	fixture = new DeskFixture();
	session = fixture.open();
});

const requested = (key = "k", of = session) => fixture.requested(of, REQUEST, fixture.call(key));
const restored = () => fixture.desk.approvals.open[0]!;
const again = (key = "k", of = fixture.desk.sessions.all[0]!) => fixture.request(of, REQUEST, fixture.call(key));

describe("a call that is sent again", () => {
	it("joins its open request, whatever its arguments, and both calls get the decision", async () => {
		const first = fixture.request(session, REQUEST, fixture.call("k"));
		const second = fixture.request(session, { action: "" }, fixture.call("k"));
		const [approval, more] = fixture.desk.approvals.open;
		fixture.desk.approvals.allowOnce(approval!.id);
		const wanted = { approval_id: approval!.id, decision: "allow_once", reason: "user" };
		expect([more, await first.promise, await second.promise]).toEqual([undefined, wanted, wanted]);
	});

	it("takes its request over: the first signal cancels nothing any more", async () => {
		const first = fixture.call("k");
		const watched = fixture.request(session, REQUEST, first);
		const second = fixture.call("k");
		fixture.request(session, REQUEST, second);
		first.signal.cancel();
		expect(fixture.desk.approvals.open).toHaveLength(1);
		second.signal.cancel();
		expect((await watched.promise).reason).toBe("cancelled");
	});

	it("finds its own request among several", async () => {
		const [, second] = [requested("one"), requested("two"), requested("three")];
		const watched = again("two");
		fixture.desk.approvals.deny(second.id, "no");
		expect([await watched.promise, fixture.desk.approvals.open.length]).toEqual([
			{ approval_id: second.id, decision: "deny", reason: "user", message: "no" },
			2,
		]);
	});

	it("gets the outcome for ten minutes after it was decided, over a reload and a crash, never a new prompt", async () => {
		const { id } = requested();
		fixture.desk.approvals.allowOnce(id);
		const wanted = { approval_id: id, decision: "allow_once", reason: "user" };
		fixture.clock.advance(300 * S);
		fixture.reload();
		const watched = [again()];
		fixture.crash();
		watched.push(again("k", fixture.open()));
		await settled();
		expect([...watched.map(({ value }) => value), fixture.desk.approvals.open]).toEqual([wanted, wanted, []]);
		fixture.clock.advance(300 * S);
		again("k", fixture.open());
		expect(fixture.desk.approvals.open).toHaveLength(1);
	});

	it("gets the outcome from another session of the same process, and of no other process", async () => {
		const { id } = requested();
		fixture.desk.approvals.allowOnce(id);
		fixture.desk.endSession(session);
		const back = again("k", fixture.open());
		again("k", fixture.open({ key: "other" }));
		expect((await back.promise).approval_id).toBe(id);
		expect(fixture.desk.approvals.open).toHaveLength(1);
	});

	it("gets its outcome though more than 20 have been decided since", async () => {
		const { id } = requested("first");
		fixture.desk.approvals.allowOnce(id);
		for (let at = 0; at < 63; at++) fixture.desk.approvals.deny(requested(`k${at}`).id);
		expect((await again("first").promise).approval_id).toBe(id);
		fixture.desk.approvals.deny(requested("one more").id);
		expect(again("first").value).toBeUndefined();
	});
});

describe("after a reload", () => {
	it("a request is there, reconnecting, and cannot be decided", () => {
		const { id } = requested();
		const before = restored();
		fixture.reload();
		const { approvals, inbox } = fixture.desk;
		const acts = [
			approvals.allowOnce(id),
			approvals.deny(id),
			approvals.allowAlways(id, { kind: "exact", action: REQUEST.action, detail: REQUEST.detail }),
			approvals.extend(id),
			approvals.decideInTerminal(id),
		];
		const away = fixture.desk.sessions.all[0]!;
		expect([restored(), acts, approvals.extensionMs(id), approvals.proposal(id), inbox.nextDeadline]).toEqual([
			{ ...before, session: away, state: "reconnecting" },
			[false, false, false, false, false],
			0,
			undefined,
			undefined,
		]);
	});

	it("it waits again, with the time that was left, once its call is sent again", async () => {
		const { id } = requested();
		fixture.clock.advance(100 * S);
		fixture.reload();
		fixture.clock.advance(50 * S);
		fixture.desk.listening();
		fixture.open({ inFlight: ["k"] });
		fixture.clock.advance(10 * S);
		const watched = again();
		expect([restored().state, restored().deadline - fixture.clock.now()]).toEqual(["waiting", 200 * S]);
		fixture.desk.approvals.allowOnce(id);
		expect([await watched.promise, fixture.clock.armed]).toEqual([
			{ approval_id: id, decision: "allow_once", reason: "user" },
			0,
		]);
	});

	it("its time ends as it would have", async () => {
		requested();
		fixture.clock.advance(100 * S);
		fixture.reload();
		fixture.open({ inFlight: ["k"] });
		const watched = again();
		fixture.clock.advance(200 * S);
		expect((await watched.promise).reason).toBe("timeout");
	});

	it("what the agent no longer has in flight is denied at once, the rest waits", async () => {
		const gone = requested("gone");
		const kept = requested("kept");
		fixture.reload();
		fixture.open({ inFlight: ["kept"] });
		expect(fixture.desk.approvals.open.map(({ id }) => id)).toEqual([kept.id]);
		expect(fixture.desk.approvals.outcomeOf(gone.id)).toEqual({ decision: "deny", reason: "cancelled" });
		expect(await again("gone").promise).toMatchObject({ approval_id: gone.id, decision: "deny" });
	});

	it("what is not sent again within 20 s is denied", () => {
		const { id } = requested();
		fixture.reload();
		fixture.desk.listening();
		fixture.open({ inFlight: ["k"] });
		fixture.clock.advance(20 * S - 1);
		expect(fixture.desk.approvals.open).toHaveLength(1);
		fixture.clock.advance(1);
		expect([fixture.desk.approvals.outcomeOf(id), fixture.clock.armed]).toEqual([
			{ decision: "deny", reason: "cancelled" },
			0,
		]);
	});

	it("what belongs to an agent that does not come back is denied", () => {
		const { id } = requested();
		fixture.reload();
		fixture.desk.listening();
		fixture.clock.advance(20 * S);
		expect([fixture.desk.approvals.outcomeOf(id), fixture.desk.sessions.all[0]?.state]).toEqual([
			{ decision: "deny", reason: "cancelled" },
			"ended",
		]);
	});

	it("what was shown before is not told as new", () => {
		requested();
		fixture.reload();
		let asked = 0;
		fixture.desk.approvals.onDidAsk(() => asked++);
		fixture.open({ inFlight: ["k"] });
		again();
		expect(asked).toBe(0);
	});
});

describe("while the window closes", () => {
	it("nothing is decided, nothing armed, and the call left to its bridge", async () => {
		const call = fixture.call();
		const watched = fixture.request(session, REQUEST, call);
		const { desk } = fixture;
		const { id } = restored();
		desk.dispose();
		const stored = [...fixture.sessionStore.documents];
		const acts = [desk.approvals.allowOnce(id), desk.approvals.deny(id), desk.approvals.extend(id)];
		desk.permissionOver(session, "Bash", "");
		const later = [fixture.request(session), fixture.prompt(session)];
		call.signal.cancel();
		fixture.clock.advance(600 * S);
		await settled();
		expect([acts, watched.value, ...later.map(({ value, error }) => value ?? error)]).toEqual([
			[false, false, false],
			undefined,
			undefined,
			undefined,
		]);
		expect([fixture.clock.armed, call.signal.listeners, [...fixture.sessionStore.documents]]).toEqual([0, 0, stored]);
	});
});

describe("a new connection of the same process", () => {
	it("lets what it keeps in flight wait for its call, with its time standing still", () => {
		const { id } = requested();
		fixture.desk.listening();
		fixture.clock.advance(100 * S);
		fixture.open({ inFlight: ["k"] });
		fixture.clock.advance(5 * S);
		expect([restored().state, fixture.desk.approvals.allowOnce(id)]).toEqual(["reconnecting", false]);
		again();
		expect(restored().deadline - fixture.clock.now()).toBe(200 * S);
	});
});
