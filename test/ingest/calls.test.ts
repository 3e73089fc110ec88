// The calls under /ingest/v1 of a running service: their effect, their answers and their rejections.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../../src/app/account-stores.ts';
import { openCatalogAdmin, openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { openCatalog } from '../../src/app/catalogs.ts';
import { readConfig } from '../../src/app/config.ts';
import { IngestAnswer, type IngestKind } from '../../src/contract/ingest.ts';
import { generateCompanies, generateJobs, generatePeople } from '../../src/generate/generate.ts';
import { validatorOf } from '../../src/http/body/validate.ts';
import { openLog } from '../../src/ops/monitoring/log.ts';
import { type Service, startService } from '../../src/serve/service.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { listImports } from '../../src/tasks/list-imports.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-ingest-'));
const { config } = readConfig({ data: join(folder, 'data'), port: '0', logLevel: 'silent' }, {});
let service: Service;
let base: string;
let key: string;
let apiKey: string;

beforeAll(async () => {
  service = await startService(config, openLog('silent'));
  await service.ready;
  base = `http://127.0.0.1:${service.port}`;
  const { admin, accounts } = await openAccounts(config);
  key = (await admin.createIngestKey({ name: 'test', expiresAt: null })).key;
  await admin.setPlan({ name: 'pro', creditsPerMonth: 1000, requestsPerSecond: 100 });
  await admin.createAccount('acme', 'pro');
  apiKey = (await admin.createKey({ accountName: 'acme', name: '', allowedPaths: [], expiresAt: null })).key;
  await accounts.close();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

interface Sent {
  readonly kind?: string;
  readonly query?: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

async function send({ kind = 'people', query = '', body = '', headers = {}, method = 'POST' }: Sent) {
  const answer = await fetch(`${base}/ingest/v1/${kind}${query}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/jsonl', ...headers },
    ...(method === 'POST' ? { body } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  const json = (await answer.json()) as any;
  if (answer.status === 200) expect(validatorOf(IngestAnswer)(json)).toEqual([]);
  else expect(json.error.request_id).toBe(answer.headers.get('x-request-id'));
  return { status: answer.status, headers: answer.headers, body: json };
}

const lines = (records: Iterable<object>) => [...records].map((record) => `${JSON.stringify(record)}\n`).join('');
const push = (kind: IngestKind, records: Iterable<object>, source = 'crm') =>
  send({ kind, query: `?source=${source}`, body: lines(records) });
const person = (slug: string, fields: object = {}) => ({
  network_url: `/in/${slug}`,
  full_name: `N ${slug}`,
  ...fields,
});

async function lookUp(path: string, body: object) {
  const answer = await fetch(`${base}/v2/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  return { status: answer.status, body: (await answer.json()) as any };
}

describe('pushed rows', () => {
  it('are answered at once by look-ups, and soon by searches', async () => {
    const jane = person('jane', { job_title: 'VP Sales', emails: [{ email: 'jane@acme.example' }] });
    const { status, body, headers } = await push('people', [jane, { full_name: '' }, jane]);
    expect([status, headers.get('x-credits-used')]).toEqual([200, null]);
    const rejects = [{ line: 2, field: 'full_name', reason: 'a person needs a name' }];
    expect(body).toMatchObject({ created: 1, merged: 0, unchanged: 1, suppressed: 0, refused: 1, rejects });
    const url = 'https://www.network.example/in/jane';
    expect((await lookUp('enrichment/email', { person_network_url: url })).body.email).toBe('jane@acme.example');
    const found = async () =>
      (await lookUp('search/people', { people: { job_level: ['VP'] } })).body.results.map(
        (row: { full_name: string }) => row.full_name,
      );
    await expect.poll(found, { interval: 50 }).toEqual(['N jane']);
  });

  it.each<[IngestKind, () => Iterable<object>]>([
    ['companies', () => generateCompanies(GENERATED)],
    ['people', () => generatePeople(GENERATED)],
    ['jobs', () => generateJobs(GENERATED)],
  ])('have the counts of an import of the same lines: %s', async (kind, generate) => {
    const rows = [...generate()];
    const body = `${lines(rows)}not JSON\n${lines([rows[0] as object, {}])}`;
    const file = join(folder, `${kind}.jsonl`);
    writeFileSync(file, body);
    const other = readConfig({ data: join(folder, `imported-${kind}`), logLevel: 'silent' }, {}).config;
    const { report } = await importFiles(other, { kind, files: [file], source: 'same', index: false });
    const { status, body: answer } = await send({ kind, query: '?source=same', body });
    expect(status).toBe(200);
    const { created, merged, unchanged, suppressed, refused, rejects } = answer;
    expect({ created, merged, unchanged, suppressed, rejected: refused }).toEqual({
      created: report.created,
      merged: report.merged,
      unchanged: report.unchanged,
      suppressed: report.suppressed,
      rejected: report.rejected,
    });
    expect(created).toBeGreaterThan(100);
    expect(rejects.map(({ line }: { line: number }) => line)).toContain(rows.length + 1);
    expect(exported(kind)).toEqual(expect.arrayContaining(exported(kind, other)));
  });

  it('are answered with the fields and values that are not stored as given', async () => {
    const company = { network_url: '/company/typo-co', name: 'Typo Co', employee_cuont: 500, industri: 'x' };
    const { body } = await push('companies', [company, { ...company, network_url: '/company/typo-too' }]);
    const reason = 'unknown field, ignored';
    expect(body).toMatchObject({ created: 2, refused: 0, warned: 0, rejects: [] });
    expect(body.warnings).toEqual([
      { line: 1, field: 'employee_cuont', reason, rows: 2 },
      { line: 1, field: 'industri', reason, rows: 2 },
    ]);
    const faulty = person('faulty', {
      ...{ emails: [{ email: 'not an address' }], connections_count: 'lots', shoe_size: 44 },
      location: { country_name: 'Narnia' },
    });
    const { warned, warnings } = (await push('people', [person('sound'), faulty])).body;
    expect(warned).toBe(1);
    expect(warnings.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)).toEqual([
      ...['2 location.country_name', '2 emails.email', '2 connections_count', '2 shoe_size'],
    ]);
  });

  it('have the reasons of an import of the same lines, at most 100', async () => {
    const rows = Array.from({ length: 150 }, (_, index) =>
      person(`many-faults-${index}`, { [`field_${index}`]: index }),
    );
    const { body } = await push('people', [...rows, person('many-faults', { connections_count: 'lots' })]);
    expect(body.warnings).toHaveLength(100);
    expect(body.warnings[0]).toEqual({ line: 151, field: 'connections_count', reason: 'not a whole number', rows: 1 });
  });

  it('of many concurrent calls are each written once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, call) => push('people', [person(`many-${call % 8}`), person(`one-${call}`)])),
    );
    const sum = (name: string) => answers.reduce((total, { body }) => total + body[name], 0);
    expect([sum('created'), sum('unchanged'), sum('merged')]).toEqual([48, 32, 0]);
  });

  it('of suppressed people are not stored', async () => {
    const writer = openCatalogWriter(config);
    await writer.suppress({ kind: 'email', value: 'gone@acme.example' }, '2026-11-22T10:00:00.000Z');
    writer.close();
    const { body } = await push('people', [person('gone', { emails: [{ email: 'gone@acme.example' }] })]);
    expect(body).toMatchObject({ created: 0, suppressed: 1, refused: 0 });
    expect(exported('people').join()).not.toContain('gone@acme.example');
  });

  it('are one import of their source and day, which can be undone', async () => {
    for (const headline of ['first', 'second']) await push('people', [person('undone', { headline })], 'trial');
    await send({ query: '?source=trial', body: '{"full_name":""}\n' });
    const [run] = (await listImports(config)).filter(({ source }) => source === 'trial');
    expect(run).toMatchObject({ kind: 'people', state: 'finished', read: 3, created: 1, merged: 1, rejected: 1 });
    const catalogAdmin = openCatalogAdmin(config);
    expect((await catalogAdmin.personOrigins('undone'))?.rows).toMatchObject([
      { file: 'POST /ingest/v1/people', line: 1 },
    ]);
    await catalogAdmin.undoRun(run?.id ?? 0, '2026-11-22T10:00:00.000Z');
    expect(await catalogAdmin.personOrigins('undone')).toBeNull();
    catalogAdmin.close();
    await push('people', [person('undone')], 'trial');
    expect((await listImports(config)).filter(({ source }) => source === 'trial')).toMatchObject([
      { state: 'undone' },
      { state: 'finished', created: 1 },
    ]);
  });

  it('close no openings, but change those that they name', async () => {
    const job = (title: string, is_open = true) => ({ company_domain: 'jobs.example', title, is_open });
    await push('companies', [{ name: 'Jobs', domain: 'jobs.example' }]);
    await push('jobs', [job('Cook'), job('Waiter')], 'board');
    await push('jobs', [job('Cook', false)], 'board');
    const titles = async () =>
      (await lookUp('jobs/company', { domain: 'jobs.example' })).body.results?.map(
        (row: { title: string }) => row.title,
      );
    await expect.poll(titles, { interval: 50 }).toEqual(['Waiter']);
    await push('jobs', [{ ...job('Waiter'), open_positions: 0 }], 'board');
    await expect.poll(titles, { interval: 50 }).toEqual([]);
  });
});

const GENERATED = { people: 300, companies: 150, jobs: 150, seed: 7 };

function exported(kind: IngestKind, of = config): string[] {
  const writer = openCatalogWriter(of);
  try {
    const records =
      kind === 'companies'
        ? writer.companyRecords()
        : kind === 'people'
          ? writer.personRecords()
          : writer.openingRecords();
    return [...records].map((record) => JSON.stringify(record));
  } finally {
    writer.close();
  }
}

const ROW = '{"full_name":"Jane","network_url":"/in/x"}\n';

describe('a rejected call', () => {
  it.each<[string, Sent, number, RegExp]>([
    ['another method', { method: 'GET' }, 405, /takes POST only/],
    ['no key', { headers: { 'x-api-key': '' } }, 401, /missing/],
    ['an unknown key', { headers: { 'x-api-key': `cf_ingest_${'x'.repeat(36)}` } }, 401, /ingest key is unknown/],
    ['no JSON Lines', { headers: { 'content-type': 'application/json' }, body: ROW }, 422, /application\/jsonl/],
    ['compressed rows', { headers: { 'content-encoding': 'gzip' }, body: ROW }, 422, /uncompressed/],
    ['no rows', { body: ' \n\n' }, 422, /no rows/],
    ['an array', { body: `[${ROW}]` }, 422, /one object a line/],
    ['a CSV', { body: 'name,domain\nAcme,acme.example\n' }, 422, /no key was recognized as full_name/],
    ['rows of another kind', { kind: 'jobs', body: ROW }, 422, /no key was recognized as/],
    ['an unknown option', { query: '?sourc=crm', body: ROW }, 422, /sourc: is unknown; did you mean "source"/],
    ['a blank source', { query: '?source=%20', body: ROW }, 422, /source: is blank/],
    ['an empty source', { query: '?source=', body: ROW }, 422, /source: must not be empty/],
    ['two sources', { query: '?source=a&source=b', body: ROW }, 422, /source: is given more than once/],
    ['a long source', { query: `?source=${'x'.repeat(101)}`, body: ROW }, 422, /source: /],
    ['a line break in the source', { query: '?source=a%0Ab', body: ROW }, 422, /control character/],
    ['too many lines', { body: ROW.repeat(10_001) }, 422, /more than 10000 lines/],
    ['too many bytes', { body: Buffer.alloc(16 * 1024 * 1024 + 1, 0x20) }, 413, /larger than 16777216 bytes/],
    ['an unknown path', { kind: 'peple', body: ROW }, 404, /did you mean \/ingest\/v1\/people/],
  ])('has %s', async (_, sent, status, message) => {
    const before = exported('people').length;
    const { body, headers, status: answered } = await send(sent);
    expect([answered, body.success]).toEqual([status, false]);
    expect(body.error.message).toMatch(message);
    expect(headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(exported('people').length).toBe(before);
  });

  it('has an API key, or brings an ingest key to the API', async () => {
    expect(await send({ headers: { 'x-api-key': apiKey }, body: ROW })).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('keys create --ingest') } },
    });
    const answer = await fetch(`${base}/v2/account/key-info`, { headers: { 'x-api-key': key } });
    expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('only pushes records')]);
  });

  it('has a key that was revoked', async () => {
    const { admin, accounts } = await openAccounts(config);
    const made = await admin.createIngestKey({ name: 'short', expiresAt: null });
    const headers = { authorization: `Bearer ${made.key}`, 'x-api-key': '' };
    expect((await send({ headers, body: ROW })).status).toBe(200);
    await admin.revokeIngestKey(made.id);
    await accounts.close();
    expect((await send({ headers, body: ROW })).status).toBe(401);
  });
});

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/push-changes.md'), 'utf8');
const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command);

it('answers as the guide shows', async () => {
  const answersOf = async (command: string) => {
    const env = { ...process.env, BASE: base, INGEST_KEY: key };
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env, timeout: 60_000 });
    return stdout
      .split(/(?<=\})(?=\{)/)
      .map((text) => JSON.parse(text) as { created: number; rejects: object[]; generation: number });
  };
  const [, people = '', others = ''] = commands;
  const [{ generation, ...pushed } = { generation: 0 }] = await answersOf(people);
  const [, shown = ''] = /```jsonc\n([\s\S]*?)```/.exec(guide) ?? [];
  expect({ ...pushed, generation: 7 }).toEqual(JSON.parse(shown));
  expect(generation).toBeGreaterThan(0);
  expect((await answersOf(others)).map(({ created, rejects }) => [created, rejects])).toEqual([
    [1, []],
    [1, []],
  ]);
});

it('accepts the largest call: 10,000 lines', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => person(`full-${index}`));
  const { status, body } = await push('people', rows, 'full');
  expect([status, body.created, body.refused]).toEqual([200, 10_000, 0]);
  const catalog = openCatalog(config);
  expect((await catalog.state()).generation).toBe(body.generation);
  catalog.close();
});
