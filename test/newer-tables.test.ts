// A newer version migrates the stores of a data folder while a server has them open. The server writes nothing more in
// the form of older tables, and reports it, until the stores have its own version again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KNOWN_PERSON, makeWorld, type World } from './chaos/world.ts';
import { call, endServers, serve, succeed } from './support/program.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld(mkdtempSync(join(tmpdir(), 'cardfile-newer-')));
});
afterEach(() => {
  endServers();
  rmSync(world.folder, { recursive: true });
});

const SOON = { interval: 100 };
const REASON = '503 a newer version has migrated the data folder';

async function readiness(base: string): Promise<string> {
  const ready = await fetch(`${base}/readyz`);
  return `${ready.status} ${((await ready.json()) as { reason?: string }).reason ?? ''}`.trim();
}

/** Changes the version of the tables of a store. */
function addVersions(store: string, count: number): void {
  const database = new Database(join(world.folder, store));
  const version = database.pragma('user_version', { simple: true }) as number;
  database.pragma(`user_version = ${version + count}`);
  database.close();
}

async function generation(): Promise<number> {
  const database = new Database(join(world.folder, 'catalog.db'), { readonly: true });
  try {
    return database.prepare<[], number>('SELECT generation FROM meta').pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

it('a server writes no records to a catalog that was migrated while it ran', async () => {
  const key = (await succeed('keys', 'create', '--ingest', '--name', 'crm', '--data', world.folder)).trim();
  const { base, said } = await serve('--data', world.folder);
  const push = async (name: string) => {
    const answer = await fetch(`${base}/ingest/v1/companies`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/jsonl' },
      body: JSON.stringify({ name, domain: `${name}.example` }),
    });
    return answer.status;
  };
  expect(await push('acme')).toBe(200);
  const before = await generation();
  addVersions('catalog.db', 1);
  expect([await push('globex'), await push('globex')]).toEqual([503, 503]);
  expect(await generation()).toBe(before);
  await expect.poll(() => readiness(base), SOON).toContain(REASON);
  expect(said().split('catalog.db was written by a newer Cardfile').length - 1).toBeGreaterThan(0);
  addVersions('catalog.db', -1);
  await expect.poll(() => readiness(base), SOON).toBe('200');
  expect(await push('globex')).toBe(200);
});

it('a server charges nothing in accounts that were migrated while it ran', async () => {
  const { base } = await serve('--data', world.folder);
  const lookUp = async () => {
    const answer = await call(base, world.keys.plain, '/v2/enrichment/email', { person_network_url: KNOWN_PERSON });
    return [answer.status, answer.headers.get('x-credits-used')];
  };
  expect(await lookUp()).toEqual([200, '1']);
  addVersions('accounts.db', 1);
  expect(await lookUp()).toEqual([503, '0']);
  await expect.poll(() => readiness(base), SOON).toContain(REASON);
  expect(await readiness(base)).not.toContain('credits cannot be charged');
  addVersions('accounts.db', -1);
  await expect.poll(() => readiness(base), SOON).toBe('200');
  expect(await lookUp()).toEqual([200, '1']);
});
