// A thread that charges as fast as the store lets it: so many calls at a time, spread over the accounts it is given, for so long.
// Started by charges.ts; tells how many charges were durable and how long each took.
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../src/app/config.ts';
import { openServingAccounts } from '../src/app/stores.ts';
import { newRequestId } from '../src/http/new-request-id.ts';

export interface Charging {
  readonly folder: string;
  readonly keyHashes: readonly string[];
  readonly inFlight: number;
  readonly seconds: number;
  readonly ledger: MessagePort;
}

export interface Charged {
  /** Milliseconds that each charge took. */
  readonly tookMs: Float64Array;
}

const { folder, keyHashes, inFlight, seconds, ledger } = workerData as Charging;
const unobserved = { observeCommit: () => {}, observeUpkeepFailure: () => {} };
const accounts = openServingAccounts(readConfig({ data: folder }, {}).config, ledger, unobserved);
const tookMs: number[] = [];
let over = false;

async function lane(first: number): Promise<void> {
  for (let turn = first; !over; turn += inFlight) {
    const caller = await accounts.authenticate(keyHashes[turn % keyHashes.length] ?? '');
    if (!caller) throw new Error('there is no such key');
    const startedMs = performance.now();
    await accounts.charge({ caller, requestId: newRequestId(), path: '/v2/enrichment/email', status: 200, credits: 1 });
    tookMs.push(performance.now() - startedMs);
  }
}

const lanes = Promise.all(Array.from({ length: inFlight }, (_, first) => lane(first)));
await sleep(seconds * 1000);
over = true;
await lanes;
await accounts.close();
parentPort?.postMessage({ tookMs: Float64Array.from(tookMs) } satisfies Charged);
