// A broken invariant is a bug, never an expected outcome: it stops the work at once.

/** Throws where `condition` is false; `message` says which invariant broke. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
