// Stores that are removed or replaced under a running server: the server logs it, /readyz reports it, and no charge
// goes to a lost file.
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KNOWN_PERSON, makeWorld, type World } from './chaos/world.ts';
import { call, endServers, serve } from './support/program.ts';

let world: World;
beforeEach(async () => {
  world = await makeWorld(mkdtempSync(join(tmpdir(), 'cardfile-watch-')));
});
afterEach(() => {
  endServers();
  rmSync(world.folder, { recursive: true });
});

const SOON = { interval: 100 };

async function readiness(base: string): Promise<string> {
  const ready = await fetch(`${base}/readyz`);
  return `${ready.status} ${((await ready.json()) as { reason?: string }).reason ?? ''}`.trim();
}

const lookUp = (base: string) =>
  call(base, world.keys.plain, '/v2/enrichment/email', { person_network_url: KNOWN_PERSON });

it.each([['1'], ['2']])(
  'with %s workers, a removed accounts.db is reported, nothing is charged, and calls succeed once it is back',
  async (workers) => {
    const server = await serve('--data', world.folder, '--workers', workers);
    const file = join(world.folder, 'accounts.db');
    expect((await lookUp(server.base)).status).toBe(200);
    renameSync(file, `${file}.away`);
    await expect.poll(() => readiness(server.base), SOON).toMatch(/^503 .*accounts\.db was removed or replaced/);
    const rejected = await lookUp(server.base);
    expect([rejected.status, rejected.headers.get('x-credits-used')]).toEqual([500, '0']);
    await expect.poll(() => server.said(), SOON).toContain('accounts.db was removed or replaced while the server runs');
    renameSync(`${file}.away`, file);
    await expect.poll(() => readiness(server.base), SOON).toBe('200');
    expect((await lookUp(server.base)).headers.get('x-credits-remaining')).toBe(String(world.given.plain - 2));
    expect(await server.end('SIGTERM')).toBe(0);
  },
  60_000,
);

it.each([['accounts.db'], ['catalog.db'], ['accounts.db-wal'], ['catalog.db-wal']])(
  'a replaced %s is reported until the server is restarted',
  async (name) => {
    const server = await serve('--data', world.folder);
    expect((await lookUp(server.base)).status).toBe(200);
    const file = join(world.folder, name);
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await expect.poll(() => readiness(server.base), SOON).toMatch(/^503 .*was removed or replaced/);
    // The log is a pipe of another process: its line may arrive after the answer.
    const line = `${name.replace('-wal', '')} was removed or replaced while the server runs`;
    await expect.poll(() => server.said(), SOON).toContain(line);
    await server.end('SIGTERM');
  },
  60_000,
);
