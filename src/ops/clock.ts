// The clock as a value that is passed in: code that depends on the time takes one, so tests can set it.
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}

/** A smaller difference is left alone. */
const TOLERANCE_MS = 2000;
/** A slower answer says too little about the other clock. */
const ANSWER_MS_MAX = 1000;
/** Differences of one measurement from the next that mean nothing. */
const JITTER_MS = 500;

const MEMORY = 'cardfile clock';

/** Milliseconds by which the clock of this machine is behind the followed one, for all threads of the process. */
const behind = new Float64Array(sharedMemory());

/** Threads inherit it. */
function sharedMemory(): SharedArrayBuffer {
  const known = getEnvironmentData(MEMORY);
  if (known instanceof SharedArrayBuffer) return known;
  const memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  setEnvironmentData(MEMORY, memory);
  return memory;
}

export const systemClock: Clock = { now: () => Date.now() + clockBehindMs() };

/** 0 unless the clock of this machine is wrong. */
export function clockBehindMs(): number {
  return behind[0] ?? 0;
}

/** Notes what another clock showed between two readings of `Date.now`; `systemClock` follows it if they differ. */
export function followClock(shownMs: number, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
  if (toMs < fromMs || toMs - fromMs > ANSWER_MS_MAX) return;
  const behindMs = Math.round(shownMs - (fromMs + toMs) / 2);
  if (Math.abs(behindMs) <= TOLERANCE_MS) behind[0] = 0;
  else if (Math.abs(behindMs - clockBehindMs()) > JITTER_MS) behind[0] = behindMs;
}

/** A reading of the monotonic clock that all threads and processes of the machine share, in milliseconds. */
export function monotonicNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
