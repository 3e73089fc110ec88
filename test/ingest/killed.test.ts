// A server that is killed while records are pushed: every acknowledged row exists after the restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/catalogs.ts';
import { readConfig } from '../../src/app/config.ts';
import { endServers, type RunningServer, serve, succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-killed-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(endServers);

const CALLERS = 4;

/** Pushes new people until the server is gone; returns the acknowledged slugs. */
async function pushUntilGone({ base }: RunningServer, key: string, caller: string, onRows: () => void) {
  const acknowledged: string[] = [];
  for (let call = 0; call < 10_000; call++) {
    const slugs = [0, 1, 2].map((row) => `${caller}-${call}-${row}`);
    const body = slugs.map((slug) => `${JSON.stringify({ network_url: `/in/${slug}`, full_name: 'N' })}\n`).join('');
    const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
    const answer = await fetch(`${base}/ingest/v1/people`, { method: 'POST', headers, body })
      .then(async (response) => (await response.json()) as { created: number })
      .catch(() => null);
    if (answer === null) return acknowledged;
    expect(answer.created).toBe(slugs.length);
    acknowledged.push(...slugs);
    onRows();
  }
  throw new Error('the server was not killed');
}

it('finds every acknowledged row after kill -9, in whole calls', async () => {
  const key = (await succeed('keys', 'create', '--ingest', '--data', data)).trim();
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round++) {
    const server = await serve('--data', data, '--log-level', 'silent');
    let calls = 0;
    const onRows = () => {
      calls += 1;
    };
    const pushing = Promise.all(
      Array.from({ length: CALLERS }, (_, caller) => pushUntilGone(server, key, `r${round}-c${caller}`, onRows)),
    );
    await expect.poll(() => calls, { interval: 5 }).toBeGreaterThan(20);
    await sleep(100 * round);
    await server.end('SIGKILL');
    acknowledged.push(...(await pushing).flat());
  }
  expect(acknowledged.length).toBeGreaterThan(20);
  const catalog = openCatalog(readConfig({ data, logLevel: 'silent' }, {}).config);
  const documents = catalog.documents();
  const stored = new Set([...documents.people].map(({ slug }) => slug));
  documents.close();
  catalog.close();
  expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  // A call whose answer was lost may be stored, but only as a whole: at most one call of each caller and round.
  const calls = new Set([...stored].map((slug) => slug.replace(/-\d+$/, '')));
  expect(stored.size).toBe(3 * calls.size);
  expect(stored.size - acknowledged.length).toBeLessThanOrEqual(2 * CALLERS * 3);
});
