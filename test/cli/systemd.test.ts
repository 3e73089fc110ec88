// `cardfile service print`: systemd accepts the files, and their commands work.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run, succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-service-'));
afterAll(() => rmSync(folder, { recursive: true }));

const data = join(folder, 'the data');
const backups = join(folder, 'the backups');
const print = (file: string) => succeed('service', 'print', file, '--data', data, '--backups', backups);

/** Splits a command into words like systemd. */
function wordsOf(unit: string, setting: string): string[] {
  const line = new RegExp(`^${setting}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  return [...line.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).replace(/\\(.)/g, '$1').replaceAll('$$', '$').replaceAll('%%', '%'),
  );
}

const isVerified = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!isVerified)
  console.warn(
    '\n*** SKIPPED: systemd-analyze is missing, so THE UNITS ARE NOT VERIFIED (apt-get install systemd) ***\n',
  );

/** Maximum exposure that systemd reports, on a scale from 0 (none) to 10. */
const EXPOSURE_MAX = 2;

describe.skipIf(!isVerified)('systemd', () => {
  it.each([[[]], [['--data', data, '--backups', backups]]])('accepts the units, with %j', async (flags) => {
    const units = mkdtempSync(join(folder, 'units-'));
    const names = {
      service: 'cardfile.service',
      'backup-service': 'cardfile-backup.service',
      'backup-timer': 'cardfile-backup.timer',
    };
    for (const [file, name] of Object.entries(names)) {
      const text = await succeed('service', 'print', file, ...flags);
      expect(text).toContain(`# /etc/systemd/system/${name}`);
      writeFileSync(join(units, name), text);
    }
    const files = Object.values(names).map((name) => join(units, name));
    const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
    for (const file of files.filter((name) => name.endsWith('.service'))) {
      const rated = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' }).stdout;
      expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(rated)?.[1])).toBeLessThanOrEqual(EXPOSURE_MAX);
    }
  });
});

it('prints the service by default, for the data folder of Debian packages and this program', async () => {
  const unit = await succeed('service', 'print');
  expect(wordsOf(unit, 'ExecStart')).toEqual([process.execPath, expect.stringMatching(/\/bin\/cardfile$/), 'serve']);
  expect(unit).toMatch(/^StateDirectory=cardfile$/m);
  expect(wordsOf(unit, 'Environment')).toContain('CARDFILE_DATA=/var/lib/cardfile');
});

it('starts a server that has failed again and again, so that it returns when its database does', async () => {
  const unit = await succeed('service', 'print');
  expect(unit).toMatch(/^Restart=on-failure$/m);
  // systemd gives up for good after as many starts as its limit allows, unless the interval is 0.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

it('has a backup command that writes a verified copy of the day, and removes interrupted ones and those older than two weeks', async () => {
  await succeed('plans', 'set', 'small', '--credits', '10', '--rps', '1', '--data', data);
  await succeed('index', '--data', data);
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03.partial', 'mine'])
    mkdirSync(join(backups, day), { recursive: true });
  for (const day of ['2026-01-01', 'mine']) utimesSync(join(backups, day), 0, 0);

  const unit = await print('backup-service');
  const env = { ...process.env, ...Object.fromEntries(wordsOf(unit, 'Environment').map((one) => one.split('='))) };
  for (const line of unit.match(/^ExecStart(Post)?=.*$/gm) ?? []) {
    const [command = '', ...args] = wordsOf(line, line.replace(/=.*/, ''));
    const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  }
  const today = new Date().toISOString().slice(0, 10);
  expect(readdirSync(backups).sort()).toEqual(['2026-01-02', today, 'mine']);
  expect(await succeed('backup', '--verify', join(backups, today))).toContain('accounts');
});

it('limits size and age of the logs', async () => {
  expect(await print('journal')).toMatch(/^\[Journal\]\nSystemMaxUse=1G\nMaxRetentionSec=90day$/m);
});

it.each([
  [['--data', 'data'], '--data data must be the full path of a folder'],
  [['--backups', '/srv/$(reboot)'], '--backups /srv/$(reboot) must be the full path of a folder'],
  [['--user', 'a b'], '--user a b is not the name of a user'],
  [['cron'], "'cron' is not a valid file. Allowed choices are service, backup-service, backup-timer, journal."],
] as const)('rejects %j', async (args, fault) => {
  const { code, stdout, stderr } = await run('service', 'print', ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(fault);
});
