// cardfile generate: files of an earlier command are replaced with --force only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runHere } from '../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('replaces files with --force only', async () => {
  const generate = (...args: string[]) => runHere('generate', '--people', '3', '--out', folder, ...args);
  const people = () => readFileSync(join(folder, 'people.jsonl'), 'utf8');
  expect(await generate()).toMatchObject({ code: 0 });
  const before = people();
  rmSync(join(folder, 'companies.jsonl'));
  expect(await generate('--seed', '2')).toMatchObject({
    code: 1,
    stderr: `error: ${join(folder, 'people.jsonl')} exists already: name another folder with --out, or replace it with --force\n`,
  });
  expect(people()).toBe(before);
  expect(await generate('--seed', '2', '--force')).toMatchObject({ code: 0 });
  expect(people()).not.toBe(before);
});
