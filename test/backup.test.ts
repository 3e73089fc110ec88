// Backup, restore and export by an operator: under full load, over existing data, interrupted, and from damaged
// copies.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acquireLock } from '../src/ops/files/exclusive-lock.ts';
import { runHere } from './support/command.ts';
import { call, endServers, run, serve, succeed } from './support/program.ts';

const EMAIL = '/v2/enrichment/email';
const SEARCH = '/v2/search/people';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-backup-'));
const data = join(folder, 'data');
const copy = join(folder, 'copy');
let key = '';
let person = '';

beforeAll(async () => {
  await succeed('generate', '--people', '3000', '--out', folder);
  for (const kind of ['companies', 'people', 'jobs'])
    await succeed('import', kind, join(folder, `${kind}.jsonl`), '--no-index', '--data', data);
  await succeed('index', '--data', data);
  await succeed('plans', 'set', 'pro', '--credits', '1000000', '--rps', '10000', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
  const lines = readFileSync(join(folder, 'people.jsonl'), 'utf8').split('\n').slice(0, -1);
  const withMail = lines.map((line) => JSON.parse(line)).find((one) => one.emails.length > 0);
  person = withMail.network_url;
}, 120_000);
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The charges in a data folder, and whether their sums agree. */
function ledgerOf(where: string) {
  const database = new Database(join(where, 'accounts.db'), { readonly: true });
  try {
    return database
      .prepare<[], { used: number; charges: number }>(
        `SELECT (SELECT coalesce(sum(used), 0) FROM balance) AS used,
           (SELECT count(DISTINCT request_id) FROM ledger WHERE kind = 'charge') AS charges`,
      )
      .get() as { used: number; charges: number };
  } finally {
    database.close();
  }
}

const filesOf = (where: string) => readdirSync(where).sort();
const search = { people: { job_level: ['Manager'] }, max_results: 20 };

describe('a backup', () => {
  it('during paid calls completes, and restores the same answers and a consistent ledger', async () => {
    const server = await serve('--data', data, '--log-level', 'warn');
    let isOver = false;
    let paid = 0;
    const callers = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const { status } = await call(server.base, key, EMAIL, { person_network_url: person });
        expect(status).toBe(200);
        paid += 1;
      }
    });
    try {
      await expect.poll(() => paid).toBeGreaterThan(200);
      const before = paid;
      await succeed('backup', copy, '--verify', '--data', data);
      expect(paid, 'calls continue meanwhile').toBeGreaterThan(before);
      isOver = true;
      await Promise.all(callers);
      const { used, charges } = ledgerOf(copy);
      expect(used).toBe(charges);
      expect(used).toBeGreaterThanOrEqual(before);
      expect(used).toBeLessThanOrEqual(paid);
    } finally {
      isOver = true;
      await Promise.allSettled(callers);
    }
    const restored = join(folder, 'restored');
    const { code, stderr } = await run('restore', copy, '--data', restored);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/warning: keys revoked since 20/),
    });
    expect(stderr).toContain('cardfile keys list --ingest');
    expect(stderr).toContain('Next: cardfile serve');
    const again = await serve('--data', restored, '--log-level', 'warn');
    const urls = async (base: string) =>
      (await call(base, key, SEARCH, search)).body.results.map((one: { network_url: string }) => one.network_url);
    expect(await urls(again.base)).toEqual(await urls(server.base));
    expect((await call(again.base, key, EMAIL, { person_network_url: person })).status).toBe(200);
    await Promise.all([server.end('SIGTERM'), again.end('SIGTERM')]);
    const { used, charges } = ledgerOf(restored);
    expect(used).toBe(charges);
  }, 120_000);

  it('rejects a folder with contents, replaces a backup with --force, and never replaces other files', async () => {
    const target = join(folder, 'target');
    await succeed('backup', target, '--data', data);
    const names = filesOf(target);
    expect(names).toEqual(['accounts.db', 'backup.json', 'catalog.db', 'members.db']);
    const rejected = await runHere('backup', target, '--data', data);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    await succeed('backup', target, '--force', '--data', data);
    expect(filesOf(target)).toEqual(names);
    writeFileSync(join(target, 'thesis.txt'), 'mine');
    const stranger = await runHere('backup', target, '--force', '--data', data);
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('thesis.txt') });
    expect(readFileSync(join(target, 'thesis.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(folder).filter((name) => /partial|replaced/.test(name))).toEqual([]);
  });

  it('locks its folder, and replaces the leftovers of an interrupted backup', async () => {
    const target = join(folder, 'contended');
    const names = () => readdirSync(folder).filter((name) => name.startsWith('contended'));
    const other = acquireLock(`${target}.lock`);
    const rejected = await runHere('backup', target, '--data', data);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('another command writes') });
    expect(names().filter((name) => !name.includes('.lock'))).toEqual([]);
    other?.release();
    mkdirSync(`${target}.partial/batches`, { recursive: true });
    writeFileSync(`${target}.partial/catalog.db`, 'half of it');
    await succeed('backup', target, '--verify', '--data', data);
    expect(names()).toEqual(['contended']);
    expect(filesOf(target)).toEqual(['accounts.db', 'backup.json', 'catalog.db', 'members.db']);
  });

  it('has records without accounts, and accounts without records; an empty data folder has nothing to copy', async () => {
    const line = join(folder, 'one-person.jsonl');
    writeFileSync(line, '{"full_name":"Jane Doe","network_url":"/in/jane-doe"}\n');
    const first = join(folder, 'first');
    await succeed('import', 'people', line, '--no-index', '--data', join(first, 'records'));
    await succeed('plans', 'set', 'pro', '--credits', '1', '--rps', '1', '--data', join(first, 'accounts'));
    for (const [name, people] of Object.entries({ records: 1, accounts: 0 })) {
      const target = join(first, `${name}-copy`);
      const copied = await runHere('backup', target, '--verify', '--json', '--data', join(first, name));
      expect(JSON.parse(copied.stdout)).toMatchObject({ verified: true, people });
      await succeed('restore', target, '--data', join(first, `${name}-again`));
    }
    const nothing = await runHere('backup', join(first, 'copy'), '--data', join(first, 'missing'));
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing to copy yet.*--data/) });
    const noExport = await runHere('export', join(first, 'exported'), '--data', join(first, 'missing'));
    expect(noExport).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing to export yet.*--data/) });
    expect(existsSync(join(first, 'exported'))).toBe(false);
    expect(existsSync(join(first, 'missing'))).toBe(false);
  });

  it('is verified without a copy on request, even if the name is mistyped; else the copy is announced', async () => {
    const mistyped = `${copy}-mistyped`;
    expect(await runHere('backup', '--verify', '--no-copy', mistyped, '--data', data)).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `error: there is no backup ${mistyped}\n`,
    });
    expect(existsSync(mistyped)).toBe(false);
    expect(JSON.parse(await succeed('backup', '--verify', '--no-copy', copy, '--json', '--data', data))).toMatchObject({
      ...{ copied: false, verified: true },
    });
    expect(await runHere('backup', '--no-copy', copy, '--data', data)).toMatchObject({ code: 2 });
    expect((await runHere('backup', '--verify', mistyped, '--data', data)).stderr).toMatch(
      `${mistyped} is not a backup yet: copying ${data} to it, then verifying the copy.\n`,
    );
  });

  it('can be verified later: a flipped bit and a wrong balance are found', async () => {
    const sound = JSON.parse(await succeed('backup', '--verify', copy, '--data', data, '--json'));
    expect(sound).toMatchObject({ copied: false, verified: true, people: 3000, accounts: 1 });
    const flipped = join(folder, 'flipped');
    cpSync(copy, flipped, { recursive: true });
    const bytes = readFileSync(join(flipped, 'catalog.db'));
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(join(flipped, 'catalog.db'), bytes);
    expect(await runHere('backup', flipped, '--verify', '--data', data)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('catalog.db'),
    });
    const rejected = await runHere('restore', flipped, '--data', join(folder, 'from-flipped'));
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged') });
    expect(existsSync(join(folder, 'from-flipped'))).toBe(false);
    const wrong = join(folder, 'wrong');
    cpSync(copy, wrong, { recursive: true });
    const database = new Database(join(wrong, 'accounts.db'));
    database.exec('UPDATE balance SET used = used + 1');
    database.close();
    expect(await runHere('backup', wrong, '--verify', '--data', data)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('balances are not the sum of the ledger'),
    });
  });
});

describe('a restore', () => {
  it('over data needs --force, and lists the keys, credits and suppressions that it undoes', async () => {
    const busy = join(folder, 'busy');
    await succeed('restore', copy, '--data', busy);
    const late = (await succeed('keys', 'create', '--account', 'acme', '--name', 'late', '--data', busy)).trim();
    const keys = JSON.parse(await succeed('keys', 'list', '--data', busy, '--json')) as { id: string; name: string }[];
    const first = keys.find(({ name }) => name !== 'late')?.id ?? '';
    await succeed('keys', 'revoke', first, '--data', busy);
    await succeed('suppress', 'add', 'jane.doe@acme.example', '--data', busy);
    const server = await serve('--data', busy, '--log-level', 'warn');
    expect((await call(server.base, late, EMAIL, { person_network_url: person })).status).toBe(200);
    expect(await run('restore', copy, '--data', busy, '--force')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use by a server'),
    });
    await server.end('SIGTERM');
    expect(await runHere('restore', copy, '--data', busy)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/empty data folder.*--force/),
    });
    const { code, stdout, stderr } = await runHere('restore', copy, '--data', busy, '--force', '--json');
    expect(code, stderr).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      revived_keys: [{ id: first }],
      lost_keys: [{ name: 'late' }],
      lost_suppressions: 1,
    });
    expect(report.lost_credits).toMatchObject([{ account: 'acme', used: 1 }]);
    expect(report.warnings.join('\n')).toContain(`cardfile keys revoke ${first}`);
    const members = new Database(join(busy, 'members.db'), { readonly: true });
    const noted = members.prepare("SELECT result FROM audit WHERE action = 'restore'").pluck().all() as string[];
    members.close();
    expect(noted.at(-1)).toContain(first);
  });

  it('that was interrupted while it replaced files locks the folder until it is repeated', async () => {
    const half = join(folder, 'half');
    mkdirSync(join(half, 'restore.partial'), { recursive: true });
    cpSync(join(copy, 'catalog.db'), join(half, 'catalog.db'));
    for (const command of [['serve', '--port', '0'], ['keys', 'list'], ['index']]) {
      const { code, stderr } = await runHere(...command, '--data', half);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('did not finish') });
    }
    expect(existsSync(join(half, 'accounts.db'))).toBe(false);
    expect(await runHere('restore', join(folder, 'flipped'), '--data', half, '--force')).toMatchObject({ code: 1 });
    expect(filesOf(half)).toEqual(['catalog.db', 'restore.partial']);
    await succeed('restore', copy, '--data', half, '--force');
    await succeed('keys', 'list', '--data', half);
  });

  it('of a newer Cardfile is rejected, and the data of the folder stays', async () => {
    const newer = join(folder, 'newer');
    cpSync(copy, newer, { recursive: true });
    const database = new Database(join(newer, 'catalog.db'));
    database.pragma('user_version = 99');
    database.close();
    // In the form that the newer version would write.
    const manifest = join(newer, 'backup.json');
    const [before, after] = [copy, newer].map((from) => sha256(readFileSync(join(from, 'catalog.db'))));
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(before ?? '', after ?? ''));
    const kept = join(folder, 'kept');
    await succeed('restore', copy, '--data', kept);
    rmSync(join(kept, 'index.lock'));
    const names = filesOf(kept);
    const bytes = readFileSync(join(kept, 'catalog.db'));
    expect(await runHere('restore', newer, '--data', kept, '--force')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('catalog: tables of version 99, written by a newer Cardfile'),
    });
    expect(readFileSync(join(kept, 'catalog.db')).equals(bytes)).toBe(true);
    expect(filesOf(kept)).toEqual(names);
  });

  it('replaces damaged data, and leaves no WAL of the old store next to the new one', async () => {
    const damaged = join(folder, 'damaged');
    mkdirSync(damaged);
    for (const name of ['catalog.db', 'accounts.db', 'accounts.db-wal', 'accounts.db-shm'])
      writeFileSync(join(damaged, name), 'no database');
    await succeed('restore', copy, '--data', damaged, '--force');
    expect(filesOf(damaged).filter((name) => /-wal|-shm|partial/.test(name))).toEqual([]);
    await succeed('keys', 'list', '--data', damaged);
  });
});

describe('an export', () => {
  it('rejects a folder with contents, and replaces an export with --force', async () => {
    const out = join(folder, 'out');
    await succeed('export', out, '--data', data);
    expect(await runHere('export', out, '--data', data)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force'),
    });
    await succeed('export', out, '--force', '--data', data);
    writeFileSync(join(out, 'mine.txt'), '');
    expect((await runHere('export', out, '--force', '--data', data)).stderr).toContain('mine.txt');
  });

  it('locks its folder, and leaves no folder behind if it fails', async () => {
    const target = join(folder, 'exported-twice');
    const other = acquireLock(`${target}.lock`);
    const rejected = await runHere('export', target, '--data', data);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('another command writes') });
    other?.release();
    const damaged = join(folder, 'damaged-catalog');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'catalog.db'), 'no catalog'.repeat(1000));
    expect(await runHere('export', target, '--data', damaged)).toMatchObject({ code: 1 });
    expect(existsSync(target)).toBe(false);
    await succeed('export', target, '--data', data);
    expect(readdirSync(folder).filter((name) => name.startsWith('exported-twice'))).toEqual(['exported-twice']);
  });

  it('names every company: by its profile URL, or by its slug, which a later import ignores', async () => {
    const [own, again, out] = ['named', 'again', 'named-out'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const csv = join(folder, 'named.csv');
    writeFileSync(
      csv,
      'name,network_url,country_code\nNo Profile GmbH,,DE\nAcme,https://network.example/company/acme,US\n',
    );
    await succeed('import', 'companies', csv, '--no-index', '--data', own);
    await succeed('export', out, '--data', own);
    const exported = join(out, 'companies.jsonl');
    const rows = readFileSync(exported, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ slug, network_url }) => slug ?? network_url)).toEqual([
      'no-profile-gmbh',
      expect.stringContaining('/company/acme'),
    ]);
    const report = JSON.parse(await succeed('import', 'companies', exported, '--no-index', '--data', again, '--json'));
    expect(report).toMatchObject({ read: 2, created: 2, accepted_with_warnings: 0 });
  });

  it('is imported again as a whole, also the empty file of a kind without records', async () => {
    const [own, again, out] = ['alone', 'alone-again', 'alone-out'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const csv = join(folder, 'alone.csv');
    writeFileSync(csv, 'name,domain\nAcme,acme.example\n');
    await succeed('import', 'companies', csv, '--no-index', '--data', own);
    await succeed('export', out, '--data', own);
    const reports = [];
    for (const kind of ['companies', 'people', 'jobs'])
      reports.push(
        JSON.parse(await succeed('import', kind, join(out, `${kind}.jsonl`), '--no-index', '--data', again, '--json')),
      );
    expect(reports.map(({ created }) => created)).toEqual([1, 0, 0]);
  });

  it('names a merged company by the profile URL of the other, so that an import finds its staff and openings', async () => {
    const [own, again, out] = ['merged', 'merged-again', 'merged-out'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const [north, south] = ['north', 'süd'].map(
      (slug) => `https://network.example/company/${encodeURIComponent(slug)}`,
    );
    const files = {
      companies: [
        { network_url: north, name: 'North' },
        { network_url: south, name: 'Süd' },
      ],
      people: [{ full_name: 'Ann Lee', company_network_url: south, job_title: 'Painter', email: 'ann@north.example' }],
      jobs: [{ title: 'Painter', company_network_url: south }],
    };
    for (const [kind, rows] of Object.entries(files)) {
      const file = join(folder, `merged-${kind}.jsonl`);
      writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await succeed('import', kind, file, '--no-index', '--data', own);
    }
    const { stays } = JSON.parse(await succeed('merge', 'company', 'north', 's%C3%BCd', '--data', own, '--json'));
    const url = stays === 'north' ? north : south;
    await succeed('export', out, '--data', own);
    const exported = (name: string) => JSON.parse(readFileSync(join(out, `${name}.jsonl`), 'utf8'));
    expect(exported('companies').network_url).toBe(url);
    expect(exported('people').experiences[0].company_network_url).toBe(url);
    expect(exported('jobs').company_network_url).toBe(url);
    for (const kind of Object.keys(files))
      await succeed('import', kind, join(out, `${kind}.jsonl`), '--no-index', '--data', again);
    await succeed('export', out, '--force', '--data', again);
    expect(exported('people').experiences[0].company_network_url).toBe(url);
  });
});

describe('the help', () => {
  it('of backup, restore and export names the copied data, the next step, and --force', async () => {
    const helps = await Promise.all(['backup', 'restore', 'export'].map((name) => succeed(name, '--help')));
    for (const help of helps) expect(help).toContain('--force');
    expect(helps[0]?.replace(/\s+/g, ' ')).toContain('search index is rebuilt');
    expect(helps[1]?.replace(/\s+/g, ' ')).toContain('next serve builds the search index');
  });
});
