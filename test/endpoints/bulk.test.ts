// Bulk calls: each item is answered, rejected and charged as the single call of its body, in one transaction.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BULKED_OPERATIONS, type BulkedOperation } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints/endpoints.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { fixtureDictionary } from '../fuzz/dictionary.ts';
import { bodies } from '../support/body-arbitraries.ts';
import { FIXTURE } from '../support/fixture.ts';
import { companyUrl, personUrl } from '../support/fixture-records.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const RUNS = 60;

let service: TestService;
/** For each operation, a body that finds a record. */
let found: Readonly<Record<BulkedOperation, object>>;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
  const [email = '', phone = '', person = '', company = '', domain = ''] = await known();
  found = {
    email: { person_network_url: person },
    phone: { person_network_url: person },
    'email-to-person': { email },
    'phone-to-person': { phone },
    company: { company_network_url: company },
    'domain-to-network': { domain },
    'network-to-domain': { company_network_url: company },
    'match-person': { email },
    'match-company': { domain },
  };
});
afterAll(() => service.close());

/** An e-mail address, a phone number, a person who has both, a company with a domain, and the domain. */
async function known(): Promise<string[]> {
  const people = FIXTURE.people as readonly {
    network_url: string;
    emails?: readonly { email: string; status?: string }[];
    phones?: readonly { phone: string; kind?: string }[];
  }[];
  const companies = FIXTURE.companies as readonly { network_url: string; domain?: string }[];
  const person = people.find(
    ({ emails, phones }) => emails?.[0]?.status === 'valid' && phones?.some(({ kind }) => kind === 'mobile'),
  );
  const company = companies.find(({ domain }) => domain !== undefined);
  return [
    person?.emails?.[0]?.email ?? '',
    person?.phones?.[0]?.phone ?? '',
    person?.network_url ?? '',
    company?.network_url ?? '',
    company?.domain ?? '',
  ];
}

const MISSING: Readonly<Record<BulkedOperation, object>> = {
  email: { person_network_url: personUrl('not-known') },
  phone: { person_network_url: personUrl('not-known') },
  'email-to-person': { email: 'not.known@unknown.example' },
  'phone-to-person': { phone: '+44 7700 900999' },
  company: { company_network_url: companyUrl('not-known') },
  'domain-to-network': { domain: 'not-known.example' },
  'network-to-domain': { company_network_url: companyUrl('not-known') },
  'match-person': { email: 'not.known@unknown.example' },
  'match-company': { domain: 'not-known.example' },
};

const credits = ({ headers }: Reply) => [headers['x-credits-used'], headers['x-credits-remaining']];
const statuses = ({ body }: Reply) => body.results.map((result: { status: number }) => result.status);
const account = (name: string, creditsPerMonth: number | null, requestsPerSecond = 10_000) =>
  service.makeAccount({ name, creditsPerMonth, requestsPerSecond });

/** The expected result of an item, from the answer to its single call. */
function resultOf(single: Reply, item: { readonly index: number; readonly id: string | null; readonly price: number }) {
  const { index, id, price } = item;
  if (single.status === 200) return { index, id, status: 200, body: single.body, credits: price };
  const { request_id: _, ...error } = single.body.error;
  return { index, id, status: single.status, error, credits: 0 };
}

/** Results without request ids, which differ between calls. */
function withoutRequestIds(
  results: readonly { readonly error?: { readonly request_id: string } }[],
  requestId: unknown,
) {
  return results.map((result) => {
    if (result.error === undefined) return result;
    const { request_id, ...error } = result.error;
    expect(request_id).toBe(requestId);
    return { ...result, error };
  });
}

describe.each(BULKED_OPERATIONS)('bulk-%s', (operation) => {
  it('answers each item like its single call, in order, and charges the items that were found', async () => {
    const items = [
      { id: 'a', ...found[operation] },
      MISSING[operation],
      { id: 'ü 日本', ...found[operation] },
      {},
      7,
      { id: 3, ...found[operation] },
      { id: null, ...found[operation], extra: true },
    ];
    const reply = await service.call(`bulk-${operation}`, { items });
    expect([reply.status, statuses(reply)]).toEqual([200, [200, 404, 200, 422, 422, 422, 422]]);
    expect(reply.body.results.map((result: { id: string | null }) => result.id)).toEqual([
      ...['a', null, 'ü 日本'],
      ...[null, null, null, null],
    ]);
    expect(reply.body.credits_used).toBe(2);
    const single = await service.call(operation, found[operation]);
    expect(JSON.stringify(reply.body.results[0].body)).toBe(JSON.stringify(single.body));
    expect(reply.body.results[5].error.details).toEqual([
      { path: 'id', message: expect.stringContaining('must be a string or null'), suggestion: null },
    ]);
  });

  it('is described by the OpenAPI document with the body of its single call', async () => {
    const { body } = await service.request({ url: '/openapi.json' });
    const referred = ({ $ref }: { readonly $ref: string }) => body.components.schemas[$ref.split('/').at(-1) ?? ''];
    const schemaOf = (path: string) =>
      referred(body.paths[path].post.requestBody.content['application/json'].schema).properties;
    const single = schemaOf(ENDPOINTS[operation].path);
    const { id, ...members } = referred(schemaOf(`/v2/bulk/${operation}`).items.items).properties;
    expect(members).toEqual(single);
    expect(id.type).toEqual(['string', 'null']);
  });
});

it('an item equals its single call, for any item (law)', async () => {
  const dictionary = await fixtureDictionary(service);
  const calls = fc.constantFrom(...BULKED_OPERATIONS).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      items: fc.array(
        fc.oneof(bodies(operation, dictionary), fc.constantFrom<object>(found[operation], MISSING[operation])),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );
  const property = fc.asyncProperty(calls, async ({ operation, items }) => {
    const bulk = await service.call(`bulk-${operation}`, { items });
    expect(bulk.status).toBe(200);
    const { credits: price } = ENDPOINTS[operation];
    const expected = [];
    for (const [index, item] of items.entries()) {
      const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
      const { id: _, ...body } = isObject ? (item as { id?: unknown }) : {};
      expected.push(resultOf(await service.call(operation, isObject ? body : item), { index, id: null, price }));
    }
    expect(withoutRequestIds(bulk.body.results, bulk.headers['x-request-id'])).toEqual(expected);
    expect(bulk.body.credits_used).toBe(expected.reduce((sum, result) => sum + result.credits, 0));
  });
  await fc.assert(property, { numRuns: RUNS });
});

describe('the call as a whole', () => {
  const items = (count: number) => Array.from({ length: count }, () => MISSING.company);

  it.each([
    ['no items', {}, 'items'],
    ['an empty list', { items: [] }, 'items'],
    ['a value that is no list', { items: {} }, 'items'],
    ['101 items', { items: items(LIMITS.bulkItemsMax + 1) }, 'items'],
    ['an unknown key', { items: items(1), operation: 'company' }, 'operation'],
    ['the body of a single call', MISSING.company, 'company_network_url'],
  ])('is a 422 for %s', async (_, body, path) => {
    const { status, body: answer } = await service.call('bulk-company', body);
    expect(status).toBe(422);
    expect(answer.error.details.map((problem: { path: string }) => problem.path)).toContain(path);
  });

  it('answers 100 items', async () => {
    const reply = await service.call('bulk-company', { items: items(LIMITS.bulkItemsMax) });
    expect([reply.status, reply.body.results.length, reply.body.credits_used]).toEqual([200, 100, 0]);
  });

  it.each(['match', 'person', 'people-search', 'key-info', ''])('has no operation %j', async (operation) => {
    const url = `/v2/bulk/${operation}`;
    expect((await service.request({ method: 'POST', url })).status).toBe(404);
  });

  it('needs a key that may call its own path', async () => {
    const allowed = await service.makeKey({ allowedPaths: ['/v2/bulk/company'] });
    const other = await service.makeKey({ allowedPaths: [ENDPOINTS.company.path] });
    expect((await service.call('bulk-company', { items: items(1) }, { key: allowed })).status).toBe(200);
    expect((await service.call('bulk-company', { items: items(1) }, { key: other })).status).toBe(401);
  });

  it('rejects a string that is never valid in its item only', async () => {
    const raw =
      '{"items":[{"company_network_url":"/company/a\\u0000"},{"id":"\\ud800","company_network_url":"/company/a"}]}';
    const reply = await service.call('bulk-company', {}, { raw });
    expect(statuses(reply)).toEqual([422, 422]);
    expect(reply.body.results[0].error.message).toContain('NUL');
    expect(reply.body.results[1].error.message).toContain('surrogate');
    expect(reply.body.results[1].id).toBeNull();
  });
});

describe('credits', () => {
  it('answers items in order until the balance is used up, like consecutive single calls', async () => {
    const key = await account('two', 2);
    const body = { items: [MISSING.company, found.company, {}, found.company, found.company, MISSING.company, {}] };
    const reply = await service.call('bulk-company', body, { key });
    expect(statuses(reply)).toEqual([404, 200, 422, 200, 402, 402, 422]);
    expect(credits(reply)).toEqual(['2', '0']);
    expect(reply.body.results[4].error.message).toContain('fewer are left');
    const none = await service.call('bulk-company', body, { key });
    expect([none.status, none.body.error.code, credits(none)]).toEqual([402, 'CREDITS_EXHAUSTED', ['0', '0']]);
  });

  it('writes one row of the ledger and counts one call', async () => {
    const key = await account('ledger', null);
    await service.call('bulk-company', { items: [found.company, MISSING.company, found.company] }, { key });
    await service.call('bulk-company', { items: [MISSING.company] }, { key });
    const rows = await service.admin.usage({ accountName: 'ledger' });
    const shown = rows.map(({ path, status, calls, credits: used }) => [path, status, calls, used]);
    expect(shown).toEqual([['/v2/bulk/company', 200, 2, 2]]);
    const database = new Database(join(service.config.data, 'accounts.db'), { readonly: true });
    const charges = database
      .prepare("SELECT credits FROM ledger JOIN account ON account.id = account_id WHERE name = 'ledger'")
      .pluck()
      .all();
    database.close();
    expect(charges).toEqual([2]);
  });

  it('charges concurrent bulk calls at most the balance, and answers no more items than charged', async () => {
    const key = await account('race', 25);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const payload = JSON.stringify({ items: Array.from({ length: 7 }, () => found.company) });
    const send = () => service.request({ method: 'POST', url: '/v2/bulk/company', headers, payload });
    const replies = await Promise.all(Array.from({ length: 8 }, send));
    const answered = replies.flatMap((reply) => (reply.status === 200 ? statuses(reply) : []));
    expect(answered.filter((status: number) => status === 200)).toHaveLength(25);
    for (const reply of replies.filter(({ status }) => status === 200))
      expect(reply.headers['x-credits-used']).toBe(String(reply.body.credits_used));
    // A call that found no credits left is rejected with 402 as a whole.
    expect(replies.map((reply) => reply.status === 200 && reply.body.credits_used === 0)).not.toContain(true);
    const race = (await service.admin.accounts()).find(({ name }) => name === 'race');
    expect(race).toMatchObject({ used: 25, remaining: 0 });
  });
});

describe('with an Idempotency-Key', () => {
  const body = () => ({ items: [found.company, MISSING.company, found.company] });

  it('replays the whole answer without a charge, and rejects another body', async () => {
    const options = { headers: { 'idempotency-key': 'bulk-1' } };
    const first = await service.call('bulk-company', body(), options);
    const again = await service.call('bulk-company', body(), options);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect([again.body, again.headers['x-credits-used']]).toEqual([first.body, '0']);
    expect((await service.call('bulk-company', { items: [MISSING.company] }, options)).status).toBe(422);
  });

  it('replays an answer without matches, which was free', async () => {
    const options = { headers: { 'idempotency-key': 'bulk-2' } };
    const first = await service.call('bulk-company', { items: [MISSING.company] }, options);
    const again = await service.call('bulk-company', { items: [MISSING.company] }, options);
    expect([first.body.credits_used, again.body]).toEqual([0, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('answers no more items than were charged if the stored answer was evicted', async () => {
    const key = await account('evicted', 1);
    const options = { key, headers: { 'idempotency-key': 'bulk-3' } };
    const first = await service.call('bulk-company', body(), options);
    expect(statuses(first)).toEqual([200, 402, 402]);
    await service.admin.grant('evicted', 10);
    expect(await service.admin.removeAnswers([createHash('md5').update('none').digest('hex')])).toBe(0);
    const name = (first.body.results[0].body.company as { name: string }).name;
    expect(await service.admin.removeAnswers([name])).toBeGreaterThan(0);
    const again = await service.call('bulk-company', body(), options);
    expect([again.headers['idempotency-replayed'], statuses(again)]).toEqual(['true', [200, 402, 402]]);
  });
});

describe('the rate', () => {
  const send = (count: number, key: string) =>
    service.call('bulk-company', { items: Array.from({ length: count }, () => MISSING.company) }, { key });

  it('counts each item as a request', async () => {
    const key = await account('ten', null, 10);
    const first = await send(6, key);
    expect([first.status, first.headers['ratelimit']]).toEqual([200, '"default";r=4;t=1']);
    const second = await send(6, key);
    expect([second.status, second.headers['retry-after']]).toEqual([429, '1']);
    expect(second.body.error.message).toContain('as which 6 items count');
    expect((await send(3, key)).status).toBe(200);
    expect((await service.call('company', MISSING.company, { key })).status).toBe(429);
  });

  it('rejected before its items are read states how long to wait for any number of items', async () => {
    const key = await account('again', null, 10);
    expect((await send(25, key)).status).toBe(200);
    const single = await service.call('company', MISSING.company, { key });
    expect([single.status, single.headers['retry-after']]).toEqual([429, '2']);
    const rejected = await send(10, key);
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '3']);
    service.clock.ms += 3000;
    expect((await send(10, key)).status).toBe(200);
  });

  it('admits items beyond the rate of a second in an idle second, and makes the next calls wait', async () => {
    const key = await account('slow', null, 10);
    expect((await send(25, key)).headers['ratelimit']).toBe('"default";r=0;t=3');
    service.clock.ms += 1900;
    expect((await service.call('company', MISSING.company, { key })).status).toBe(429);
    service.clock.ms += 200;
    expect((await service.call('company', MISSING.company, { key })).status).toBe(404);
  });
});

it('answers an internal error of an item with a 500 of the item, and of all items with a 500 of the call', async () => {
  const { lookups } = service.running;
  const { companyBySlug } = lookups;
  const unknown = MISSING.company;
  try {
    lookups.companyBySlug = (slug) =>
      slug === 'broken' ? Promise.reject(new Error('broken row')) : companyBySlug.call(lookups, slug);
    const broken = { company_network_url: companyUrl('broken') };
    const some = await service.call('bulk-company', { items: [broken, found.company, unknown] });
    expect([some.status, statuses(some), some.body.credits_used]).toEqual([200, [500, 200, 404], 1]);
    expect(JSON.stringify(some.body)).not.toContain('broken row');
    const all = await service.call('bulk-company', { items: [broken, broken, {}] });
    expect([all.status, all.body.error.code]).toEqual([500, 'DATA_SERVICE_ERROR']);
  } finally {
    lookups.companyBySlug = companyBySlug;
  }
  expect(service.log.splice(0).join('')).toContain('broken row');
});
