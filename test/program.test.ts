// The whole program from outside: import, serve, stop, restart; two processes at once; a damaged edition.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS } from '../src/contract/endpoints/endpoints.ts';
import { runHere } from './support/command.ts';
import { call, endServers, run, runBy, serve, succeed } from './support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-program-'));
const data = join(folder, 'data');
let key = '';
let companyUrl = '';

beforeAll(async () => {
  const generated = join(folder, 'generated');
  await succeed('generate', '--people', '2000', '--out', generated);
  const [first = ''] = readFileSync(join(generated, 'companies.jsonl'), 'utf8').split('\n');
  companyUrl = (JSON.parse(first) as { network_url: string }).network_url;
  for (const kind of ['companies', 'people', 'jobs']) {
    await succeed(
      'import',
      kind,
      join(generated, `${kind}.jsonl`),
      '--data',
      data,
      ...(kind === 'jobs' ? [] : ['--no-index']),
    );
  }
  await succeed('plans', 'set', 'pro', '--credits', '100000', '--rps', '5000', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(endServers);

/** The credits that all accounts have used. */
async function used(): Promise<number> {
  const accounts = JSON.parse(await succeed('accounts', 'list', '--json', '--data', data)) as { used: number }[];
  return accounts.reduce((sum, account) => sum + account.used, 0);
}
const company = () => ({ company_network_url: companyUrl });

/** The index of the current edition, which has one part. */
function indexFile(editions: string): string {
  const { parts } = JSON.parse(readFileSync(join(editions, 'current.json'), 'utf8')) as { parts: { file: string }[] };
  expect(parts).toHaveLength(1);
  return String(parts[0]?.file);
}

describe('the program', () => {
  it('prints a new key alone on standard output and its id on standard error', async () => {
    const { code, stdout, stderr } = await run('keys', 'create', '--account', 'acme', '--data', data);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cf_live_[0-9A-Za-z]{36}\n$/);
    expect(stderr).toMatch(/^id: key_/);
  });

  it('completes its work if its output is not read', async () => {
    const { code } = await runBy({ isUnread: true }, 'index', '--data', data);
    expect(code).toBe(0);
  });

  it('exits with 2 on wrong usage and with 1 on failure, and prints the remedy', async () => {
    expect(await runHere('frobnicate')).toMatchObject({ code: 2 });
    expect(await runHere('import', 'persons', 'x.csv', '--data', data)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('people'),
    });
    expect(await runHere('accounts', 'create', 'x', '--plan', 'none', '--data', data)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('plans set'),
    });
    expect(
      await runHere('keys', 'create', '--account', 'none', '--expires', '2098-02-30', '--data', data),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be a date'),
    });
    expect(await runHere('serve', '--port', '99999', '--data', data)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('0 to 65535'),
    });
  });

  it.each([
    [['sources', 'set', 'unknown', '--priority', '1'], 'error: there is no source unknown'],
    [['imports', 'undo', '99'], 'error: there is no import 99'],
    [['split', 'company', 'nowhere', '--row', '1'], 'error: there is no company nowhere'],
  ])('announces no work that it does not start: %j', async (args, message) => {
    const { code, stderr } = await runHere(...args, '--data', data);
    expect(code).toBe(1);
    expect(stderr.startsWith(message), stderr).toBe(true);
  });

  it('serves, rejects a second server on its data, and loads an import of another process', async () => {
    const server = await serve('--data', data);
    expect(await run('serve', '--port', '0', '--data', data)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use by another server'),
    });
    const body = { people: { job_level: ['Staff'] }, max_results: 3 };
    const first = await call(server.base, key, '/v2/search/people', body);
    const file = join(folder, 'new.jsonl');
    writeFileSync(
      file,
      `${JSON.stringify({ network_url: 'https://www.network.example/company/new-one', name: 'Brand New One', employee_count: 7 })}\n`,
    );
    await succeed('import', 'companies', file, '--data', data);
    const found = async () => {
      const { body: page } = await call(server.base, key, '/v2/search/companies', { company: { name: ['brand new'] } });
      return page.results.map((one: { name: string }) => one.name);
    };
    // It takes half a second; more on a busy machine.
    await expect.poll(found, { interval: 250 }).toEqual(['Brand New One']);
    const next = await call(server.base, key, '/v2/search/people', { ...body, cursor: first.body.cursor });
    expect(next.status, 'the cursor stays valid').toBe(200);
    const urls = (page: typeof next) => page.body.results.map((one: { network_url: string }) => one.network_url);
    const both = await call(server.base, key, '/v2/search/people', { ...body, max_results: 6 });
    expect([...urls(first), ...urls(next)]).toEqual(urls(both));
    await server.end('SIGTERM');
  });

  it('rebuilds an edition of another version, as after an upgrade, without an error', async () => {
    const editions = join(data, 'editions');
    const file = indexFile(editions);
    const bytes = readFileSync(join(editions, file));
    bytes.writeUInt32LE(bytes.readUInt32LE(8) - 1, 8);
    writeFileSync(join(editions, file), bytes);
    const server = await serve('--data', data);
    expect(server.said()).toContain('the edition has the format of another version');
    expect(server.said()).toContain('edition built');
    expect(server.said()).not.toContain('"level":50');
    await server.end('SIGTERM');
  });

  it('rebuilds a damaged edition and reports it, and never answers from it', async () => {
    const editions = join(data, 'editions');
    const file = indexFile(editions);
    const bytes = readFileSync(join(editions, file));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
    writeFileSync(join(editions, file), bytes);
    const server = await serve('--data', data);
    expect(server.said()).toContain('the edition could not be read and is not used');
    const { body } = await call(server.base, key, '/v2/search/people', {
      people: { job_level: ['Staff'] },
      max_results: 1,
    });
    expect(body.results_length).toBe(1);
    await server.end('SIGTERM');
  });

  it('serves without an edition, with several workers on one port, drains on SIGTERM, and keeps every credit', async () => {
    rmSync(join(data, 'editions'), { recursive: true });
    await succeed('plans', 'set', 'slow', '--credits', 'unlimited', '--rps', '5', '--data', data);
    await succeed('accounts', 'create', 'slow', '--plan', 'slow', '--data', data);
    const slow = (await succeed('keys', 'create', '--account', 'slow', '--data', data)).trim();
    const before = await used();
    const server = await serve('--workers', '2', '--data', data);
    const calls = (caller: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => call(server.base, caller, '/v2/enrichment/company', company())));
    expect((await calls(key, 50)).map((answer) => answer.status)).toEqual(Array(50).fill(200));
    const startedMs = performance.now();
    const answers = await calls(slow, 40);
    const admitted = answers.filter((answer) => answer.status === 200).length;
    expect(answers.filter((answer) => answer.status !== 200 && answer.status !== 429)).toEqual([]);
    expect(admitted).toBeGreaterThanOrEqual(5);
    // Both workers together admit five requests in any second, however long the calls took.
    expect(admitted).toBeLessThanOrEqual(5 * Math.ceil(1 + (performance.now() - startedMs) / 1000));
    const metrics = await (await fetch(`${server.base}/metrics`)).text();
    expect(metrics).toContain(`cardfile_requests_total{path="/v2/enrichment/company",status="200"} ${50 + admitted}`);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await used()).toBe(before + 50 + admitted);
  });

  it('backs up, restores, and exports what imports again', async () => {
    const copy = join(folder, 'copy');
    await succeed('backup', copy, '--data', data);
    const restored = join(folder, 'restored');
    await succeed('restore', copy, '--data', restored);
    expect(await runHere('restore', copy, '--data', restored)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('empty data folder'),
    });
    await succeed('export', join(folder, 'export-a'), '--data', data);
    await succeed('export', join(folder, 'export-b'), '--data', restored);
    const fresh = join(folder, 'fresh');
    for (const kind of ['companies', 'people', 'jobs']) {
      await succeed('import', kind, join(folder, 'export-a', `${kind}.jsonl`), '--no-index', '--data', fresh);
    }
    await succeed('export', join(folder, 'export-c'), '--data', fresh);
    for (const file of readdirSync(join(folder, 'export-a'))) {
      const lines = (name: string) =>
        readFileSync(join(folder, name, file), 'utf8')
          .split('\n')
          .sort();
      expect(lines('export-b')).toEqual(lines('export-a'));
      expect(lines('export-c')).toEqual(lines('export-a'));
    }
    expect((await runHere('doctor', '--data', restored)).code).toBe(0);
  });
});

describe('the README', () => {
  it('has a working command for each endpoint: the example of the contract', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    // One bulk endpoint represents all, because they differ in their items only.
    const shown = OPERATIONS.filter((name) => ENDPOINTS[name].itemsOf === null || name === 'bulk-email');
    const missing = shown.filter((operation) => {
      const { path, example } = ENDPOINTS[operation];
      return (
        !readme.includes(`curl -s $BASE${path} `) ||
        (example !== null && !readme.includes(`-d '${JSON.stringify(example)}'`))
      );
    });
    expect(missing).toEqual([]);
  });
});
