// A full or read-only disk: no answer leaves without a charge, the server stays up, commands report the error, and
// everything continues when there is space again.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../support/command.ts';
import { call, endServers, type Finished, run, runBy, serve, serveBy } from '../support/program.ts';
import { fill } from './rounds.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { KNOWN_PERSON, makeWorld, type World } from './world.ts';

const mayMount = mountSmallDisk(1);
mayMount?.unmount();
if (mayMount === null) console.warn('SKIPPED: full and read-only disks need permission to mount one (root)');

const PATH = '/v2/enrichment/email';
const SILENT = ['--log-level', 'silent'];

/** The statuses of consecutive calls. */
async function statuses(base: string, key: string, calls: number): Promise<number[]> {
  const found: number[] = [];
  for (let sent = 0; sent < calls; sent += 1)
    found.push((await call(base, key, PATH, { person_network_url: KNOWN_PERSON })).status);
  return found;
}

/** People with texts of this many bytes that the catalog cannot compress, as JSON Lines. */
function incompressible(people: number, bytes: number): string {
  const lines = Array.from({ length: people }, (_, index) => ({
    network_url: `https://www.network.example/in/person-${index}`,
    full_name: `Person ${index}`,
    about_me: randomBytes(bytes).toString('base64'),
  }));
  return lines.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Expects a failure that is reported in one line, not by a stack trace. */
function expectSaid({ code, stderr }: Finished, what: RegExp): void {
  const [error] = stderr.split('\n').filter((line) => line.startsWith('error: '));
  expect({ code, error, stderr }).toMatchObject({ code: 1, error: expect.stringMatching(what) });
  expect(stderr).not.toMatch(/^ +at /m);
}

const used = async (base: string, world: World) => {
  const { status, body } = await call(base, world.keys.plain, '/v2/account/key-info', null);
  expect(status).toBe(200);
  return world.given.plain - body.remaining_credits;
};

describe.skipIf(mayMount === null)('a small disk', () => {
  let disk: SmallDisk;
  let world: World;
  beforeEach(async () => {
    disk = mountSmallDisk(16) as SmallDisk;
    const data = join(disk.folder, 'data');
    mkdirSync(data);
    world = await makeWorld(data);
  });
  afterEach(() => {
    endServers();
    disk.unmount();
  });

  it('that is full, also for the log, turns charges into 500s without charge until there is space', async () => {
    const log = openSync(join(disk.folder, 'log'), 'a');
    const server = await serveBy({ stderr: log }, '--data', world.folder);
    expect(await statuses(server.base, world.keys.plain, 3)).toEqual([200, 200, 200]);
    const free = fill(join(disk.folder, 'fill'));
    const answers = await statuses(server.base, world.keys.plain, 120);
    expect(new Set(answers.slice(-50))).toEqual(new Set([500]));
    const paid = 3 + answers.filter((status) => status === 200).length;
    expect(await used(server.base, world)).toBe(paid);
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
    const readiness = async () => {
      const ready = await fetch(`${server.base}/readyz`);
      return [ready.status, ((await ready.json()) as { reason?: string }).reason ?? ''];
    };
    await expect.poll(readiness).toEqual([503, expect.stringContaining('credits cannot be charged')]);
    free();
    // The server retries each second, without a call.
    await expect.poll(readiness).toEqual([200, '']);
    expect(await statuses(server.base, world.keys.plain, 3)).toEqual([200, 200, 200]);
    expect(await used(server.base, world)).toBe(paid + 3);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('that is full prevents the start of a server; it makes one not ready without a call, and does not delay its end', async () => {
    const filling = join(disk.folder, 'fill');
    let free = fill(filling);
    expectSaid(await run('serve', '--port', '0', '--data', world.folder), /full/);
    free();
    const log = openSync(join(disk.folder, 'log'), 'a');
    const server = await serveBy({ stderr: log }, '--data', world.folder);
    free = fill(filling);
    const readiness = async () => (await fetch(`${server.base}/readyz`)).status;
    await expect.poll(readiness, { interval: 250 }).toBe(503);
    free();
    await expect.poll(readiness, { interval: 250 }).toBe(200);
    expect(await statuses(server.base, world.keys.plain, 1)).toEqual([200]);
    fill(filling);
    // A call without charge is counted, but the count cannot be written.
    expect((await call(server.base, world.keys.plain, PATH, { person_network_url: 'malformed' })).status).toBe(422);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('that is full stops an import with a remedy; the same import continues when there is space', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cardfile-large-'));
    const file = join(folder, 'people.jsonl');
    const PEOPLE = 2500;
    writeFileSync(file, incompressible(PEOPLE, 3000));
    const server = await serve('--data', world.folder, ...SILENT);
    const failed = await run('import', 'people', file, '--data', world.folder);
    expectSaid(failed, /full|space/);
    expect(await statuses(server.base, world.keys.plain, 1)).toEqual([expect.toBeOneOf([200, 500])]);
    disk.resize(128);
    expect(await statuses(server.base, world.keys.plain, 3)).toEqual([200, 200, 200]);
    const continued = await run('import', 'people', file, '--data', world.folder);
    expect(continued.code, continued.stderr).toBe(0);
    expect(continued.stderr).toMatch(/Continuing after the \d+ committed rows/);
    const ready = async () => (await (await fetch(`${server.base}/readyz`)).json()) as { people: number };
    await expect.poll(ready).toMatchObject({ people: PEOPLE + 1 });
    expect(await server.end('SIGTERM')).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('that is full stops a build and a backup, which name the folder and the remedy', async () => {
    const file = join(disk.folder, 'people.jsonl');
    writeFileSync(file, incompressible(3000, 300));
    await run('import', 'people', file, '--no-index', '--data', world.folder);
    rmSync(file);
    // Leaves room for the files that open a store, but neither for an edition nor for a backup.
    const { bavail, bsize } = statfsSync(disk.folder);
    const filling = join(disk.folder, 'fill');
    writeFileSync(filling, Buffer.alloc(bavail * bsize - 400_000));
    expectSaid(await run('index', '--data', world.folder), /editions: the disk is full\. Free some space/);
    expectSaid(await run('backup', join(disk.folder, 'backup'), '--data', world.folder), /backup.*the disk is full/);
    rmSync(filling);
    expect((await run('index', '--data', world.folder)).code).toBe(0);
  });

  it('that is full stops commands during a backup or a change, which name the file and leave none behind', async () => {
    // An open store has the files next to it that a command would create first.
    const server = await serve('--data', world.folder, ...SILENT);
    const free = fill(join(disk.folder, 'fill'));
    const data = ['--data', world.folder];
    expectSaid(await run('backup', join(disk.folder, 'backup'), ...data), /(?:members\.db|backup\.partial).* full/);
    expect(readdirSync(disk.folder).sort()).toEqual(['data', 'fill']);
    let last: Finished = { code: 0, stdout: '', stderr: '' };
    for (let round = 0; last.code === 0 && round < 300; round += 1)
      last = await runHere('suppress', 'add', `${round}${'x'.repeat(60)}@acme.example`, ...data);
    expectSaid(last, /catalog\.db cannot grow: the disk is full/);
    free();
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('that is read-only: every command reports it and changes nothing', async () => {
    disk.remount('ro');
    for (const command of [['serve', '--port', '0'], ['accounts', 'create', 'x', '--plan', 'plain'], ['index']]) {
      expectSaid(await run(...command, '--data', world.folder), /read|writ/);
    }
    disk.remount('rw');
    const server = await serve('--data', world.folder, ...SILENT);
    expect(await statuses(server.base, world.keys.plain, 1)).toEqual([200]);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('a data folder that this user cannot write', () => {
  const UNPRIVILEGED = 65_534;
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(mkdtempSync(join(tmpdir(), 'cardfile-readonly-')));
  });
  afterEach(() => {
    endServers();
    chmodSync(world.folder, 0o755);
    rmSync(world.folder, { recursive: true });
  });

  it('is rejected by the server with a remedy', async () => {
    const isRoot = process.getuid?.() === 0;
    for (const name of readdirSync(world.folder)) {
      if (isRoot) chownSync(join(world.folder, name), UNPRIVILEGED, UNPRIVILEGED);
      chmodSync(join(world.folder, name), name === 'editions' ? 0o555 : 0o444);
    }
    if (isRoot) chownSync(world.folder, UNPRIVILEGED, UNPRIVILEGED);
    chmodSync(world.folder, 0o555);
    // Root can write to everything.
    const launch = isRoot ? { uid: UNPRIVILEGED } : {};
    expectSaid(await runBy(launch, 'serve', '--port', '0', '--data', world.folder), /writ/);
  });
});
