// Failures of commands: an unknown target changes nothing and exits with 1, wrong usage exits with 2, and with --json
// either error is one object.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runHere } from '../support/command.ts';
import { run, runBy, succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-failures-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const people = join(folder, 'people.jsonl');
  const companies = join(folder, 'companies.jsonl');
  writeFileSync(people, `${JSON.stringify({ network_url: '/in/jane-doe', full_name: 'Jane Doe' })}\n`);
  writeFileSync(
    companies,
    `${JSON.stringify({ network_url: '/company/acme', name: 'Acme', domain: 'acme.example' })}\n`,
  );
  await succeed('import', 'companies', companies, '--no-index', '--data', data);
  await succeed('import', 'people', people, '--data', data);
  await succeed('plans', 'set', 'pro', '--credits', '10', '--rps', '5', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  await succeed('keys', 'create', '--account', 'acme', '--data', data);
});

/** Every row of every store, and the current edition. */
function state(): string {
  const rows = ['catalog.db', 'accounts.db', 'members.db'].map((name) => {
    if (!existsSync(join(data, name))) return {};
    const database = new Database(join(data, name), { readonly: true });
    const tables = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    const all = tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).all()] as const);
    database.close();
    // A store that the command creates without rows counts as missing.
    return Object.fromEntries(all.filter(([, found]) => found.length > 0));
  });
  return JSON.stringify([rows, readFileSync(join(data, 'editions', 'current.json'), 'utf8')]);
}

const UNKNOWN: readonly (readonly [line: string, message: string])[] = [
  ['forget person unknown', 'nothing was removed'],
  ['forget person unknown --verify', 'nothing was removed'],
  ['forget person --email unknown@acme.example --verify', 'nothing was removed'],
  ['forget person --phone +15735550199 --verify', 'nothing was removed'],
  ['suppress remove unknown@acme.example', 'not on the list'],
  ['explain person unknown', 'there is no person unknown'],
  ['explain person --email unknown@acme.example', 'there is no person with unknown@acme.example'],
  ['explain person --phone +15735550199', 'there is no person with +15735550199'],
  ['explain company unknown', 'there is no company unknown'],
  ['split company unknown --row 1', 'there is no company unknown: give the slug'],
  ['split person jane-doe --row 99', 'has no row 99'],
  ['imports show 99', 'there is no import 99'],
  ['imports undo 99', 'there is no import 99'],
  ['sources set unknown --priority 1', 'there is no source unknown'],
  ['keys create --account unknown', "no account named 'unknown'"],
  ['keys list --account unknown', "no account named 'unknown'"],
  ['keys revoke ikey_none', "no ingest key with id 'ikey_none'"],
  ['keys revoke key_none', "no key has the id 'key_none'"],
  ['keys rotate key_none', "no key has the id 'key_none'"],
  ['accounts create beta --plan none', "no plan named 'none'"],
  ['accounts grant unknown --credits 5', "no account named 'unknown'"],
  ['accounts rename unknown other', "no account named 'unknown'"],
  ['accounts move unknown --plan pro', "no account named 'unknown'"],
  ['accounts move acme --plan none', "no plan named 'none'"],
  ['accounts suspend unknown', "no account named 'unknown'"],
  ['accounts resume unknown', "no account named 'unknown'"],
  ['accounts remove unknown', "no account named 'unknown'"],
  ['plans rename none other', "no plan named 'none'"],
  ['plans remove none', "no plan named 'none'"],
  ['usage --account unknown', "no account named 'unknown'"],
  ['members invite ann@acme.example --account unknown', "no account named 'unknown'"],
  ['members remove unknown@acme.example', 'no member was removed'],
];

describe('an unknown target', () => {
  it.each(UNKNOWN)('`%s` exits with 1, prints a sentence, and changes nothing', async (line, message) => {
    const before = state();
    const { code, stdout, stderr } = await runHere(...line.split(' '), '--data', data);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toContain(message);
    const json = await runHere(...line.split(' '), '--json', '--data', data);
    expect([json.code, json.stdout]).toEqual([1, '']);
    expect(JSON.parse(json.stderr)).toEqual({
      error: { code: 'NOT_FOUND', message: expect.stringContaining(message) },
    });
    expect(state()).toBe(before);
  });
});

describe('an error with --json', () => {
  it.each([
    ['frobnicate', 2, 'WRONG_USE'],
    ['', 2, 'WRONG_USE'],
    ['keys', 2, 'WRONG_USE'],
    ['keys revoke', 2, 'WRONG_USE'],
    ['keys list --nope', 2, 'WRONG_USE'],
    ['keys create', 2, 'WRONG_USE'],
    ['keys create --ingest --account acme', 2, 'WRONG_USE'],
    ['keys list --ingest --account acme', 2, 'WRONG_USE'],
    ['keys rotate ikey_0123456789abcdef', 2, 'WRONG_USE'],
    ['import persons x.csv', 2, 'WRONG_USE'],
    ['import people x.csv --map job_title', 2, 'WRONG_USE'],
    ['import people x.csv --map job_titel=Role', 2, 'WRONG_USE'],
    ['import people x.csv --source= ', 2, 'WRONG_USE'],
    ['usage --by mood', 2, 'WRONG_USE'],
    ['serve --port 99999', 2, 'WRONG_SETTING'],
    ['forget person', 2, 'WRONG_USE'],
    ['explain person', 2, 'WRONG_USE'],
    ['explain person jane-doe --email jane.doe@acme.example', 2, 'WRONG_USE'],
    ['explain company', 2, 'WRONG_USE'],
    ['explain company acme --email jane.doe@acme.example', 2, 'WRONG_USE'],
    ['suppress add jane.doe', 2, 'WRONG_USE'],
    ['plans set pro --credits 1 --rps 10001', 1, 'FAILED'],
    ['import people missing.csv', 1, expect.stringMatching(/^[A-Z_]+$/)],
  ])('is one object on standard error, with the exit status of the text form: `%s`', async (line, status, code) => {
    const args = [...line.split(' ').filter((word) => word !== ''), '--data', data];
    const json = await runHere(...args, '--json');
    expect([json.code, json.stdout]).toEqual([status, '']);
    expect(JSON.parse(json.stderr)).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
    const words = await runHere(...args);
    expect(words.code).toBe(status);
    if (line !== '' && line !== 'keys') expect(words.stderr).toContain('error:');
  });
});

it.each([
  ...['index', 'usage', 'imports list', 'plans list', 'accounts create acme --plan pro', 'keys list', 'members list'],
  ...['explain company acme', 'forget person jane-doe', 'review list', 'suppress list', 'sources list'],
])('`%s` rejects a missing data folder, and does not create it', async (line) => {
  const missing = join(folder, 'dtaa');
  const { code, stderr } = await runHere(...line.split(' '), '--data', missing);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`the data folder ${missing} does not exist`)]);
  expect(existsSync(missing)).toBe(false);
});

it.each([
  ['sources set crm --priority 1e9', '--priority must be a whole number from -999999 to 999999, not "1e9"'],
  ['sources set crm --priority -9999999', '--priority must be a whole number from -999999 to 999999, not "-9999999"'],
  ['accounts grant acme --credits -5', '--credits must be a whole number from 1, not "-5"'],
  ['generate --people 9999999999 --out x', '--people must be a whole number from 1 to 134217728, not "9999999999"'],
  ['generate --people 1 --companies 9999999999 --out x', '--companies must be a whole number from 1 to 134217728'],
  ['generate --people 1 --jobs 9999999999 --out x', '--jobs must be a whole number from 0 to 134217728'],
  ['import people x.csv --country XX', '--country: there is no country "XX"'],
  ['import people x.csv --encoding klingon', '--encoding: there is no encoding "klingon"'],
])('`%s` names the option, its range and the value', async (line, message) => {
  const { code, stderr } = await runHere(...line.split(' '), '--data', data);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('an act on accounts is done once, with a warning, if the audit log cannot be written', async () => {
  const copy = join(folder, 'no-audit-log');
  cpSync(data, copy, { recursive: true });
  writeFileSync(join(copy, 'members.db'), 'not a database');
  const { code, stdout, stderr } = await runHere('accounts', 'grant', 'acme', '--credits', '5', '--data', copy);
  expect([code, stdout]).toEqual([0, expect.stringContaining('granted: 5')]);
  expect(stderr).toContain('warning: this is done, but the audit log has no entry for it: ');
});

it('an argument that is not one of its choices is named with them', async () => {
  const sentence = "'persons' is not a valid kind. Allowed choices are companies, people, jobs.";
  expect((await runHere('import', 'persons', 'x.csv')).stderr).toContain(`error: ${sentence}`);
  const { stderr } = await runHere('import', 'persons', 'x.csv', '--json');
  expect(JSON.parse(stderr).error.message).toBe(sentence);
});

describe('a value to suppress', () => {
  it.each(['jane.doe', 'jane-doe', 'jane.doe@acme', 'acme.internal', 'www.jane.doe'])(
    'is rejected if its kind is ambiguous: %s',
    async (value) => {
      const before = state();
      for (const verb of ['add', 'remove']) {
        const { code, stderr } = await runHere('suppress', verb, 'joe@acme.example', value, '--data', data);
        expect([code, stderr]).toEqual([2, expect.stringContaining('--as email|phone|person|company|domain')]);
      }
      expect(state()).toBe(before);
    },
  );

  it('has the kind that --as states', async () => {
    const copy = join(folder, 'copy');
    cpSync(data, copy, { recursive: true });
    const add = async (...args: string[]) =>
      JSON.parse(await succeed('suppress', 'add', ...args, '--data', copy, '--json'));
    expect(await add('jane-doe', '--as', 'person')).toMatchObject([{ kind: 'person', hidden_people: 1 }]);
    expect(await add('acme', '--as', 'company', '--reason', 'wrong_data')).toMatchObject([
      { kind: 'company', hidden_companies: 1 },
    ]);
    expect(await add('acme.internal', '--as', 'domain')).toMatchObject([{ kind: 'domain', hidden_companies: 0 }]);
    const listed = JSON.parse(await succeed('suppress', 'list', '--data', copy, '--json'));
    expect(listed.map(({ kind, reason }: Record<string, string | null>) => [kind, reason])).toEqual(
      expect.arrayContaining([
        ['person', null],
        ['company', 'wrong_data'],
      ]),
    );
    const withReason = ['suppress', 'add', 'acme', '--as', 'company', '--data', copy, '--reason'];
    expect((await runHere(...withReason, 'because')).code).toBe(2);
    expect((await runHere('suppress', 'add', 'jane doe', '--as', 'person', '--data', copy)).code).toBe(2);
    const removed = await succeed('suppress', 'remove', 'jane-doe', '--as', 'person', '--data', copy, '--json');
    expect(JSON.parse(removed)).toMatchObject([{ kind: 'person', removed: true }]);
  });

  it('causes a warning if it hides nothing, and none if it hides a record', async () => {
    const copy = join(folder, 'warned');
    cpSync(data, copy, { recursive: true });
    const missed = await runHere('suppress', 'add', 'acmee.example', '--data', copy);
    expect([missed.code, missed.stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: acmee\.example .*nothing was hidden/),
    ]);
    const again = ['suppress', 'add', 'acme.example', '--data', copy];
    expect(await runHere(...again)).toMatchObject({ code: 0, stderr: '' });
    expect((await runHere(...again)).stderr).toContain('matches no record, or only hidden ones');
  });
});

it.each(['nosuch.example', '203.0.113.9'])(
  'serve on %s, an address of another machine, names the settings',
  async (host) => {
    const { code, stderr } = await run('serve', '--host', host, '--port', '0', '--data', data);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/cannot listen on .*CARDFILE_HOST/) });
    expect(stderr).toContain(host);
  },
);

it.each([
  ['CARDFILE_OIDC_ISSUER', 'https://id.acme.example', 'set all three or none'],
  ['CARDFILE_MAIL_FROM', 'cardfile@acme.example', 'set all three, or neither of the first two'],
])('ends a server that has only %s of the settings that belong together', async (name, value, message) => {
  vi.stubEnv(name, value);
  const served = ['--workers', '1', '--port', '0', '--data', join(folder, 'served')];
  const failed = await runBy({ limitMs: 60_000 }, 'serve', ...served).finally(() => vi.unstubAllEnvs());
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(message);
  expect(failed.stderr).not.toContain('at ');
});
