// Paths that no command can use: each command ends soon, names the path and the remedy in one sentence, and leaves
// nothing behind.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../support/command.ts';
import { runBy, succeed } from '../support/program.ts';

const MAKE_PIPE = 'mkfifo';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-paths-'));
const data = join(folder, 'data');
const people = join(folder, 'people.jsonl');
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const PATHS = {
  'a pipe without another end': at('pipe'),
  'an existing folder': at('folder'),
  'a file': at('file'),
  'a path below a file': at('file/x'),
  'a link to nothing': at('link'),
  'an endless device': '/dev/zero',
  'a path in /proc': '/proc/cardfile',
  'a name that is too long': at('x'.repeat(300)),
  'a missing path with a line break': at('line\nbreak/x'),
} as const;
type Path = keyof typeof PATHS;

beforeAll(async () => {
  writeFileSync(people, `${JSON.stringify({ network_url: '/in/jane-doe', full_name: 'Jane Doe' })}\n`);
  await succeed('import', 'people', people, '--data', data);
  await succeed('plans', 'set', 'pro', '--credits', '10', '--rps', '5', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  await succeed('backup', at('backup'), '--data', data);
  execFileSync(MAKE_PIPE, [at('pipe')]);
  mkdirSync(at('folder'));
  writeFileSync(at('file'), '');
  symlinkSync(at('nowhere/x'), at('link'));
});

const NO_FOLDERS: readonly Path[] = ['a file', 'a path below a file', 'a link to nothing', 'a path in /proc'];
const NO_TARGETS: readonly Path[] = ['an existing folder', 'a path below a file', 'a link to nothing'];
const NO_INPUTS: readonly Path[] = ['a pipe without another end', 'an endless device', 'a path below a file'];

/** For each command, the paths that replace `@`. */
const TRIED: readonly (readonly [line: string, paths: readonly Path[]])[] = [
  ['export @', [...NO_FOLDERS, 'a pipe without another end', 'a name that is too long']],
  ['generate --people 2 --out @', NO_FOLDERS],
  ['backup @', [...NO_FOLDERS, 'a name that is too long']],
  ['restore BACKUP --data @', NO_FOLDERS],
  ['index --data @', NO_FOLDERS],
  ['import people @ --no-index', [...NO_INPUTS, 'a missing path with a line break']],
  ['import people PEOPLE --no-index --mapping @', NO_INPUTS],
  ['review import @', NO_INPUTS],
  ['import people PEOPLE --no-index --report @', ['a pipe without another end', ...NO_TARGETS]],
  ['import people PEOPLE --no-index --rejects @', ['an endless device', ...NO_TARGETS]],
  ['import people PEOPLE --dry-run --save-mapping @', ['a pipe without another end', ...NO_TARGETS]],
  ['review export --out @', ['a pipe without another end', ...NO_TARGETS]],
];

const CASES = TRIED.flatMap(([line, paths]) => paths.map((path) => [line, path] as const)).filter(
  ([, path]) => existsSync('/proc/self') || path !== 'a path in /proc',
);
const LIMIT_MS = 20_000;
/** A command that waits for one of these paths does not end, so it runs as a process that can be killed. */
const ENDLESS: readonly Path[] = ['a pipe without another end', 'an endless device'];

/** All files outside of the data folder. Commands may open and lock files in the data folder. */
const left = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('data'));
const words = (line: string, path: string) =>
  line.split(' ').map((word) => ({ '@': path, BACKUP: at('backup'), PEOPLE: people })[word] ?? word);

describe('a command', () => {
  it.each(CASES)('`%s` rejects %s', { timeout: 2 * LIMIT_MS }, async (line, kind) => {
    const path: string = PATHS[kind];
    const before = left();
    const given = line.includes('--data') ? [] : ['--data', data];
    const args = [...words(line, path), ...given];
    const { code, stdout, stderr } = await (ENDLESS.includes(kind)
      ? runBy({ limitMs: LIMIT_MS }, ...args)
      : runHere(...args));
    const errors = stderr.split('\n').filter((each) => each.startsWith('error: '));
    expect([code, stdout, errors.length]).toEqual([1, '', 1]);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(errors[0]);
    expect(errors[0]).toContain(JSON.stringify(path).slice(1, -1));
    expect(errors[0]).toMatch(/(?:Choose|Check|Name|Start|Remove|Create|choose) .+$/);
    expect(left()).toEqual(before);
  });

  it.each(['export', 'backup', 'restore', 'import people', 'review import', 'generate --people 2 --out'])(
    '`%s` rejects an empty path as wrong use',
    async (line) => {
      const { code, stdout, stderr } = await runHere(...line.split(' '), '', '--data', data);
      expect([code, stdout, stderr]).toEqual([2, '', 'error: a path is empty; name a file or a folder\n']);
    },
  );

  const launch = { limitMs: LIMIT_MS, uid: 65_534 };

  it.skipIf(process.getuid?.() !== 0)('says which folder this user may not read or write', async () => {
    mkdirSync(at('closed'));
    chmodSync(at('closed'), 0o500);
    chmodSync(folder, 0o755);
    chmodSync(at('closed'), 0o300);
    const examined = await runBy(launch, 'doctor', '--json', '--data', at('closed'));
    chmodSync(at('closed'), 0o500);
    expect(JSON.parse(examined.stdout).filter(({ state }: { state: string }) => state === 'bad')).toMatchObject([
      { check: 'data folder', found: `${at('closed')}: this user has no permission for it` },
    ]);
    const { code, stderr } = await runBy(launch, 'generate', '--people', '2', '--out', at('closed/x'));
    expect([code, stderr]).toEqual([
      1,
      `error: ${at('closed/x')}: this user has no permission for it. Give this user access, or choose another path.\n`,
    ]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'says which file of the data folder this user may not write or read',
    async () => {
      const own = at('own');
      await succeed('backup', at('own-backup'), '--data', data);
      await succeed('restore', at('own-backup'), '--data', own);
      chmodSync(folder, 0o755);
      for (const name of ['', ...readdirSync(own)]) {
        chownSync(join(own, name), launch.uid, launch.uid);
        chmodSync(join(own, name), 0o500);
      }
      const served = await runBy(launch, 'serve', '--port', '0', '--log-level', 'silent', '--data', own);
      expect([served.code, served.stderr.split('\n').findLast((line) => line !== '')]).toEqual([
        1,
        expect.stringMatching(
          /^error: .*own\/\w+\.\w+ may not be written: give this user the right to write the data folder/,
        ),
      ]);
      // A file that root has made in a folder of another user, for example by a restore.
      for (const name of ['', ...readdirSync(own)]) chmodSync(join(own, name), 0o700);
      chownSync(join(own, 'accounts.db'), 0, 0);
      chmodSync(join(own, 'accounts.db'), 0o644);
      const examined = await runBy(launch, 'doctor', '--json', '--data', own);
      const faults = JSON.parse(examined.stdout).filter(({ state }: { state: string }) => state === 'bad');
      expect(faults).toMatchObject([
        { check: 'accounts', found: `${join(own, 'accounts.db')}: this user has no permission for it` },
      ]);
      const unwritable = await runBy(launch, 'serve', '--port', '0', '--log-level', 'silent', '--data', own);
      expect([unwritable.code, unwritable.stderr]).toEqual([
        1,
        expect.stringMatching(/accounts\.db may not be written/),
      ]);
      chmodSync(join(own, 'accounts.db'), 0o500);
      chownSync(own, 0, 0);
      chmodSync(own, 0o500);
      mkdirSync(at('given'));
      chownSync(at('given'), launch.uid, launch.uid);
      const { code, stderr } = await runBy(launch, 'backup', at('given/backup'), '--data', own);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/catalog\.db: this user has no permission for it\./)]);
    },
  );
});

it('reads and writes pipes that another process has open', async () => {
  const shell = (script: string) => execFileSync('sh', ['-c', script, 'sh', at('pipe'), people], { encoding: 'utf8' });
  const writer = runBy({ limitMs: LIMIT_MS }, 'import', 'people', at('pipe'), '--dry-run', '--json', '--data', data);
  shell('sleep 1; cat "$2" > "$1"');
  expect(JSON.parse((await writer).stdout)).toMatchObject({ read: 1, rejected: 0 });
});
