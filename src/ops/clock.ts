// The clock as a value that is passed in: code that depends on the time takes a clock, so tests can set it.
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}

/** Smaller differences are ignored. */
const TOLERANCE_MS = 2000;
/** If reading the other clock took longer, the reading is too inaccurate to use. */
const ANSWER_MS_MAX = 1000;
/** Two measurements that differ by less than this count as equal. */
const JITTER_MS = 500;

const MEMORY = 'cardfile clock';

/**
 * Milliseconds by which the clock of this machine is behind the clock it follows; shared by all threads of the process.
 */
const behind = new Float64Array(sharedMemory());

/** The memory that holds the difference; new threads inherit it. */
function sharedMemory(): SharedArrayBuffer {
  const known = getEnvironmentData(MEMORY);
  if (known instanceof SharedArrayBuffer) return known;
  const memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  setEnvironmentData(MEMORY, memory);
  return memory;
}

export const systemClock: Clock = { now: () => Date.now() + clockBehindMs() };

/** The correction applied to the clock of this machine; 0 unless it is wrong. */
export function clockBehindMs(): number {
  return behind[0] ?? 0;
}

/**
 * Compares another clock, read between two readings of `Date.now`, with this one; `systemClock` follows the other clock
 * if they differ.
 */
export function followClock(shownMs: number, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  if (toMs < fromMs || toMs - fromMs > ANSWER_MS_MAX) return;
  const behindMs = Math.round(shownMs - (fromMs + toMs) / 2);
  if (Math.abs(behindMs) <= TOLERANCE_MS) behind[0] = 0;
  else if (Math.abs(behindMs - clockBehindMs()) > JITTER_MS) behind[0] = behindMs;
}

/** The time in milliseconds by the monotonic clock that all threads and processes of the machine share. */
export function monotonicNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
