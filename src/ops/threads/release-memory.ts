// Frees shared memory that this thread no longer uses. V8 does not count shared memory as part of the heap, so a thread
// that allocates little would hold the memory of many replaced editions until its next full collection.
import { performance } from 'node:perf_hooks';

const POLL_MS = 1000;
/**
 * The thread counts as idle if it was busy for less than this share of the last second: a collection then delays few
 * calls.
 */
const IDLE_UTILIZATION = 0.2;
/** Number of checks after which a collection is forced. A busy thread usually collects on its own before. */
const POLLS_MAX = 64;

interface Releasing {
  readonly timer: NodeJS.Timeout;
  /** The objects that may still be in use. */
  held: WeakRef<object>[];
  polls: number;
  hasCollected: boolean;
}

let releasing: Releasing | null = null;

/**
 * Collects garbage when the thread is idle, or after a minute in any case, if the object still exists. Needs the flag
 * --expose-gc of a server (bin/server-flags.js), and does nothing without it.
 */
export function releaseSoon(unused: object): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  releasing ??= { timer: startPolling(() => gc()), held: [], polls: 0, hasCollected: false };
  releasing.held.push(new WeakRef(unused));
  releasing.polls = 0;
  releasing.hasCollected = false;
}

function startPolling(collect: () => void): NodeJS.Timeout {
  let before = performance.eventLoopUtilization();
  const poll = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (releasing === null) return;
    releasing.polls += 1;
    const { polls, hasCollected, timer } = releasing;
    releasing.held = releasing.held.filter((each) => each.deref() !== undefined);
    const isHeld = releasing.held.length > 0;
    // Work that began with an object may hold it for long, so each wait is twice as long as the one before.
    const isDue = polls === POLLS_MAX ? isHeld : utilization < IDLE_UTILIZATION && isPowerOfTwo(polls);
    if (polls > POLLS_MAX || (hasCollected && !isHeld)) {
      clearInterval(timer);
      releasing = null;
    } else if (isDue) {
      // In a later job: an object that a WeakRef was read for stays alive until the end of the current job.
      setImmediate(collect);
      releasing.hasCollected = true;
    }
  };
  return setInterval(poll, POLL_MS).unref();
}

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0;
