// The latest calls of this member in this browser, with their results. It stores bodies, never keys.
import { signal } from '@preact/signals';
import { me } from '../session.ts';

export interface PastCall {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Operation in the endpoint table. */
  readonly operation: string;
  /** JSON text; empty for a call without a body. */
  readonly body: string;
  readonly status: number;
  readonly ms: number;
}

const CALLS_MAX = 20;
const BODY_LENGTH_MAX = 20_000;

function storeName(): string {
  return `cardfile.calls.${me.value?.id ?? ''}`;
}

function isPastCall(value: unknown): value is PastCall {
  const { at, operation, body, status, ms } = (value ?? {}) as Partial<PastCall>;
  return (
    typeof at === 'number' &&
    typeof operation === 'string' &&
    typeof body === 'string' &&
    typeof status === 'number' &&
    typeof ms === 'number'
  );
}

/** Empty if the browser blocks storage. */
function readCalls(): readonly PastCall[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeName()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPastCall).slice(0, CALLS_MAX) : [];
  } catch {
    return [];
  }
}

function writeCalls(calls: readonly PastCall[]): void {
  pastCalls.value = calls;
  try {
    localStorage.setItem(storeName(), JSON.stringify(calls));
  } catch {
    // The calls stay visible until the page is closed.
  }
}

/** Newest first. */
export const pastCalls = signal<readonly PastCall[]>([]);

/** Loads the calls of the signed-in member. */
export function loadPastCalls(): void {
  pastCalls.value = readCalls();
}

export function rememberCall(call: PastCall): void {
  const kept = call.body.length > BODY_LENGTH_MAX ? { ...call, body: '' } : call;
  // Reads the stored calls, because the signal is empty until the history is shown.
  writeCalls([kept, ...readCalls()].slice(0, CALLS_MAX));
}

export function clearCalls(): void {
  writeCalls([]);
}
