// A server that is killed while records are pushed: every new match is reported and charged once, also if it is in a
// delta of the edition.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { verifyAccounts } from '../../src/accounts/sqlite/verify-accounts.ts';
import { person, personUrl } from '../support/fixture-records.ts';
import { call, endServers, type RunningServer, serve, succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-watches-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(endServers);

/** Pushes new clerks until the server is gone; returns the acknowledged slugs. */
async function pushUntilGone({ base }: RunningServer, key: string, round: number, onRow: () => void) {
  const acknowledged: string[] = [];
  for (let row = 0; row < 10_000; row += 1) {
    const slug = `r${round}-${row}`;
    const body = `${JSON.stringify({ network_url: personUrl(slug), full_name: 'N', job_title: 'Clerk', company_name: 'X' })}\n`;
    const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
    const answer = await fetch(`${base}/ingest/v1/people`, { method: 'POST', headers, body }).catch(() => null);
    if (answer === null) return acknowledged;
    acknowledged.push(slug);
    onRow();
    await sleep(5);
  }
  throw new Error('the server was not killed');
}

it('reports and charges every match once over kill -9', async () => {
  const file = join(folder, 'people.jsonl');
  writeFileSync(file, `${JSON.stringify(person('old', 1, { job_title: 'Clerk', company_name: 'X' }))}\n`);
  await succeed('import', 'people', file, '--data', data);
  await succeed('plans', 'set', 'pro', '--credits', '1000000', '--rps', '1000', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  const key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
  const ingestKey = (await succeed('keys', 'create', '--ingest', '--data', data)).trim();
  const flags = ['--data', data, '--log-level', 'error'];
  const acknowledged: string[] = [];
  let id = '';
  const show = async ({ base }: RunningServer) => (await call(base, key, `/v2/watches/${id}`, null)).body;
  for (let round = 0; round < 2; round += 1) {
    const server = await serve(...flags);
    if (round === 0) {
      const search = { kind: 'people', people: { job_title: { include: ['clerk'] } } };
      const created = await call(server.base, key, '/v2/watches', { search });
      expect([created.status, created.body.unknown]).toEqual([201, []]);
      id = created.body.id;
      await expect.poll(async () => (await show(server)).state, { interval: 20 }).toBe('active');
    }
    let rows = 0;
    const pushing = pushUntilGone(server, ingestKey, round, () => {
      rows += 1;
    });
    const before = (await show(server)).changes;
    await expect.poll(() => rows, { interval: 5 }).toBeGreaterThan(20);
    await expect.poll(async () => (await show(server)).changes).toBeGreaterThan(before);
    await sleep(100 * round);
    await server.end('SIGKILL');
    acknowledged.push(...(await pushing));
  }
  const server = await serve(...flags);
  const urls: string[] = [];
  const read = async () => {
    urls.length = 0;
    for (let cursor = '0', more = true; more; ) {
      const { body } = await call(server.base, key, `/v2/watches/${id}/changes?cursor=${cursor}`, null);
      urls.push(...body.results.map((one: { network_url: string }) => one.network_url));
      ({ cursor, more } = body);
    }
    return acknowledged.filter((slug) => !urls.includes(personUrl(slug)));
  };
  await expect.poll(read, { interval: 200 }).toEqual([]);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls).not.toContain(personUrl('old'));
  const { changes, credits_used } = await show(server);
  expect([changes, credits_used]).toEqual([urls.length, urls.length]);
  await server.end('SIGTERM');
  const proof = verifyAccounts(join(data, 'accounts.db'));
  expect(proof).toMatchObject({ faults: [], counts: { credits_charged: urls.length } });
});
