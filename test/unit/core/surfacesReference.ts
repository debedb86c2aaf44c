import type { Watched } from "../../support/deskFixture";
import type { ManualCancel } from "../../support/manualCancel";
import type { Key, Kind } from "./surfacesSteps";

/** One call as simply as it can be told. */
export interface Reference {
	readonly of: Key;
	readonly kind: Kind;
	readonly callKey: string;
	readonly id: string;
	calls: Watched<unknown>[];
	signals: ManualCancel[];
	deadline: number;
	readonly lastMoment: number;
	wasHeld: boolean;
	/** How it has to end, once it has. */
	end: string | undefined;
}
