import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAccounts, openMembers } from '../app/account-stores.ts';
import { type Config, readConfig } from '../app/config.ts';
import { lockData } from '../app/locks.ts';
import type { SchemaStep } from '../ops/sqlite/sqlite-file.ts';
import { buildHere } from './build-edition.ts';
import { importFiles } from './import-files.ts';
import { checkUpgrade, upgrade } from './upgrade.ts';

/** The next version of Cardfile: its members have one more column. */
const next = vi.hoisted(() => ({ isInstalled: false }));
vi.mock('../members/sqlite/schema.ts', async (original) => {
  const { MEMBERS_SCHEMA: released } = (await original()) as { MEMBERS_SCHEMA: readonly SchemaStep[] };
  const added: SchemaStep = (database) => void database.exec('ALTER TABLE member ADD COLUMN phone TEXT');
  const steps = () => (next.isInstalled ? [...released, added] : released);
  return {
    get MEMBERS_SCHEMA() {
      return steps();
    },
  };
});

let folder: string;
let config: Config;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-upgrade-'));
  config = readConfig({ data: join(folder, 'data') }, {}).config;
  const file = join(folder, 'companies.jsonl');
  writeFileSync(file, '{"name":"Braveton","domain":"braveton.example"}\n');
  await importFiles(config, { kind: 'companies', files: [file], source: 'test', index: false });
  await buildHere(config);
  await (await openAccounts(config)).accounts.close();
  await (await openMembers(config)).close();
});
afterEach(() => {
  next.isInstalled = false;
  rmSync(folder, { recursive: true });
});

const findingsOf = async () => Object.fromEntries((await checkUpgrade(config)).map((each) => [each.check, each]));

function inStore<Result>(name: string, use: (database: Database.Database) => Result): Result {
  const database = new Database(join(config.data, name));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

it('finds nothing to do in a folder of this version, and changes nothing', async () => {
  const findings = await checkUpgrade(config);
  expect(findings.map(({ check, state }) => [check, state])).toEqual(
    ['server', 'accounts', 'members', 'catalog', 'disk', 'edition'].map((check) => [check, 'ok']),
  );
  expect(await upgrade(config, null)).toEqual({ backup: null, migrated: [] });
});

it('makes a backup of the older tables before it migrates them', async () => {
  next.isInstalled = true;
  expect((await findingsOf())['members']?.found).toBe('tables of version 1; this Cardfile migrates them to version 2');
  expect(inStore('members.db', (database) => database.pragma('user_version', { simple: true }))).toBe(1);
  const backup = join(folder, 'backup');
  const { migrated } = await upgrade(config, backup);
  expect(migrated).toEqual(['members']);
  const columns = (database: Database.Database) => database.pragma('table_info(member)') as { name: string }[];
  expect(inStore('members.db', columns).map(({ name }) => name)).toContain('phone');
  const before = new Database(join(backup, 'members.db'), { readonly: true });
  expect(columns(before).map(({ name }) => name)).not.toContain('phone');
  before.close();
  expect((await findingsOf())['members']?.state).toBe('ok');
});

it.each([
  ['a newer Cardfile', 'user_version = 99', /written by a newer Cardfile; this one supports versions up to 3$/],
  [
    'a Cardfile from before the first release',
    'application_id = 0',
    /^made by a Cardfile from before the first release$/,
  ],
])('rejects a store of %s, and changes nothing', async (_, pragma, found) => {
  inStore('catalog.db', (database) => database.pragma(pragma));
  const bytes = readFileSync(join(config.data, 'catalog.db'));
  const finding = (await findingsOf())['catalog'];
  expect(finding?.state).toBe('bad');
  expect(finding?.found).toMatch(found);
  const backup = join(folder, 'backup');
  await expect(upgrade(config, backup)).rejects.toThrow(`catalog: ${finding?.found}; ${finding?.remedy}`);
  expect(existsSync(backup)).toBe(false);
  expect(readFileSync(join(config.data, 'catalog.db')).equals(bytes)).toBe(true);
});

it('reports a store whose columns a newer Cardfile has dropped as written by a newer one', async () => {
  inStore('catalog.db', (database) =>
    database.exec('ALTER TABLE person_contribution DROP COLUMN met_runs; PRAGMA user_version = 99'),
  );
  const finding = (await findingsOf())['catalog'];
  expect(finding?.found).toMatch(/^tables of version 99, written by a newer Cardfile/);
  expect(finding?.remedy).toMatch(/^install that version, or restore the backup/);
});

it('builds an edition of another format again at the next start', async () => {
  const editions = join(config.data, 'editions');
  const name = readdirSync(editions).find((each) => each.endsWith('.edition')) ?? '';
  const bytes = readFileSync(join(editions, name));
  bytes.writeUInt32LE(77, 8);
  writeFileSync(join(editions, name), bytes);
  expect((await findingsOf())['edition']?.found).toBe('of another format: the next serve builds it again');
});

it('does nothing while a server runs', async () => {
  const lock = lockData(config, 'serve');
  expect((await findingsOf())['server']?.state).toBe('warn');
  await expect(upgrade(config, null)).rejects.toThrow('a server runs on this data folder: stop it, then upgrade');
  lock?.release();
});
