// The program with its records in PostgreSQL: imports, pushes, commands and answers equal those of a data folder, and a
// killed import is resumed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSharedFiles } from '../../src/app/shared-files.ts';
import { generatePeople } from '../../src/generate/generate.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { call, endServers, type RunningServer, run, serve, succeed } from '../support/program.ts';

const BIN = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));
const EMAIL = '/v2/enrichment/email';
const urlOf = (slug: string) => `https://www.network.example/in/${slug}`;

const COMPANIES = [
  { network_url: 'https://www.network.example/company/acme', name: 'Acme', domains: ['acme.example'] },
];
const PEOPLE = ['jane', 'joe', 'ann'].map((slug) => ({
  network_url: urlOf(slug),
  full_name: `${slug} Doe`,
  emails: [`${slug}@acme.example`],
  experiences: [{ job_title: 'Cook', company_domain: 'acme.example', is_current: true }],
}));
const JOBS = [{ company_domain: 'acme.example', title: 'Cook', url: 'https://acme.example/jobs/1' }];

describeOnPostgres('records in PostgreSQL', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-records-'));
  const [data, file] = [join(folder, 'data'), join(folder, 'file')];
  let key = '';
  let ingestKey = '';

  const fileOf = (name: string, rows: readonly object[]) => {
    const path = join(folder, name);
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return path;
  };
  const inDatabase = () => {
    process.env['CARDFILE_DATABASE'] = schema.url;
  };
  const inFile = () => {
    delete process.env['CARDFILE_DATABASE'];
  };
  const importAll = async (to: string) => {
    await succeed('import', 'companies', fileOf('companies.jsonl', COMPANIES), '--source', 'crm', '--data', to);
    await succeed('import', 'people', fileOf('people.jsonl', PEOPLE), '--source', 'crm', '--data', to);
    await succeed('import', 'jobs', fileOf('jobs.jsonl', JOBS), '--source', 'board', '--data', to);
  };
  const exported = async (from: string) => {
    const to = mkdtempSync(join(folder, 'export-'));
    await succeed('export', to, '--force', '--data', from);
    return ['companies', 'people', 'jobs'].map((kind) => readFileSync(join(to, `${kind}.jsonl`), 'utf8'));
  };

  beforeAll(async () => {
    inFile();
    await importAll(file);
    inDatabase();
    await importAll(data);
    await succeed('plans', 'set', 'pro', '--credits', '1000', '--rps', '50', '--data', data);
    await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
    key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
    ingestKey = (await succeed('keys', 'create', '--ingest', '--data', data)).trim();
  }, 120_000);
  afterEach(() => {
    endServers();
    inDatabase();
  });
  afterAll(() => {
    inFile();
    rmSync(folder, { recursive: true });
  });

  test('an export equals that of a data folder with the same imports', async () => {
    expect(existsSync(join(data, 'catalog.db'))).toBe(false);
    const ofDatabase = await exported(data);
    inFile();
    expect(ofDatabase).toEqual(await exported(file));
  });

  test('a server shows the records that other processes and calls write', async () => {
    const server = await serve('--data', data, '--log-level', 'silent');
    const emailOf = async ({ base }: RunningServer, slug: string) =>
      (await call(base, key, EMAIL, { person_network_url: urlOf(slug) })).body.email;
    expect(await emailOf(server, 'jane')).toBe('jane@acme.example');
    const jobs = await call(server.base, key, '/v2/jobs/search', {
      job: { title: { include: ['Cook'] } },
      max_results: 5,
    });
    expect(JSON.stringify(jobs.body)).toContain('https://acme.example/jobs/1');

    await succeed('suppress', 'add', 'joe@acme.example', '--data', data);
    await expect.poll(() => emailOf(server, 'joe')).toBeUndefined();

    const row = { network_url: urlOf('new'), full_name: 'New', emails: ['new@acme.example'] };
    const pushed = await fetch(`${server.base}/ingest/v1/people`, {
      ...{ method: 'POST', body: `${JSON.stringify(row)}\n` },
      headers: { 'x-api-key': ingestKey, 'content-type': 'application/jsonl' },
    });
    expect(await pushed.json()).toMatchObject({ created: 1 });
    await expect.poll(() => emailOf(server, 'new')).toBe('new@acme.example');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('commands explain, undo and forget', async () => {
    const explained = await succeed('explain', 'person', 'ann', '--data', data);
    expect(explained).toContain('people.jsonl');
    await succeed(
      'import',
      'people',
      fileOf('more.jsonl', [{ network_url: urlOf('late'), full_name: 'Late' }]),
      ...[...['--source', 'late', '--data', data]],
    );
    const imports = JSON.parse(await succeed('imports', 'list', '--json', '--data', data));
    const { id } = imports.find(({ source }: { source: string }) => source === 'late');
    await succeed('imports', 'undo', String(id), '--data', data);
    expect((await exported(data))[1]).not.toContain('/in/late');
    const batch = 'bat_0123456789abcdef01234567';
    const rows = [`["${urlOf('joe')}"]\n`, `["${urlOf('ann')}"]\n["Ann Doe"]\n`];
    const answers = [`F{"phone":"+441"}\nF{"phone":"+442"}\n`, `F{"url":"${urlOf('ann')}"}\n`];
    const store = await openSharedFiles(schema.url);
    for (const [name, [first = '', rest = '']] of [
      ['input', rows],
      ['results', answers],
    ] as const) {
      await store.files.put(`${batch}/${name}`, 0, Buffer.from(first));
      await store.files.put(`${batch}/${name}`, first.length, Buffer.from(rest));
    }
    await succeed('forget', 'person', urlOf('ann'), '--verify', '--data', data);
    const linesOf = async (name: string) => {
      const parts = await Array.fromAsync(store.files.parts(`${batch}/${name}`), ({ bytes }) => bytes.toString());
      await store.files.cut(`${batch}/${name}`);
      return parts.map((part) => part.split('\n').map((line) => line.trimEnd()));
    };
    const [input, results] = [await linesOf('input'), await linesOf('results')];
    await store.close();
    expect(input).toEqual([
      [`["${urlOf('joe')}"]`, ''],
      ['{}', '{}', ''],
    ]);
    expect(results).toEqual([
      ['F{"phone":"+441"}', 'W', ''],
      ['W', ''],
    ]);
    expect((await exported(data))[1]).not.toContain('/in/ann');
    expect((await run('explain', 'person', 'ann', '--data', data)).code).toBe(1);
  });

  test('a killed builder is replaced by a builder with an empty data folder', async () => {
    const place = join(folder, 'place');
    const serving = async (setting: 'CARDFILE_PUBLISH' | 'CARDFILE_EDITIONS', name: string) => {
      process.env[setting] = place;
      const server = await serve('--data', join(folder, name), '--log-level', 'silent');
      delete process.env[setting];
      return server;
    };
    const builder = await serving('CARDFILE_PUBLISH', 'builder');
    const node = await serving('CARDFILE_EDITIONS', 'node');
    await builder.end('SIGKILL');
    const next = await serving('CARDFILE_PUBLISH', 'next');
    const row = { network_url: urlOf('later'), full_name: 'Later', emails: ['later@acme.example'] };
    const into = ['--source', 'late', '--data', join(folder, 'next')];
    await succeed('import', 'people', fileOf('later.jsonl', [row]), ...into);
    const found = () => call(node.base, key, EMAIL, { person_network_url: row.network_url });
    await expect.poll(async () => (await found()).body.email).toBe('later@acme.example');
    await Promise.all([next.end('SIGTERM'), node.end('SIGTERM')]);
  });

  test('an import that is killed in the middle is resumed by the next one', { timeout: 180_000 }, async () => {
    const people = [...generatePeople({ people: 3000, companies: 300, jobs: 0, seed: 3 })];
    const path = fileOf('many.jsonl', people);
    const args = ['import', 'people', path, '--source', 'many', '--no-index', '--data', data];
    const child = spawn(process.execPath, [BIN, ...args], { stdio: 'ignore' });
    const stored = async () => {
      const [row] = await schema.query<{ people: number }>('SELECT people FROM meta');
      return row?.people ?? 0;
    };
    const before = await stored();
    for (let looks = 0; looks < 3000 && (await stored()) === before; looks += 1) await sleep(10);
    child.kill('SIGKILL');
    const afterKill = await stored();
    expect(afterKill).toBeGreaterThan(before);
    expect(afterKill - before).toBeLessThan(people.length);
    const resumed = JSON.parse(await succeed(...args, '--json'));
    expect(resumed.resumed_rows).toBe(afterKill - before);
    expect(await stored()).toBe(before + people.length);
    const repeated = JSON.parse(await succeed(...args, '--json'));
    expect(repeated).toMatchObject({ unchanged: people.length, created: 0 });
  });

  test('a server that publishes nothing replaces an edition that contains a person forgotten on another server', {
    timeout: 120_000,
  }, async () => {
    // Compared with the many people of the previous test, one changed person causes no build.
    const elsewhere = join(folder, 'elsewhere');
    const server = await serve('--data', elsewhere, '--log-level', 'silent');
    const editionOf = (of: string) => JSON.parse(readFileSync(join(of, 'editions/current.json'), 'utf8'));
    const before = editionOf(elsewhere);
    await succeed('forget', 'person', urlOf('joe'), '--data', data);
    const { hiddenGeneration } = editionOf(data);
    expect(before.hiddenGeneration).toBeLessThan(hiddenGeneration);
    await expect.poll(() => editionOf(elsewhere).hiddenGeneration).toBe(hiddenGeneration);
    expect(editionOf(elsewhere).id).not.toBe(before.id);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
