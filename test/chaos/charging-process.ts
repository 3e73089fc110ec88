// A process that charges calls on the accounts of a data folder until its standard input ends. Some calls are plain,
// some idempotent with keys that it shares with the other process. Writes a line with account and request id for each
// call that it may answer. Arguments: data folder, hash of the key of `plain`, hash of the key of `retried`, a name
// for the idempotent calls of this round.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { Caller } from '../../src/accounts/port.ts';
import { openAccounts } from '../../src/app/account-stores.ts';
import { readConfig } from '../../src/app/config.ts';
import { CHARGES_IN_FLIGHT } from './race-processes.ts';

const [data = '', plainHash = '', retriedHash = '', round = ''] = process.argv.slice(2);
const { accounts } = await openAccounts(readConfig({ data }, {}).config);
const PATH = '/v2/jobs/search';
let stopped = false;
process.stdin.resume().once('end', () => {
  stopped = true;
});

async function callerOf(keyHash: string): Promise<Caller> {
  const caller = await accounts.authenticate(keyHash);
  if (!caller) throw new Error('the key is unknown');
  return caller;
}

const plain = await callerOf(plainHash);
const retried = await callerOf(retriedHash);

async function chargePlain(): Promise<void> {
  const requestId = randomUUID();
  const { charged } = await accounts.charge({ caller: plain, requestId, path: PATH, status: 200, credits: 1 });
  if (charged) writeSync(1, `plain ${requestId}\n`);
}

async function chargeOnce(idempotencyKey: string): Promise<void> {
  const { accountId, keyId } = retried;
  const identity = { accountId, keyId, method: 'POST', path: PATH, idempotencyKey, bodyHash: 'same' };
  const state = await accounts.beginIdempotent(identity);
  if (state.state !== 'begun') return;
  const requestId = randomUUID();
  const idempotency = { token: state.token, body: requestId };
  const { charged } = await accounts.charge({
    caller: retried,
    requestId,
    path: PATH,
    status: 200,
    credits: 1,
    idempotency,
  });
  if (charged) writeSync(1, `retried ${requestId}\n`);
}

async function charge(lane: number): Promise<void> {
  for (let turn = 0; !stopped; turn += 1) {
    await chargePlain();
    await chargeOnce(`${round}-${lane}-${turn}`);
  }
}

writeSync(1, 'ready\n');
await Promise.all(Array.from({ length: CHARGES_IN_FLIGHT }, (_, lane) => charge(lane)));
await accounts.close();
