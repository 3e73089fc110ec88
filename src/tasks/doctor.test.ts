import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openAccounts } from '../app/account-stores.ts';
import { readConfig } from '../app/config.ts';
import { buildHere } from './build-edition.ts';
import { examine } from './doctor.ts';
import { importFiles } from './import-files.ts';
import { checkUpgrade, upgrade } from './upgrade.ts';

const data = mkdtempSync(join(tmpdir(), 'cardfile-doctor-'));
afterAll(() => rmSync(data, { recursive: true }));

const { config } = readConfig({ data: join(data, 'catalog') }, {});

it('makes no data folder, and says what it begins to read where that takes long, after all that takes no time', async () => {
  const reported: string[] = [];
  const before = await examine(config, (text) => reported.push(text));
  expect(reported).toEqual([]);
  expect(before).toContainEqual(expect.objectContaining({ check: 'data folder', state: 'warn' }));
  expect(before.map(({ check }) => check).slice(-2)).toEqual(['accounts', 'catalog']);

  expect(existsSync(config.data)).toBe(false);

  mkdirSync(config.data);
  const catalog = join(config.data, 'catalog.db');
  writeFileSync(catalog, 'no catalog');
  truncateSync(catalog, 512 * 1024 ** 2);
  const after = await examine(config, (text) => reported.push(text));
  expect(reported).toEqual([expect.stringMatching(/^Checking the catalog: reading all 0\.5 GiB/)]);
  expect(after.at(-1)).toMatchObject({ check: 'catalog', state: 'bad' });
});

it('names variables that look like settings, and the settings that are meant', async () => {
  const settings = async (environment: NodeJS.ProcessEnv) =>
    (await examine(config, () => undefined, environment)).find(({ check }) => check === 'settings');
  const links = { CARDFILE_SERVICE_HOST: '10.0.0.1', CARDFILE_PORT_8080_TCP_ADDR: '10.0.0.1' };
  const known = { CARDFILE_PORT: '8080', CARDFILE_KEY: 'cf_live_x', HOME: '/', ...links };
  expect(await settings(known)).toMatchObject({ state: 'ok' });
  expect(await settings({ ...known, CARDFILE_RETENTION_DAY: '9', CARDFILE_POSTGRES: '1' })).toEqual({
    check: 'settings',
    state: 'warn',
    found: 'ignored, because there is no such setting: CARDFILE_RETENTION_DAY, CARDFILE_POSTGRES',
    remedy: 'correct or remove them; did you mean CARDFILE_RETENTION_DAYS for CARDFILE_RETENTION_DAY?',
  });
});

it('reports a data folder that is a file once, and looks for no stores in it', async () => {
  const file = join(data, 'a-file');
  writeFileSync(file, '');
  const findings = await examine({ ...config, data: file }, () => undefined, {});
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([
    {
      check: 'data folder',
      state: 'bad',
      found: `${file}: it is not a folder, or a part of the path is not`,
      remedy: 'choose a folder that this user may read and write, with --data or CARDFILE_DATA',
    },
  ]);
});

it('changes no file of an older version, of which it names the remedy', async () => {
  const { config: older } = readConfig({ data: join(data, 'older') }, {});
  const companies = join(data, 'companies.jsonl');
  writeFileSync(companies, '{"name":"Braveton","domain":"braveton.example"}\n');
  await importFiles(older, { kind: 'companies', files: [companies], source: 'test', index: false });
  await buildHere(older);
  await (await openAccounts(older)).accounts.close();
  const catalog = new Database(join(older.data, 'catalog.db'));
  catalog.pragma('user_version = 2');
  catalog.close();
  for (const name of readdirSync(older.data)) if (name.endsWith('.lock')) rmSync(join(older.data, name));

  const before = contentsOf(older.data);
  const found = new Map((await examine(older, () => undefined)).map((finding) => [finding.check, finding]));
  await checkUpgrade(older);
  expect(contentsOf(older.data)).toEqual(before);
  expect(found.get('catalog')).toMatchObject({ state: 'warn', remedy: expect.stringMatching(/cardfile upgrade run$/) });
  expect(found.get('edition')).toMatchObject({ state: 'warn', found: expect.stringMatching(/not compared/) });
  expect(found.get('accounts')).toMatchObject({ state: 'ok' });

  expect((await upgrade(older, null)).migrated).toEqual(['catalog']);
  const after = (await examine(older, () => undefined)).filter(({ check }) => ['catalog', 'edition'].includes(check));
  expect(after.map(({ state }) => state)).toEqual(['ok', 'ok']);
});

/** Each file of the folder, without the shared memory of SQLite. */
function contentsOf(folder: string): [name: string, bytes: string][] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/-(?:wal|shm)$/.test(path));
  return paths.sort().map((path) => [path, readFileSync(path, 'latin1')]);
}
