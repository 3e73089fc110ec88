// The wire form of requests and replies between threads. Charges are nearly all of the traffic. They are flat lists,
// because cloning one object each would cost both threads more than the rest of the message.
import { errorOfWire, type WireError, wireErrorOf } from '../../ops/threads/wire-error.ts';
import type { LedgerCall, LedgerOutcome, LedgerReply, LedgerRequest } from '../ledger/ledger-request.ts';

/** Six values per charge; requests of other kinds as they are. */
export type WireRequests =
  | { readonly charges: readonly (string | number)[] }
  | { readonly requests: readonly LedgerRequest[] };

/**
 * If all charges were decided: the credits left after each charge, null for unlimited, -1 for a call that was not
 * charged.
 */
export type WireReply =
  | { readonly left: readonly (number | null)[]; readonly commit: LedgerReply['commit'] }
  | { readonly outcomes: readonly LedgerOutcome[]; readonly commit: LedgerReply['commit'] };

const FIELDS = 6;
const NONE_TAKEN = -1;

/** Requests in their wire form. */
export function packRequests(requests: readonly LedgerRequest[]): WireRequests {
  const charges: (string | number)[] = [];
  for (const request of requests) {
    if (request.kind !== 'charge' || request.idempotency !== null) return { requests };
    const { accountId, keyId, requestId, path, status, credits } = request;
    charges.push(accountId, keyId, requestId, path, status, credits);
  }
  return { charges };
}

export function unpackRequests(wire: WireRequests): readonly LedgerRequest[] {
  if ('requests' in wire) return wire.requests;
  const requests: LedgerRequest[] = [];
  for (let at = 0; at < wire.charges.length; at += FIELDS) {
    const [accountId, keyId, requestId, path, status, credits] = wire.charges.slice(at, at + FIELDS);
    const call = { accountId, keyId, requestId, path, status, credits } as Omit<LedgerCall, 'idempotency'>;
    requests.push({ kind: 'charge', ...call, idempotency: null });
  }
  return requests;
}

/** A reply in its wire form. */
export function packReply({ outcomes, commit }: LedgerReply): WireReply {
  const left: (number | null)[] = [];
  for (const outcome of outcomes) {
    if (!('done' in outcome) || outcome.done === null || !('charged' in outcome.done))
      return packOutcomes(outcomes, commit);
    left.push(outcome.done.charged ? outcome.done.remaining : NONE_TAKEN);
  }
  return { left, commit };
}

function packOutcomes(outcomes: readonly LedgerOutcome[], commit: LedgerReply['commit']): WireReply {
  const sent = outcomes.map((outcome) => ('failed' in outcome ? { failed: wireErrorOf(outcome.failed) } : outcome));
  return { outcomes: sent, commit };
}

export function unpackReply(wire: WireReply): LedgerReply {
  const { commit } = wire;
  if ('left' in wire) {
    const outcomes = wire.left.map((left) => ({
      done: left === NONE_TAKEN ? ({ charged: false } as const) : ({ charged: true, remaining: left } as const),
    }));
    return { outcomes, commit };
  }
  const outcomes = wire.outcomes.map((outcome) =>
    'failed' in outcome ? { failed: errorOfWire(outcome.failed as WireError) } : outcome,
  );
  return { outcomes, commit };
}
