import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { forgetPerson } from './forget-person.ts';
import { isImportingHere } from './import-lock.ts';

test('where a store cannot be opened, nothing keeps other changes of records off the data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-forget-person-'));
  const { config } = readConfig({ data: folder }, {});
  mkdirSync(join(folder, 'members.db'));
  const forgetting = forgetPerson(config, { slug: 'any' }, { suppress: false, verify: false, onMessage: () => {} });
  await expect(forgetting).rejects.toThrow('members.db');
  expect(isImportingHere(config)).toBe(false);
  rmSync(folder, { recursive: true });
});
