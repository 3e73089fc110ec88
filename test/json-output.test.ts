// The output of `--json`: member names of the API, with one name per concept in all commands.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PATHS } from '../src/contract/endpoints/paths.ts';
import { succeed } from './support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-json-'));
afterAll(() => rmSync(folder, { recursive: true }));

const jsonOf = async (...args: string[]) =>
  JSON.parse(await succeed(...args, '--json', '--data', join(folder, 'data')));

/** The names of all members, at any depth. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesOf(member)]);
}

it('describes a key in the same form when it is created, listed or revoked, and shows its secret only once', async () => {
  await jsonOf('plans', 'set', 'pro', '--credits', '10', '--rps', '5');
  await jsonOf('accounts', 'create', 'acme', '--plan', 'pro');
  const { key, ...made } = await jsonOf('keys', 'create', '--account', 'acme', '--name', 'crm');
  expect(made).toMatchObject({ account: 'acme', name: 'crm', allowed_apis: PATHS, expires_at: null });
  const limited = await jsonOf('keys', 'create', '--account', 'acme', '--allow', '/v2/enrichment/email');
  const [listed, other] = await jsonOf('keys', 'list');
  expect(listed).toMatchObject(made);
  expect(listed).not.toHaveProperty('key');
  expect(key).toContain(listed.masked.slice(-4));
  expect(other.allowed_apis).toEqual(limited.allowed_apis);
  expect(await jsonOf('keys', 'revoke', made.id)).toMatchObject({ ...made, revoked_at: expect.any(String) });
});

it('names all members of imports and records in snake_case', async () => {
  const file = join(folder, 'companies.csv');
  writeFileSync(file, 'name,website,Mood\nAcme,acme.example,good\n,none.example,bad\n');
  const imported = await jsonOf('import', 'companies', file, '--source', 'crm');
  const shown = await jsonOf('imports', 'show', '1');
  expect(imported).toMatchObject({ created: 1, rejected: 1, top_rejects: [{ count: 1 }] });
  expect(shown).toMatchObject({ created: 1, rejected: 1, started_at: expect.any(String), undone_at: null });
  const [listed] = await jsonOf('imports', 'list');
  expect(shown).toMatchObject(listed);
  const outputs = [
    imported,
    shown,
    await jsonOf('explain', 'company', 'acme'),
    await jsonOf('doctor'),
    await jsonOf('index'),
  ];
  expect(namesOf(outputs).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
});
