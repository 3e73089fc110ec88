// Commands on a full disk, without a server: those that only read work, the others name the cause. A limit of the size
// of files of one block has the effect of a full disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, runHere } from '../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-full-disk-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const people = join(folder, 'people.jsonl');
  writeFileSync(people, `${JSON.stringify({ network_url: '/in/jane-doe', full_name: 'Jane Doe' })}\n`);
  for (const args of [
    ['import', 'people', people],
    ['plans', 'set', 'pro', '--credits', '10', '--rps', '5'],
    ['accounts', 'create', 'acme', '--plan', 'pro'],
    ['keys', 'create', '--account', 'acme', '--name', 'crm'],
  ])
    expect(await runHere(...args, '--data', data)).toMatchObject({ code: 0 });
});

function onFullDisk(...args: string[]) {
  const command = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, BIN, ...args, '--data', data];
  const { status, stdout, stderr } = spawnSync('sh', command, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it.each([
  { args: ['keys', 'list'], found: ' crm ' },
  { args: ['accounts', 'list'], found: ' acme ' },
  { args: ['imports', 'list'], found: ' finished ' },
  { args: ['explain', 'person', 'jane-doe'], found: 'Jane Doe' },
  { args: ['upgrade', 'check'], found: 'the version of this Cardfile' },
])('answers $args', ({ args, found }) => {
  expect(onFullDisk(...args)).toEqual({ status: 0, stdout: expect.stringContaining(found), stderr: '' });
});

it('diagnoses the stores', () => {
  const { stdout } = onFullDisk('doctor', '--json');
  const findings = JSON.parse(stdout) as { check: string; state: string }[];
  const stateOf = (name: string) => findings.find(({ check }) => check === name)?.state;
  expect(['edition', 'accounts', 'catalog'].map(stateOf)).toEqual(['ok', 'ok', 'ok']);
});

it.each([['plans', 'set', 'basic', '--credits', '1', '--rps', '1'], ['index'], ['serve', '--port', '0']])(
  'rejects a command that writes: %s',
  (...args) => {
    const { status, stderr } = onFullDisk(...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(/\.db cannot be opened: the disk is full; free some space/);
  },
);

it('reads commits that are not in the file yet, and keeps them', async () => {
  const file = join(data, 'accounts.db');
  const program = `const database = new (require('better-sqlite3'))(process.argv[1]);
    database.prepare("UPDATE account SET name = 'Renamed'").run();
    process.kill(process.pid, 'SIGKILL');`;
  spawnSync(process.execPath, ['-e', program, file], { cwd: import.meta.dirname });
  expect(readdirSync(data)).toContain('accounts.db-wal');
  for (let time = 0; time < 2; time += 1) expect(onFullDisk('keys', 'list').stdout).toContain(' Renamed ');
  const database = new Database(file);
  expect(database.prepare('SELECT name FROM account').pluck().all()).toEqual(['Renamed']);
  database.close();
});
