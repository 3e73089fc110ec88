// Batches: each state and each error, with the credits. Rows equal the single calls with the same bodies.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAccounts } from '../../src/accounts/sqlite/verify-accounts.ts';
import { PreviewAnswer } from '../../src/contract/resources/batches.ts';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { batchClient, isBatch } from './batch-client.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const isPreview = ajv.compile(PreviewAnswer);

const CSV = 'text/csv';
const JSONL = 'application/jsonl';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme', { domain: 'acme.example', employee_count: 10 })],
    people: Array.from({ length: 30 }, (_, index) =>
      person(`p${index}`, 1, {
        experiences: [position('acme', 'Clerk')],
        emails: [{ email: `p${index}@acme.example`, status: 'valid' }],
      }),
    ),
  });
});
afterEach(() => service.close());

const { send, create, show, results, ended } = batchClient(() => service);

/** Names of the folders of batches. */
function folders(): string[] {
  const folder = join(service.config.data, 'batches');
  return existsSync(folder) ? readdirSync(folder) : [];
}

const urls = (...slugs: string[]) => slugs.map((slug) => personUrl(slug));
const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `p${from + index}`);
const account = (name: string, creditsPerMonth: number | null) =>
  service.makeAccount({ name, creditsPerMonth, requestsPerSecond: 10_000 });
const used = async (name: string) => (await service.admin.accounts()).find((each) => each.name === name)?.used;

describe('a batch of CSV', () => {
  it('answers each row, keeps the columns, and charges the rows with a match', async () => {
    const rows = csv(
      'Name,Profil,note',
      `Jane,${personUrl('p0')},"a, ""b"""`,
      `Joe,${personUrl('nobody')},`,
      'Jim,/company/acme,x',
      ',,',
      `Ann,${personUrl('p1')},=1+1`,
    );
    const created = await create('operation=email&map=person_network_url:Profil', rows);
    expect([created.status, isBatch(created.body), created.body.rows]).toEqual([202, true, 4]);
    expect(created.headers['location']).toBe(`/v2/batches/${created.body.id}`);
    const batch = await ended(created.body.id);
    expect(batch).toMatchObject({ state: 'completed', done: 4, found: 2, missed: 1, invalid: 1, credits_used: 2 });
    const { body, headers } = await results(batch.id);
    expect([headers['content-type'], headers['x-next-cursor']]).toEqual(['text/csv; charset=utf-8', undefined]);
    const [head, jane, joe, jim, ann] = String(body).split('\r\n');
    expect(head).toBe('Name,Profil,note,result.email,result.status,result.verified_at,result.all_emails,status,reason');
    expect(jane).toContain(`Jane,${personUrl('p0')},"a, ""b""",p0@acme.example,valid,,`);
    expect(jane).toMatch(/,found,$/);
    expect(joe).toMatch(/,,,,,missed,no person with this person_network_url is known$/);
    expect(jim).toMatch(/,invalid,"?person_network_url: must be a person profile URL/);
    expect(ann).toContain(",'=1+1,p1@acme.example");
    const usage = await service.admin.usage({});
    const charged = usage.filter(({ path, credits }) => path === '/v2/batches' && credits > 0);
    expect(charged.map(({ status, credits }) => [status, credits])).toEqual([[200, 2]]);
  });

  it.each([
    ['Windows-1252 and semicolons', Buffer.from(`Städte;person_network_url\nKöln;${personUrl('p0')}\n`, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFFStädte\tperson_network_url\nKöln\t${personUrl('p0')}\n`, 'utf16le')],
  ])('accepts %s', async (_, rows) => {
    const { body } = await create('operation=email', rows);
    expect((await ended(body.id)).found).toBe(1);
    expect(String((await results(body.id)).body)).toMatch(/^Städte,person_network_url,.*\r\nKöln,/);
  });

  it('of batch results has the original texts, and any other one keeps its own', async () => {
    const rows = csv('Profil,=note', `${personUrl('p0')},=1+1`, `${personUrl('p1')},'=2`, `${personUrl('p2')},plain`);
    const again = async (text: string) => {
      const { body } = await create('operation=email&map=person_network_url:Profil', text);
      await ended(body.id);
      const json = String((await results(body.id, '?format=jsonl')).body).trim();
      return { id: body.id, notes: json.split('\n').map((line) => JSON.parse(line)['=note']) };
    };
    const first = await again(rows);
    expect(first.notes).toEqual(['=1+1', "'=2", 'plain']);
    const written = String((await results(first.id)).body);
    expect(written).toContain("'=1+1");
    const second = await again(written);
    expect(second.notes).toEqual(first.notes);
    expect((await again(String((await results(second.id)).body))).notes).toEqual(first.notes);
  });

  it('answers all other rows if some cannot be read', async () => {
    const rows = csv('person_network_url,note', `${personUrl('p0')},"a"b`, `${personUrl('p1')},c`, 'short');
    const { body } = await create('operation=email', rows);
    expect(await ended(body.id)).toMatchObject({ rows: 3, found: 1, invalid: 2 });
    const table = String((await results(body.id)).body);
    expect(table).toMatch(new RegExp(`\n"${personUrl('p0')},""a""b",,.*,invalid,.*: text after the closing quote`));
    expect(table).toMatch(/\nshort,,.*,invalid,the row cannot be read: 1 cell where the header has 2/);
  });
});

describe('a batch of JSON Lines', () => {
  it('keeps every member, and gives added members other names', async () => {
    const rows = csv(
      JSON.stringify({ id: 7, status: 'mine', person_network_url: personUrl('p0'), nested: { a: [1] } }),
      'no json',
      '[]',
      '\n{"person_network_url":"\\u0000"}',
      `{"person_network_url":"${personUrl('p0')}","person_network_url":"${personUrl('p1')}"}`,
    );
    const { body } = await create('operation=email&fields=email', rows, { type: JSONL });
    expect(await ended(body.id)).toMatchObject({ rows: 5, found: 1, invalid: 4, credits_used: 1 });
    const lines = String((await results(body.id)).body)
      .trim()
      .split('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      ...{ id: 7, status: 'mine', person_network_url: personUrl('p0'), nested: { a: [1] } },
      result: { email: 'p0@acme.example' },
      cardfile_status: 'found',
      reason: null,
    });
    expect(lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { input: 'no json', status: 'invalid', reason: 'the row cannot be read: no valid JSON' },
      { input: '[]', status: 'invalid' },
      { status: 'invalid', reason: expect.stringContaining('NUL') },
      { status: 'invalid', reason: expect.stringContaining('"person_network_url" occurs more than once') },
    ]);
  });

  it('can be downloaded as CSV, with the columns of all rows', async () => {
    const rows = csv(`{"domain":"acme.example","a":1}`, `{"b":true,"domain":"unknown.example"}`);
    const { body } = await create('operation=domain-to-network&fields=company_name', rows, { type: JSONL });
    await ended(body.id);
    expect(String((await results(body.id, '?format=csv')).body).split('\r\n')).toEqual([
      'domain,a,b,result.company_name,status,reason',
      'acme.example,1,,Acme,found,',
      'unknown.example,,true,,missed,no company on this domain is known',
      '',
    ]);
  });
});

it('a batch of one JSON object takes its options from the body', async () => {
  const request = {
    operation: 'company',
    items: [{ url: companyUrl('acme') }, 5],
    map: { company_network_url: 'url' },
  };
  const created = await send('POST', '/v2/batches', JSON.stringify(request), { type: 'application/json' });
  expect(created.status).toBe(202);
  expect(await ended(created.body.id)).toMatchObject({ rows: 2, found: 1, invalid: 1, credits_used: 1 });
});

describe('a preview', () => {
  it('is exact and free', async () => {
    const rows = csv('person_network_url', ...urls('p0', 'p1', 'nobody', 'p2'), 'x');
    const { status, body } = await send('POST', '/v2/batches/preview?operation=email', rows, { type: CSV });
    expect([status, isPreview(body), isPreview.errors]).toEqual([200, true, null]);
    expect(body).toEqual({
      ...{ rows: 5, found: 3, missed: 1, invalid: 1, credits: 3 },
      by_field: { email: 3, status: 3, verified_at: 0, all_emails: 3 },
    });
    expect(await used('tester')).toBe(0);
    expect(folders()).toEqual([]);
    const { body: created } = await create('operation=email', rows);
    expect(await ended(created.id)).toMatchObject({ found: body.found, credits_used: body.credits });
  });
});

describe('credits', () => {
  const people = csv('person_network_url', ...urls(...numbered(0, 10)));

  it('that are used up pause the batch; a resume after a grant continues, and charges each row once', async () => {
    const key = await account('poor', 4);
    const { body } = await create('operation=email', people, { key });
    const paused = await ended(body.id, key);
    expect(paused).toMatchObject({ state: 'paused_no_credits', done: 4, found: 4, credits_used: 4 });
    expect(paused.reason).toContain('2030-06-01');
    const partial = await results(body.id, '?format=jsonl', key);
    expect(String(partial.body).trim().split('\n')).toHaveLength(4);
    const cursor = String(partial.headers['x-next-cursor']);
    expect((await send('POST', `/v2/batches/${body.id}/resume`, undefined, { key })).status).toBe(200);
    expect((await ended(body.id, key)).done).toBe(4);
    await service.admin.grant('poor', 100);
    await send('POST', `/v2/batches/${body.id}/resume`, undefined, { key });
    expect(await ended(body.id, key)).toMatchObject({ state: 'completed', done: 10, credits_used: 10 });
    expect(await used('poor')).toBe(10);
    const rest = await results(body.id, `?format=jsonl&cursor=${cursor}`, key);
    const all = await results(body.id, '?format=jsonl', key);
    expect(String(partial.body) + String(rest.body)).toBe(String(all.body));
  });

  it('never exceed max_credits; a resume with a higher value continues', async () => {
    const { body } = await create('operation=email&max_credits=3', people);
    expect(await ended(body.id)).toMatchObject({
      state: 'paused_no_credits',
      done: 3,
      credits_used: 3,
      max_credits: 3,
    });
    expect((await show(body.id)).body.reason).toContain('max_credits is used up');
    const more = JSON.stringify({ max_credits: 8 });
    await send('POST', `/v2/batches/${body.id}/resume`, more, { type: 'application/json' });
    expect(await ended(body.id)).toMatchObject({ state: 'paused_no_credits', done: 8, credits_used: 8 });
    await send('POST', `/v2/batches/${body.id}/resume`, '{"max_credits":null}');
    expect(await ended(body.id)).toMatchObject({ state: 'completed', credits_used: 10 });
  });

  it('of live calls and a concurrent batch never exceed the balance', async () => {
    const key = await account('both', 15);
    const { body } = await create('operation=email', people, { key });
    const call = () =>
      service.request({
        ...{ method: 'POST' as const, url: '/v2/enrichment/company' },
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        payload: JSON.stringify({ company_network_url: companyUrl('acme') }),
      });
    const replies = await Promise.all(Array.from({ length: 12 }, call));
    const batch = await ended(body.id, key);
    const answered = replies.filter(({ status }) => status === 200).length;
    expect(answered + batch.credits_used).toBe(await used('both'));
    expect(await used('both')).toBeLessThanOrEqual(15);
    expect(verifyAccounts(join(service.config.data, 'accounts.db')).faults).toEqual([]);
  });
});

describe('the state', () => {
  const people = csv('person_network_url', ...urls('p0', 'p1'));

  it('survives a restart', async () => {
    const { body } = await create('operation=email', people);
    await service.restart();
    expect(await ended(body.id)).toMatchObject({ state: 'completed', found: 2 });
    expect(await used('tester')).toBe(2);
  });

  it('is cancelled, with the results so far, permanently', async () => {
    const key = await account('cancelling', 1);
    const { body } = await create('operation=email', people, { key });
    await ended(body.id, key);
    const cancelled = await send('POST', `/v2/batches/${body.id}/cancel`, undefined, { key });
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'cancelled']);
    expect((await send('POST', `/v2/batches/${body.id}/cancel`, undefined, { key })).status).toBe(200);
    const resumed = await send('POST', `/v2/batches/${body.id}/resume`, undefined, { key });
    expect([resumed.status, resumed.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(String((await results(body.id, '', key)).body).split('\r\n')).toHaveLength(3);
  });

  it('completed cannot be cancelled', async () => {
    const { body } = await create('operation=email', people);
    await ended(body.id);
    expect((await send('POST', `/v2/batches/${body.id}/cancel`)).status).toBe(409);
  });

  it('is removed with its files; the charges stay', async () => {
    const { body } = await create('operation=email', people);
    await ended(body.id);
    expect((await send('DELETE', `/v2/batches/${body.id}`)).status).toBe(204);
    expect((await show(body.id)).status).toBe(404);
    expect(existsSync(join(service.config.data, 'batches', body.id))).toBe(false);
    expect(await used('tester')).toBe(2);
  });

  it('that is removed while it runs ends it, without a fault in the log', async () => {
    const rows = csv('person_network_url', ...urls(...Array.from({ length: 20_000 }, (_, index) => `p${index % 30}`)));
    const { body } = await create('operation=email', rows);
    await expect.poll(async () => (await show(body.id)).body.done, { interval: 2 }).toBeGreaterThan(0);
    expect((await send('DELETE', `/v2/batches/${body.id}`)).status).toBe(204);
    const charged = await used('tester');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([await used('tester'), folders()]).toEqual([charged, []]);
    expect(service.log.filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('belongs to its account', async () => {
    const { body } = await create('operation=email', people);
    const key = await account('other', 10);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['POST', '/cancel'],
      ['POST', '/resume'],
      ['DELETE', ''],
    ] as const)
      expect((await send(method, `/v2/batches/${body.id}${path}`, undefined, { key })).status).toBe(404);
    expect((await ended(body.id)).state).toBe('completed');
  });

  it('is failed after repeated internal errors, without charge, and continues after a resume', async () => {
    const { lookups } = service.running;
    const { emailsOf } = lookups;
    lookups.emailsOf = () => Promise.reject(new Error('disk fault'));
    const { body } = await create('operation=email', people);
    const failed = await ended(body.id);
    expect(failed).toMatchObject({ state: 'failed', done: 0, credits_used: 0 });
    lookups.emailsOf = emailsOf;
    await send('POST', `/v2/batches/${body.id}/resume`);
    expect(await ended(body.id)).toMatchObject({ state: 'completed', found: 2, credits_used: 2 });
    service.log.splice(0);
  });
});

describe('an input', () => {
  const people = csv('person_network_url', ...urls('p0', 'p1'));

  it('with an Idempotency-Key creates one batch, however often it is sent', async () => {
    const make = (query: string) => create(query, people, { headers: { 'idempotency-key': 'leads-1' } });
    const [first, again] = [await make('operation=email'), await make('operation=email')];
    expect([again.status, again.body.id, again.headers['idempotency-replayed']]).toEqual([202, first.body.id, 'true']);
    const others = [await make('operation=phone'), await make('operation=email&max_credits=1')];
    expect(others.map(({ status }) => status)).toEqual([422, 422]);
    await ended(first.body.id);
    expect((await make('operation=email')).body.state).toBe('completed');
    expect(await used('tester')).toBe(2);
    expect(folders()).toEqual([first.body.id]);
  });

  it('of an unfinished batch is a 409 with its id', async () => {
    const key = await account('twice', 0);
    const { body } = await create('operation=email', people, { key });
    const again = await create('operation=email', people, { key });
    expect([again.status, again.body.error.details[0].batch_id]).toEqual([409, body.id]);
    await send('POST', `/v2/batches/${body.id}/cancel`, undefined, { key });
    expect((await create('operation=email', people, { key })).status).toBe(202);
  });

  it.each([
    ['no operation', '', people, 'operation'],
    ['an unknown operation', 'operation=emial', people, 'operation'],
    ['an unknown option', 'operation=email&mxa_credits=1', people, 'mxa_credits'],
    ['a maximum that is no number', 'operation=email&max_credits=-1', people, 'max_credits'],
    ['an unknown field of the call', 'operation=email&map=url:a', people, 'map.url'],
    ['a missing column', 'operation=email&map=person_network_url:b', people, 'map.person_network_url'],
    ['no column for the field', 'operation=email', csv('a', 'b'), 'map'],
    ['an unknown field of the answer', 'operation=email&fields=emial', people, 'fields[0]'],
    ['no rows', 'operation=email', csv('person_network_url'), ''],
    ['nothing', 'operation=email', '', ''],
  ])('with %s is a 422', async (_, query, rows, path) => {
    const { status, body } = await create(query, rows);
    expect([status, body.error.details?.[0].path]).toEqual([422, path]);
    expect(folders()).toEqual([]);
  });

  it('of another type, or compressed, is a 422', async () => {
    expect((await create('operation=email', people, { type: 'text/plain' })).status).toBe(422);
    expect((await create('operation=email', people, { headers: { 'content-encoding': 'gzip' } })).status).toBe(422);
  });
});

describe('a cursor', () => {
  it.each(['', 'x', 'AAAA', Buffer.alloc(40).toString('base64url')])('%j is a 422', async (cursor) => {
    const { body } = await create('operation=email', csv('person_network_url', ...urls('p0')));
    expect((await results(body.id, `?cursor=${cursor}`)).status).toBe(422);
    expect((await results(body.id, '?format=xml')).status).toBe(422);
    expect((await results(body.id, '?page=2')).status).toBe(422);
  });
});

it('a suppressed record is withheld from results, also in charged rows', async () => {
  const { body } = await create('operation=email', csv('person_network_url', ...urls('p0', 'p1')));
  await ended(body.id);
  expect(String((await results(body.id)).body)).toContain('p0@acme.example');
  await service.suppress('person', 'p0');
  const after = String((await results(body.id)).body);
  expect(after).not.toContain('p0@acme.example');
  expect(after).toMatch(/withheld,the record is no longer available/);
  expect(after).toContain('p1@acme.example');
  expect(await used('tester')).toBe(2);
});

describe('a call', () => {
  it('with a wrong method, without a key or with a key for other paths is rejected', async () => {
    const wrong = await send('PUT', '/v2/batches', '');
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, POST']);
    expect((await send('DELETE', '/v2/batches/preview')).headers['allow']).toBe('POST');
    expect((await send('GET', '/v2/batches/x', undefined, { key: 'cf_live_x' })).status).toBe(401);
    const key = await service.makeKey({ allowedPaths: ['/v2/enrichment/email'] });
    expect((await send('GET', '/v2/batches/x', undefined, { key })).status).toBe(401);
    expect((await show('bat_000000000000000000000000')).status).toBe(404);
    expect((await send('GET', '/v2/batches/..%2f..%2fetc')).status).toBe(404);
  });

  it('counts against the rate limit', async () => {
    const key = await service.makeAccount({ name: 'rate', creditsPerMonth: 10, requestsPerSecond: 1 });
    expect((await show('x', key)).status).toBe(404);
    const limited = await show('x', key);
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '1']);
  });
});
