import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../app/config.ts';
import { examine } from './doctor.ts';

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
