// A serving thread of the benches: the real one, with an additional empty route that authenticates a key, reads a
// body and answers a fixed number of bytes, and with charging on or off. With charging off each charge is answered at
// once and nothing is written. Runs on the main thread of benched-server.ts, or as one of several workers that share
// its port.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { hashOfKey } from '../../src/accounts/key-format.ts';
import type { Accounts } from '../../src/accounts/port.ts';
import { openAccounts } from '../../src/app/account-stores.ts';
import type { Config } from '../../src/app/config.ts';
import { openEditions } from '../../src/app/editions.ts';
import { readBytes } from '../../src/http/body/read-body.ts';
import { type ServingThread, startThread } from '../../src/serve/serve-thread.ts';
import type { SharedMemory } from '../../src/serve/shared-memory.ts';

export interface BenchedThread {
  readonly config: Config;
  readonly memory: SharedMemory;
  readonly reusePort: boolean;
  readonly ledger: MessagePort;
  readonly charging: 'on' | 'off';
}

/** Serves with the current edition. */
export async function startBenched({ config, charging, ...options }: BenchedThread): Promise<ServingThread> {
  const { accounts } = await openAccounts(config);
  const answers = new Map<string, Buffer>();
  const thread = await startThread({
    config,
    ...options,
    ...(charging === 'off' ? { replaceAccounts: free } : {}),
    extend: (app) => {
      app.post('/bench/empty/:bytes', async (request, reply) => {
        const { 'x-api-key': key } = request.headers;
        const caller = await accounts.authenticate(hashOfKey(String(key)) ?? '');
        if (!caller) return reply.code(401).send();
        await readBytes(request.raw);
        const { bytes } = request.params as { bytes: string };
        const answer = answers.get(bytes) ?? Buffer.from(`"${'x'.repeat(Number(bytes) - 2)}"`);
        answers.set(bytes, answer);
        return reply.header('content-type', 'application/json; charset=utf-8').send(answer);
      });
    },
  });
  const edition = await openEditions(config).read();
  if (edition) thread.replaceEdition({ id: edition.id, base: edition.shared, deltas: [] });
  return thread;
}

function free(own: Accounts): Accounts {
  return {
    authenticate: (keyHash) => own.authenticate(keyHash),
    isSuspended: (keyHash) => own.isSuspended(keyHash),
    remaining: async () => 1,
    hasCredits: async () => true,
    charge: async () => ({ charged: true, remaining: 1 }),
    count: () => {},
    beginIdempotent: (identity) => own.beginIdempotent(identity),
    settleIdempotent: (token, answer) => own.settleIdempotent(token, answer),
    abandonIdempotent: (token) => own.abandonIdempotent(token),
    close: () => own.close(),
  };
}

if (parentPort) {
  const { port } = await startBenched(workerData as BenchedThread);
  parentPort.postMessage(port);
}
