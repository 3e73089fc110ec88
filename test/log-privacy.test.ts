// Neither the log nor the output of commands contains private data, whatever the input, and whatever fails internally.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { privacyFaults } from './support/log-privacy.ts';
import { call, endServers, type RunningServer, run, serve, succeed } from './support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-privacy-'));
const data = join(folder, 'data');
const JANE = 'https://www.network.example/in/jane-quill';
const SECRETS = /jane|quill|vellum|7700|900123|secret/i;

const person = {
  network_url: JANE,
  full_name: 'Jane Quill',
  emails: [{ email: 'jane.quill@vellum.example', status: 'valid' }],
  phones: [{ phone: '+447700900123', kind: 'mobile' }],
  experiences: [{ job_title: 'Secret Keeper', company_name: 'Vellum', job_is_current: true }],
};
let key = '';

beforeAll(async () => {
  const file = join(folder, 'people.jsonl');
  writeFileSync(file, `${JSON.stringify(person)}\n`);
  await succeed('import', 'people', file, '--data', data);
  await succeed('plans', 'set', 'p', '--credits', '1000', '--rps', '1000', '--data', data);
  await succeed('accounts', 'create', 'jane.quill@vellum.example', '--plan', 'p', '--data', data);
  key = (await succeed('keys', 'create', '--account', 'jane.quill@vellum.example', '--data', data)).trim();
});
afterEach(() => {
  endServers();
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Look-ups by private data, right and wrong, with right and wrong keys. */
async function callAll(base: string): Promise<number[]> {
  const bodies: [string, object][] = [
    ['/v2/enrichment/email', { person_network_url: JANE }],
    ['/v2/enrichment/phone', { person_network_url: `${JANE}?secret=1` }],
    ['/v2/enrichment/email-to-person', { email: 'jane.quill@vellum.example' }],
    ['/v2/enrichment/email-to-person', { email: 'jane quill at vellum' }],
    ['/v2/enrichment/phone-to-person', { phone: '+44 7700 900123' }],
    ['/v2/enrichment/phone-to-person', { phone: 'jane' }],
    ['/v2/search/people', { people: { job_title: ['secret admin'] } }],
    ['/v2/search/people', { 'jane.quill@vellum.example': ['secret'] }],
    ['/v2/utils/current-date', { region: 'Jane/Quill' }],
  ];
  const statuses: number[] = [];
  for (const [path, body] of bodies) {
    statuses.push((await call(base, key, path, body)).status);
    statuses.push((await call(base, 'cf_live_secretjanesecretjanesecretjanesecret', path, body)).status);
  }
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const odd: [string, RequestInit][] = [
    ['/v2/enrichment/jane.quill@vellum.example', { method: 'POST', headers, body: '{}' }],
    [`/v2/enrichment/email?email=jane.quill@vellum.example`, { method: 'POST', headers, body: '{}' }],
    ['/v2/enrichment/email', { method: 'POST', headers, body: 'jane.quill@vellum.example' }],
    [
      '/v2/enrichment/email',
      { method: 'POST', headers: { ...headers, 'idempotency-key': 'jane.quill@vellum.example' }, body: '{}' },
    ],
    ['/v2/enrichment/email', { method: 'DELETE', headers: { ...headers, 'x-request-id': 'jane' } }],
  ];
  for (const [path, init] of odd) statuses.push((await fetch(base + path, init)).status);
  return statuses;
}

/** Two calls for a person whose record is damaged, the second one without the table of e-mail addresses. */
async function callDamaged(base: string) {
  const catalog = new Database(join(data, 'catalog.db'));
  // The catalog answers while it is newer than the edition.
  catalog.exec('UPDATE meta SET generation = generation + 1');
  const positions = catalog.prepare('SELECT positions FROM person').pluck().get();
  const setPositions = catalog.prepare('UPDATE person SET positions = ?');
  setPositions.run('Secret Keeper jane.quill@vellum.example +447700900123');
  const broken = await call(base, key, '/v2/enrichment/email-to-person', { email: 'jane.quill@vellum.example' });
  setPositions.run(positions);
  catalog.exec('DROP TABLE email');
  catalog.close();
  return [broken, await call(base, key, '/v2/enrichment/email', { person_network_url: JANE })];
}

/** The log lines of a server. */
function logLines(server: RunningServer): string[] {
  return server
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'));
}

function expectPrivate(lines: readonly string[]): void {
  expect(lines.filter((line) => SECRETS.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes(key) || line.includes('cf_live_'))).toEqual([]);
  expect(lines.flatMap(privacyFaults)).toEqual([]);
}

describe('the log at its most verbose level', () => {
  it('splits the time of a slow call, and identifies the caller by ids', async () => {
    vi.stubEnv('CARDFILE_SLOW_MS', '1');
    const server = await serve('--data', data, '--log-level', 'warn');
    await call(server.base, key, '/v2/enrichment/email', { person_network_url: JANE });
    await server.end('SIGTERM');
    const lines = logLines(server);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        requestId: expect.any(String),
        path: '/v2/enrichment/email',
        status: 200,
        ms: expect.any(Number),
        accountId: expect.stringMatching(/^acc_/),
        keyId: expect.stringMatching(/^key_/),
        bodyMs: expect.any(Number),
        waitMs: expect.any(Number),
        workMs: expect.any(Number),
        chargeMs: expect.any(Number),
        msg: 'slow call',
      },
    ]);
    const { ms, bodyMs, waitMs, workMs, chargeMs } = JSON.parse(lines[0] ?? '') as Record<string, number>;
    expect(Number(bodyMs) + Number(waitMs) + Number(workMs) + Number(chargeMs)).toBeLessThanOrEqual(Number(ms) + 0.1);
    expect(chargeMs).toBeGreaterThan(0);
    expectPrivate(lines);
  });

  it('has a line for each call without data of the request, of the answer, or of a damaged record', async () => {
    const server = await serve('--data', data, '--log-level', 'debug');
    const statuses = await callAll(server.base);
    expect([...new Set(statuses)].sort()).toEqual([200, 401, 404, 405, 422]);
    const failed = await callDamaged(server.base);
    expect(failed.map(({ status }) => status)).toEqual([500, 500]);
    expect(JSON.stringify(failed.map(({ body }) => body))).not.toMatch(SECRETS);
    await server.end('SIGTERM');
    const lines = logLines(server);
    const logged = lines.map((line) => JSON.parse(line));
    const calls = logged.filter(({ msg }) => msg.endsWith('call'));
    expect(calls.map(({ status }) => status)).toEqual([...statuses, 500, 500]);
    const failures = logged.filter(({ msg }) => msg === 'call failed');
    expect(failures.map(({ requestId, err }) => [requestId, err.type])).toEqual([
      [failed[0]?.headers.get('x-request-id'), 'SyntaxError'],
      [failed[1]?.headers.get('x-request-id'), 'SqliteError'],
    ]);
    expect(failures[1].err.message).toBe('no such table: email');
    expectPrivate(lines);
  });
});

describe('an import with rejected rows', () => {
  const rows = [
    { ...person, full_name: null },
    { ...person, network_url: 'jane.quill@vellum.example' },
    { ...person, emails: [{ email: 'jane quill secret' }], phones: [{ phone: 'jane 7700' }], job_level: 'Boss' },
    { ...person, headline: { secret: 'jane' } },
  ];
  const file = join(folder, 'rows.jsonl');
  const report = join(folder, 'report.jsonl');

  it.each([[[]], [['--json']]])('reports file, line, field and reason, and no value (%j)', async (more) => {
    writeFileSync(file, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"full_name": "Jane Quill", secret\n`);
    const { stdout, stderr } = await run(
      'import',
      'people',
      file,
      '--no-index',
      '--report',
      report,
      '--data',
      join(folder, 'other'),
      ...more,
    );
    expect(stdout).toMatch(/rows\.jsonl/);
    expect(stdout + stderr).not.toMatch(SECRETS);
    expect(readFileSync(report, 'utf8')).toMatch(SECRETS);
  });

  it('quotes no comma-separated table either', async () => {
    const table = join(folder, 'rows.csv');
    writeFileSync(
      table,
      'full_name,network_url,email\n,,jane.quill@vellum.example\n"Jane Quill,jane.quill@vellum.example\n',
    );
    const { stdout, stderr } = await run('import', 'people', table, '--dry-run', '--data', join(folder, 'other'));
    expect(stdout).toMatch(/rows\.csv/);
    expect(stdout + stderr).not.toMatch(SECRETS);
  });
});
