// Undoing an import: its progress, and the messages of a command that is repeated after an interruption.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, readConfig } from '../app/config.ts';
import { buildHere } from './build-edition.ts';
import { changeRecords, undoImport } from './change-records.ts';
import { importFiles } from './import-files.ts';

const OUTDATED = 'Searches do not contain all changes of the records yet: run cardfile index.';

let folder = '';
let config: Config;
let messages: string[] = [];
const onMessage = (text: string) => void messages.push(text);
const now = { index: true, onMessage, everyMs: 0 };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-changes-'));
  config = readConfig({ data: join(folder, 'data'), logLevel: 'silent' }, {}).config;
  messages = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

async function importPeople(...slugs: string[]): Promise<void> {
  const file = join(folder, 'people.jsonl');
  const rows = slugs.map((slug) => ({ network_url: `https://www.network.example/in/${slug}`, full_name: slug }));
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  await importFiles(config, { kind: 'people', files: [file], source: slugs.join(), index: false });
}

test('the undo of an import reports its progress only if it takes long', async () => {
  await importPeople('jane', 'joe');
  await importPeople('jane', 'ann');
  await undoImport(config, 2, { ...now, index: false });
  const committing = messages.pop();
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/^Undoing import 2: \d\d?%\.$/);
  expect(committing).toBe('Undoing import 2: all records are changed, committing.');
  messages = [];
  await undoImport(config, 1, { index: false, onMessage });
  expect(messages).toEqual([]);
});

test('an undo that ended before its edition says so when it is repeated', async () => {
  await importPeople('jane');
  await importPeople('joe');
  await buildHere(config);
  await undoImport(config, 2, { index: false, onMessage });
  for (let again = 0; again < 2; again += 1) {
    messages = [];
    await expect(undoImport(config, 2, now)).rejects.toThrow('was undone');
    expect(messages).toEqual([OUTDATED]);
  }
  messages = [];
  await changeRecords(config, { ...now, hasChanged: (records: number) => records > 0 }, async () => 0);
  expect(messages).toEqual([OUTDATED]);
  await buildHere(config);
  messages = [];
  await expect(undoImport(config, 2, now)).rejects.toThrow('was undone');
  expect(messages).toEqual([]);
});

test('a mistake in an empty data folder is not followed by a note on searches', async () => {
  await expect(undoImport(config, 99, now)).rejects.toThrow('there is no import 99');
  expect(messages).toEqual([]);
});
