// A server that is killed while batches end and events are delivered: every event arrives after the restart, and the
// same event has the same id each time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { call, endServers, type RunningServer, serve, succeed } from '../support/program.ts';
import { startReceiver } from '../support/receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-outbox-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(endServers);

/** Creates batches until the server is gone; returns the ids of those that were answered. */
async function createUntilGone({ base }: RunningServer, key: string, round: number, onBatch: () => void) {
  const ids: string[] = [];
  for (let made = 0; made < 10_000; made += 1) {
    const items = [
      { company_network_url: companyUrl('acme') },
      { company_network_url: companyUrl(`r${round}b${made}`) },
    ];
    const answer = await call(base, key, '/v2/batches', { operation: 'network-to-domain', items }).catch(() => null);
    if (answer === null) return ids;
    if (answer.status === 202) {
      ids.push(answer.body.id);
      onBatch();
    } else await sleep(5);
  }
  throw new Error('the server was not killed');
}

it('delivers every event at least once over kill -9', async () => {
  const file = join(folder, 'companies.jsonl');
  writeFileSync(file, `${JSON.stringify(company('acme', 'Acme', { domain: 'acme.example' }))}\n`);
  await succeed('import', 'companies', file, '--data', data);
  await succeed('plans', 'set', 'pro', '--credits', '1000000', '--rps', '1000', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  const key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
  const receiver = await startReceiver();
  const flags = ['--data', data, '--log-level', 'silent'];
  vi.stubEnv('CARDFILE_WEBHOOK_PRIVATE', 'true');
  const created: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const server = await serve(...flags);
    if (round === 0) {
      const body = { url: receiver.url, event_types: ['batch.completed'] };
      expect((await call(server.base, key, '/v2/webhooks', body)).status).toBe(201);
    }
    let batches = 0;
    const onBatch = () => {
      batches += 1;
    };
    const creating = createUntilGone(server, key, round, onBatch);
    await expect.poll(() => batches, { interval: 5 }).toBeGreaterThan(5);
    await sleep(200 * (round + 1));
    await server.end('SIGKILL');
    created.push(...(await creating));
  }
  const server = await serve(...flags);
  const reported = () => new Set(receiver.received.map(({ body }) => body.data.batch_id as string));
  const missing = () => created.filter((id) => !reported().has(id));
  await expect.poll(missing, { interval: 50 }).toEqual([]);
  const idsOf = Map.groupBy(receiver.received, ({ body }) => body.data.batch_id);
  for (const events of idsOf.values()) expect(new Set(events.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await server.end('SIGTERM')).toBe(0);
  receiver.close();
});
