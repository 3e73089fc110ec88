import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerReply, LedgerRequest } from '../ledger/ledger-request.ts';
import { packReply, packRequests, unpackReply, unpackRequests } from './ledger-wire.ts';

const text = fc.string();
const identity = { accountId: text, keyId: text, path: text };
const plain = fc.record({
  kind: fc.constant('charge'),
  ...identity,
  requestId: text,
  status: fc.nat(),
  credits: fc.nat(),
  idempotency: fc.constant(null),
});
const other = fc.oneof(
  plain.map((charge) => ({ ...charge, idempotency: { token: 'token', answer: new Uint8Array([1, 2]) } })),
  fc.record({ kind: fc.constant('begin'), ...identity, method: text, idempotencyKey: text, bodyHash: text }),
  fc.record({ kind: fc.constant('settle'), token: text, status: fc.nat(), answer: fc.uint8Array() }),
  fc.record({ kind: fc.constant('abandon'), token: text }),
);
const charged = fc.oneof(
  fc.constant({ charged: false }),
  fc.record({ charged: fc.constant(true), remaining: fc.option(fc.nat()) }),
);
const commit = fc.option(
  fc.record({ writes: fc.nat(), seconds: fc.double({ noNaN: true, min: 0 }), failed: fc.boolean() }),
);

test('law: requests survive the wire form', () => {
  const requests = fc.oneof(fc.array(plain), fc.array(fc.oneof(plain, other)));
  const property = fc.property(requests, (sent) => {
    const arrived = unpackRequests(structuredClone(packRequests(sent as unknown as LedgerRequest[])));
    expect(arrived).toEqual(sent);
  });
  fc.assert(property);
});

test('law: replies survive the wire form', () => {
  const done = fc.oneof(fc.constant(null), charged, fc.record({ state: fc.constant('begun'), token: text }));
  const outcomes = fc.oneof(fc.array(fc.record({ done: charged })), fc.array(fc.record({ done })));
  const property = fc.property(fc.record({ outcomes, commit }), (sent) => {
    expect(unpackReply(structuredClone(packReply(sent as unknown as LedgerReply)))).toEqual(sent);
  });
  fc.assert(property);
});

test('transfers a failure as an error with its message and code, also among charges', () => {
  const failed = Object.assign(new TypeError('the disk is full'), { code: 'SQLITE_FULL' });
  const sent: LedgerReply = { outcomes: [{ done: { charged: false } }, { failed }, { failed: 'gone' }], commit: null };
  const { outcomes } = unpackReply(structuredClone(packReply(sent)));
  expect(outcomes[0]).toEqual({ done: { charged: false } });
  expect(outcomes[1]).toMatchObject({ failed: { message: 'the disk is full', code: 'SQLITE_FULL' } });
  expect(outcomes[2]).toMatchObject({ failed: { message: 'gone' } });
  expect(outcomes.slice(1).every((outcome) => 'failed' in outcome && outcome.failed instanceof Error)).toBe(true);
});
