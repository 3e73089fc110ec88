// Assertions. A broken invariant is a bug, never an expected outcome, so it stops the work at once.

/** Throws if `condition` is false; `message` names the broken invariant. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
