// Required into a program before it starts: what it would wait 60 s for comes after half a second. Shorter times stay.
const real = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...args) => real(run, ms >= 60_000 ? 500 : ms, ...args);
