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

it.each([
  { workers: '1', replaced: ['accounts.db', 'catalog.db'] },
  { workers: '2', replaced: ['catalog.db-wal', 'accounts.db-wal'] },
])(
  'with $workers workers, charges nothing while accounts.db is missing, and reports that $replaced were replaced',
  async ({ workers, replaced }) => {
    const server = await serve('--data', world.folder, '--workers', workers);
    const file = join(world.folder, 'accounts.db');
    // Another process writes the log to a pipe: its line may arrive after the answer.
    const reports = (store: string) =>
      server.said().split(`${store} was removed or replaced while the server runs`).length - 1;
    expect((await lookUp(server.base)).status).toBe(200);
    renameSync(file, `${file}.away`);
    await expect.poll(() => readiness(server.base), SOON).toMatch(/^503 .*accounts\.db was removed or replaced/);
    const rejected = await lookUp(server.base);
    expect([rejected.status, rejected.headers.get('x-credits-used')]).toEqual([500, '0']);
    await expect.poll(() => reports('accounts.db'), SOON).toBe(1);
    renameSync(`${file}.away`, file);
    await expect.poll(() => readiness(server.base), SOON).toBe('200');
    expect((await lookUp(server.base)).headers.get('x-credits-remaining')).toBe(String(world.given.plain - 2));
    for (const name of replaced) {
      const store = name.replace('-wal', '');
      const before = reports(store);
      copyFileSync(join(world.folder, name), join(world.folder, 'copy'));
      renameSync(join(world.folder, 'copy'), join(world.folder, name));
      await expect.poll(() => readiness(server.base), SOON).toMatch(`${store} was removed or replaced`);
      await expect.poll(() => reports(store), SOON).toBe(before + 1);
    }
    await server.end('SIGTERM');
  },
);
