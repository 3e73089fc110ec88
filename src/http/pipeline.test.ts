import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AddressLimiter } from '../accounts/address-limiter.ts';
import type { Accounts } from '../accounts/port.ts';
import { RateLimiter, rateLimiterMemory } from '../accounts/rate-limiter.ts';
import { openAccounts } from '../accounts/sqlite/open-accounts.ts';
import type { Catalog } from '../catalog/port.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { systemClock } from '../ops/clock.ts';
import { UNSCHEDULED } from '../ops/scheduling/turn.ts';
import { AnswerCache } from './answer-cache.ts';
import type { Answer } from './call.ts';
import { pipeline } from './pipeline.ts';

let folder: string;
let accounts: Accounts;
let key: string;
/** The store cannot read balances. */
let isBroken: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-pipeline-'));
  const sides = openAccounts({ file: join(folder, 'accounts.db'), clock: systemClock });
  accounts = sides.accounts;
  isBroken = false;
  await sides.admin.setPlan({ name: 'pro', creditsPerMonth: 10, requestsPerSecond: 100 });
  await sides.admin.createAccount('Acme', 'pro');
  key = (await sides.admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null })).key;
});
afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true });
});

/** A call of current-date that carries an Idempotency-Key. */
function call(): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'order-1' };
  const message = Object.assign(new EventEmitter(), { method: 'POST', headers, socket: { destroyed: false } });
  message.on('newListener', (event) => {
    if (event !== 'end') return;
    setImmediate(() => {
      message.emit('data', Buffer.from('{"region":"UTC"}'));
      message.emit('end');
    });
  });
  const remaining: Accounts['remaining'] = (caller) =>
    isBroken ? Promise.reject(new Error('the disk is gone')) : accounts.remaining(caller);
  const port: Accounts = {
    remaining,
    authenticate: (hash) => accounts.authenticate(hash),
    isSuspended: (hash) => accounts.isSuspended(hash),
    hasCredits: (caller, credits) => accounts.hasCredits(caller, credits),
    charge: (charged) => accounts.charge(charged),
    count: (counted) => accounts.count(counted),
    beginIdempotent: (identity) => accounts.beginIdempotent(identity),
    settleIdempotent: (token, answer) => accounts.settleIdempotent(token, answer),
    abandonIdempotent: (token) => accounts.abandonIdempotent(token),
    close: () => accounts.close(),
  };
  const catalog: Pick<Catalog, 'state'> = { state: async () => ({ generation: 1, hiddenGeneration: 0 }) };
  const api = { catalog: catalog as Catalog, accounts: port, clock: systemClock, cursorSecret: () => Buffer.alloc(32) };
  return pipeline(
    {
      operation: 'current-date',
      requestId: crypto.randomUUID(),
      message: message as unknown as IncomingMessage,
      address: '192.0.2.1',
    },
    {
      endpoint: ENDPOINTS['current-date'],
      answers: new AnswerCache(),
      api: {
        ...api,
        phoneCountries: [],
        emailStatusDays: 0,
        networkHost: null,
        searchable: () => Promise.reject(new Error('unused')),
        lookups: api.catalog,
      },
      accounts: port,
      limiter: new RateLimiter(rateLimiterMemory()),
      addresses: new AddressLimiter(),
      scheduler: { open: () => UNSCHEDULED },
      monotonicMs: () => performance.now(),
      onFault: () => {},
    },
  );
}

test('marks a replayed answer as a replay', async () => {
  const first = await call();
  const second = await call();
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
  expect([second.status, second.headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(second.body).toBe(first.body);
});

test('answers a replay that the store aborts with a 500 that is not marked as a replay', async () => {
  await call();
  isBroken = true;
  const { status, headers } = await call();
  expect([status, headers['idempotency-replayed']]).toEqual([500, undefined]);
  isBroken = false;
  expect((await call()).headers['idempotency-replayed']).toBe('true');
});
