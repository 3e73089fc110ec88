// A thread that charges as fast as the store permits: a fixed number of calls in flight, spread over its accounts,
// for a fixed time. Started by charges.ts; reports the number of durable charges and the duration of each.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../src/app/config.ts';
import { openServingAccounts } from '../../src/app/ledgers.ts';
import { newRequestId } from '../../src/http/new-request-id.ts';
import { assert } from '../../src/ops/assert.ts';

/** Accounts whose first charges are in flight at once: more would wait too long for the few connections of a ledger. */
const FIRST_AT_ONCE = 50;

export interface Charging {
  readonly folder: string;
  /** The database of the accounts; null if they are in the folder. */
  readonly database: string | null;
  readonly keyHashes: readonly string[];
  readonly inFlight: number;
  readonly seconds: number;
  readonly ledger: MessagePort;
}

export interface Charged {
  /** Duration of each charge in milliseconds. */
  readonly tookMs: Float64Array;
}

const { folder, database, keyHashes, inFlight, seconds, ledger } = workerData as Charging;
const unobserved = { observeCommit: () => {}, observeUpkeepFailure: () => {} };
const accounts = openServingAccounts(
  readConfig({ data: folder }, database === null ? {} : { CARDFILE_DATABASE: database }).config,
  ledger,
  unobserved,
);
const tookMs: number[] = [];
let over = false;

async function lane(first: number): Promise<void> {
  for (let turn = first; !over; turn += inFlight) {
    const caller = await accounts.authenticate(keyHashes[turn % keyHashes.length] ?? '');
    if (!caller) throw new Error('the key is unknown');
    const startedMs = performance.now();
    await accounts.charge({ caller, requestId: newRequestId(), path: '/v2/enrichment/email', status: 200, credits: 1 });
    tookMs.push(performance.now() - startedMs);
  }
}

async function chargeOnce(keyHash: string): Promise<void> {
  const caller = await accounts.authenticate(keyHash);
  if (!caller) throw new Error('the key is unknown');
  await accounts.charge({ caller, requestId: newRequestId(), path: '/v2/enrichment/email', status: 200, credits: 1 });
}

// The first charge of an account in a month inserts rows that later charges reuse.
for (let at = 0; at < keyHashes.length; at += FIRST_AT_ONCE)
  await Promise.all(keyHashes.slice(at, at + FIRST_AT_ONCE).map(chargeOnce));
assert(parentPort !== null, 'the thread has a parent');
// All threads charge at the same time.
parentPort.postMessage('ready');
await once(parentPort, 'message');
const lanes = Promise.all(Array.from({ length: inFlight }, (_, first) => lane(first)));
await sleep(seconds * 1000);
over = true;
await lanes;
await accounts.close();
parentPort.postMessage({ tookMs: Float64Array.from(tookMs) } satisfies Charged);
