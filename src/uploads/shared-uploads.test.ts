import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { openUploadStore } from './open-uploads.ts';

test('a server removes the previews of a killed one at its start, and nothing else', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cardfile-previews-'));
  const { config } = readConfig({ data }, { CARDFILE_DATABASE: 'postgres://127.0.0.1:1/none' });
  const uploads = openUploadStore(config);
  await uploads.removeLeftOvers();
  const folderOf = (name: string) => join(data, 'uploads', name);
  for (const name of ['preview-old', 'preview-new', 'upl_old']) {
    mkdirSync(folderOf(name), { recursive: true });
    writeFileSync(join(folderOf(name), 'people.csv'), 'name');
    if (name.endsWith('old')) utimesSync(folderOf(name), 1, 1);
  }
  await uploads.removeLeftOvers();
  expect(readdirSync(join(data, 'uploads')).sort()).toEqual(['preview-new', 'upl_old']);
  await uploads.close();
  rmSync(data, { recursive: true });
});
