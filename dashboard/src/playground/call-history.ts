// The last calls of this member in this browser, with their results. Bodies only; keys are never stored.
import { signal } from '@preact/signals';
import { me } from '../session.ts';

export interface PastCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of the endpoint table. */
  readonly operation: string;
  /** JSON text; empty where the call has no body. */
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

/** A browser that keeps nothing has no last calls. */
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
    // They stay on show until the page is left.
  }
}

/** The newest first. */
export const pastCalls = signal<readonly PastCall[]>([]);

/** Reads those of who is signed in. */
export function loadPastCalls(): void {
  pastCalls.value = readCalls();
}

export function rememberCall(call: PastCall): void {
  const kept = call.body.length > BODY_LENGTH_MAX ? { ...call, body: '' } : call;
  // Those that are stored: the list of this page is empty until it is shown.
  writeCalls([kept, ...readCalls()].slice(0, CALLS_MAX));
}

export function clearCalls(): void {
  writeCalls([]);
}
