// Pushes to a data folder that a newer version has migrated while the server runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, expect, it } from 'vitest';
import { endServers, serve, succeed } from '../support/program.ts';

const data = join(mkdtempSync(join(tmpdir(), 'cardfile-migrated-')), 'data');

afterEach(endServers);
afterAll(() => rmSync(join(data, '..'), { recursive: true }));

/** Changes the version of the tables of the catalog. */
function addVersions(count: number): void {
  const catalog = new Database(join(data, 'catalog.db'));
  const version = catalog.pragma('user_version', { simple: true }) as number;
  catalog.pragma(`user_version = ${version + count}`);
  catalog.close();
}

it('are answered 503 until the server can write again, and the log says so once', async () => {
  const key = (await succeed('keys', 'create', '--ingest', '--name', 'crm', '--data', data)).trim();
  const { base, said } = await serve('--data', data, '--log-level', 'error');
  const push = () =>
    fetch(`${base}/ingest/v1/companies`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/jsonl' },
      body: JSON.stringify({ name: 'Acme', domain: 'acme.example' }),
    });
  addVersions(1);
  for (let count = 0; count < 3; count += 1) {
    const answer = await push();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  }
  const lines = said().split('\n');
  const line = lines.filter((text) => text.includes('pushed rows cannot be written'));
  expect(line).toEqual([expect.stringContaining('was written by a newer Cardfile')]);
  expect(lines.filter((text) => text.includes('/ingest/v1'))).toEqual([]);
  addVersions(-1);
  expect((await push()).status).toBe(200);
});
