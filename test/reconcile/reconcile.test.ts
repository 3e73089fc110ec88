// The reconciliation service for a client such as OpenRefine: manifest, queries, suggestions, previews and data
// extension, each with its price.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyUrl, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import * as schemas from './protocol-schemas.ts';

const companies = [
  {
    network_url: companyUrl('braveton'),
    name: 'Braveton <Labs>',
    domain: 'braveton.example',
    industry: 'Software Development',
    employee_count: 1200,
    specialties: ['Maps', 'Routing'],
    hq: { country_code: 'DE', city: 'Berlin' },
  },
  { network_url: companyUrl('calmere'), name: 'Calmere', domain: 'calmere.example' },
  { network_url: companyUrl('dorvane-works'), name: 'Dorvane Stadtwerke [Nord]', employee_count: 50 },
  { network_url: companyUrl('dorvane-finland'), name: 'Dorvane Finland', employee_count: 900 },
  { network_url: companyUrl('new-dorvane'), name: 'New Dorvane', employee_count: 5000 },
];
const people = [
  {
    network_url: personUrl('ada-moreau'),
    full_name: 'Ada Moreau',
    headline: 'VP Sales at Braveton',
    country_code: 'FR',
    company_network_url: companyUrl('braveton'),
    company_name: 'Braveton <Labs>',
    job_title: 'VP Sales',
    emails: [{ email: 'ada@braveton.example', status: 'valid', verified_at: '2030-05-01' }],
  },
];

// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of the body
type Body = any;

let service: TestService;
let base = '';
beforeAll(async () => {
  service = await startTestService({ companies, people });
  base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

const ajv = new Ajv2020({ strict: false });
const compliant = (schema: object, body: unknown) => {
  const isValid = ajv.validate(schema, body);
  expect(isValid, JSON.stringify(ajv.errors)).toBe(true);
};
const credits = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);

/** A GET of the service with the key in its path. */
async function get(path: string) {
  const response = await fetch(`${base}/reconcile/${service.key}${path}`);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** A POST of a form with the key in the path, as OpenRefine sends it. */
async function post(form: Record<string, string>, path = `/${service.key}`, headers: Record<string, string> = {}) {
  const response = await fetch(`${base}/reconcile${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const query = (queries: unknown, ...more: [string?, Record<string, string>?]) =>
  post({ queries: JSON.stringify(queries) }, ...more);
const extended = (ids: readonly string[], ...properties: string[]) =>
  post({ extend: JSON.stringify({ ids, properties: properties.map((id) => ({ id })) }) });

describe('the manifest', () => {
  it('names the addresses of the service with the key of its path', async () => {
    const { status, headers, body } = await get('');
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    compliant(schemas.MANIFEST, body);
    const url = `${base}/reconcile/${service.key}`;
    expect(body).toMatchObject({
      versions: ['0.1', '0.2'],
      defaultTypes: [
        { id: 'Organization', name: 'Company' },
        { id: 'Person', name: 'Person' },
      ],
      view: { url: '{{id}}' },
      preview: { url: `${url}/preview?id={{id}}` },
      suggest: { entity: { service_url: url, service_path: '/suggest/entity' } },
      extend: { propose_properties: { service_url: url, service_path: '/properties' } },
    });
    expect(body.authentication).toBeUndefined();
  });

  it('needs no key, and then declares the header of the key', async () => {
    const response = await fetch(`${base}/reconcile`);
    const body = (await response.json()) as Body;
    compliant(schemas.MANIFEST, body);
    expect(body.authentication).toEqual({ type: 'apiKey', name: 'x-api-key', in: 'header' });
    expect(body.suggest.type.service_url).toBe(`${base}/reconcile`);
  });

  it('is rejected for an unknown key in the path', async () => {
    const response = await fetch(`${base}/reconcile/cf_live_unknown`);
    expect(response.status).toBe(401);
    expect(((await response.json()) as Body).error.code).toBe('UNAUTHORIZED');
  });
});

describe('queries', () => {
  it('answer candidates with scores for the price of their matches', async () => {
    const before = await credits();
    const { status, headers, body } = await query({
      q0: {
        query: 'Braveton',
        type: 'Organization',
        limit: 5,
        type_strict: 'should',
        properties: [{ pid: 'country_code', v: 'DE' }],
      },
      q1: { query: 'Ada Moreau', type: ['Person'], properties: [{ pid: 'company_name', v: ['Braveton'] }] },
      q2: { query: 'Zoltan Unknown', type: 'Person' },
      q3: { query: companyUrl('calmere') },
    });
    expect(status).toBe(200);
    compliant(schemas.RESULTS, body);
    expect(body.q0.result[0]).toMatchObject({
      id: companyUrl('braveton'),
      name: 'Braveton <Labs>',
      description: 'braveton.example',
      type: [{ id: 'Organization', name: 'Company' }],
    });
    expect(body.q1.result[0]).toMatchObject({ id: personUrl('ada-moreau'), match: true, score: expect.any(Number) });
    expect(body.q1.result[0].features).toEqual([
      { id: 'full_name', value: true },
      { id: 'company_name', value: true },
    ]);
    expect(body.q1.result[0].score).toBeGreaterThanOrEqual(85);
    expect(body.q2).toEqual({ result: [] });
    expect(body.q3.result[0]).toMatchObject({ id: companyUrl('calmere'), score: 99, match: true });
    expect(headers.get('x-credits-used')).toBe('3');
    expect((await credits()) - before).toBe(3);
  });

  it('are answered by GET, and with the key in a header', async () => {
    const queries = encodeURIComponent(JSON.stringify({ a: { query: 'Calmere' } }));
    const { status, body } = await get(`?queries=${queries}`);
    expect(status).toBe(200);
    expect(body.a.result[0].id).toBe(companyUrl('calmere'));
    expect((await query({ a: { query: 'Calmere' } }, '', { 'x-api-key': service.key })).body).toEqual(body);
    expect((await query({ a: { query: 'Calmere' } }, '')).status).toBe(401);
  });

  it('take a reconciled value as a property', async () => {
    const employer = { id: companyUrl('braveton'), name: 'Braveton <Labs>' };
    const { body } = await query({
      a: { query: 'Ada Moreau', type: 'Person', properties: [{ pid: 'company_network_url', v: employer }] },
    });
    expect(body.a.result[0].features).toContainEqual({ id: 'company_network_url', value: true });
  });

  it('take the name of a country, and properties of records that are keys of matches', async () => {
    const employer = { id: companyUrl('braveton'), name: 'Braveton <Labs>' };
    const { body } = await query({
      a: { query: 'Braveton', properties: [{ pid: 'country_code', v: 'Germany' }] },
      b: {
        query: 'Braveton',
        properties: ['hq.city', 'hq.country_name'].map((pid, index) => ({ pid, v: ['Berlin', 'germany'][index] })),
      },
      c: { query: 'Ada Moreau', type: 'Person', properties: [{ pid: 'employer', v: employer }] },
      d: { query: 'Ada Moreau', type: 'Person', properties: [{ pid: 'employer', v: 'Braveton' }] },
    });
    const features = (key: string) => body[key].result[0].features.map(({ id }: { id: string }) => id);
    expect(features('a')).toEqual(['country_code']);
    expect(features('b').toSorted()).toEqual(['city', 'country_code']);
    expect(features('c')).toContain('company_network_url');
    expect(features('d')).toContain('company_name');
  });

  it('report an invalid value with its query, and answer the other queries', async () => {
    const { status, body } = await query({
      good: { query: 'Calmere' },
      bad: { query: 'Calmere', properties: [{ pid: 'country_code', v: 'Atlantis' }] },
      long: { query: 'Calmere '.repeat(1000) },
    });
    expect(status).toBe(200);
    compliant(schemas.RESULTS, body);
    expect(body.good.result).toHaveLength(1);
    expect(body.bad).toMatchObject({ result: [], error: { code: 'INVALID_INPUT' } });
    expect(body.bad.error.message).toContain('country_code');
    expect(body.long).toMatchObject({ result: [], error: { code: 'INVALID_INPUT' } });
  });

  it.each([
    [{ a: { query: 'x', type: 'Organisation' } }, 'queries.a.type', 'Organization'],
    [{ a: { query: 'x', properties: [{ pid: 'domian', v: 'x' }] } }, 'queries.a.properties[0].pid', 'domain'],
    [{ a: { query: 'x', properties: [{ pid: 'employer', v: 'x' }] } }, 'queries.a.properties[0].pid', null],
    [{ a: { query: 'x', limit: 0 } }, 'queries.a.limit', null],
    [{ a: { query: 'x', limits: 3 } }, 'queries.a.limits', 'limit'],
    [{ a: 'x' }, 'queries.a', null],
    ['not an object', 'queries', null],
  ])('that are malformed are rejected with the field and the remedy: %j', async (queries, path, suggestion) => {
    const before = await credits();
    const { status, body } = await query(queries);
    expect(status).toBe(422);
    expect(body.error.details[0]).toMatchObject({ path, ...(suggestion === null ? {} : { suggestion }) });
    expect(await credits()).toBe(before);
  });

  it('above a hundred are rejected', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`q${index}`, { query: 'Calmere' }]));
    expect((await query(many)).status).toBe(413);
    expect((await query({})).body).toEqual({});
  });

  it('need a form element', async () => {
    expect((await post({ other: 'x' })).body.error.details[0].path).toBe('queries');
    expect((await post({ queries: '{' })).body.error.details[0].message).toMatch(/^the parameter/);
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const json = await fetch(`${base}/reconcile/${service.key}`, request);
    expect(json.status).toBe(422);
    expect(((await json.json()) as Body).error.message).toContain('application/x-www-form-urlencoded');
  });

  it('without credits cost nothing and report it', async () => {
    const key = await service.makeAccount({ name: 'one', creditsPerMonth: 1, requestsPerSecond: 100 });
    const both = { a: { query: 'Calmere' }, b: { query: companyUrl('braveton') } };
    const first = await query(both, `/${key}`);
    expect(first.status).toBe(200);
    compliant(schemas.RESULTS, first.body);
    expect(first.body.a.result).toHaveLength(1);
    expect(first.body.b).toMatchObject({ result: [], error: { code: 'CREDITS_EXHAUSTED' } });
    const second = await query(both, `/${key}`);
    expect(second.status).toBe(402);
  });
});

describe('suggestions', () => {
  it('of types and properties are free', async () => {
    const before = await credits();
    const types = await get('/suggest/type?prefix=comp');
    compliant(schemas.TYPES, types.body);
    expect(types.body.result).toEqual([{ id: 'Organization', name: 'Company' }]);
    const properties = await get('/suggest/property?prefix=country');
    compliant(schemas.PROPERTIES, properties.body);
    expect(properties.body.result.map(({ id }: { id: string }) => id)).toEqual([
      'country_code',
      'hq.country_code',
      'hq.country_name',
      'location.country_code',
      'location.country_name',
    ]);
    expect((await get('/suggest/property?prefix=country&cursor=4')).body.result).toHaveLength(1);
    expect(await credits()).toBe(before);
  });

  it.each([
    ['dorv', ['Dorvane Finland', 'Dorvane Stadtwerke [Nord]', 'New Dorvane']],
    ['Dorvane', ['Dorvane Finland', 'Dorvane Stadtwerke [Nord]', 'New Dorvane']],
    ['Dorvane Stadt', ['Dorvane Stadtwerke [Nord]']],
    ['dorvane stadtwerke no', ['Dorvane Stadtwerke [Nord]']],
    ['Dorvane F', ['Dorvane Finland']],
    ['new dorvane', ['New Dorvane']],
  ])('find companies by the incomplete name %s, for the price of a search', async (prefix, names) => {
    const path = `/suggest/entity?type=Organization&prefix=${encodeURIComponent(prefix)}`;
    const { body, headers } = await get(path);
    compliant(schemas.ENTITIES, body);
    expect(body.result.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(headers.get('x-credits-used')).toBe('1');
    expect((await get(`${path}&cursor=1`)).body.result).toEqual(body.result.slice(1));
  });

  it('match companies whose names begin otherwise, and cost nothing without a match', async () => {
    const { body } = await get('/suggest/entity?type=Organization&prefix=Calmere%20GmbH');
    expect(body.result[0]).toMatchObject({ name: 'Calmere' });
    const none = await get('/suggest/entity?type=Organization&prefix=Zzyzx');
    expect([none.body.result, none.headers.get('x-credits-used')]).toEqual([[], '0']);
  });

  it('of records are matches by name', async () => {
    const before = await credits();
    const { body, headers } = await get('/suggest/entity?prefix=Calmere&type=Organization');
    compliant(schemas.ENTITIES, body);
    expect(body.result).toEqual([
      {
        id: companyUrl('calmere'),
        name: 'Calmere',
        description: 'calmere.example',
        notable: [{ id: 'Organization', name: 'Company' }],
      },
    ]);
    expect(headers.get('x-credits-used')).toBe('1');
    expect((await credits()) - before).toBe(1);
    expect((await get(`/suggest/entity?prefix=${personUrl('ada-moreau')}`)).body.result[0].name).toBe('Ada Moreau');
    expect((await get('/suggest/entity?prefix=')).body).toEqual({ result: [] });
  });

  it.each(['cursor=-1', 'cursor=x', 'type=Place'])('reject %s', async (parameter) => {
    expect((await get(`/suggest/entity?prefix=a&${parameter}`)).status).toBe(422);
  });
});

describe('the preview of a record', () => {
  it('is a page that shows imported text as text', async () => {
    const url = `${base}/reconcile/${service.key}/preview?id=${encodeURIComponent(companyUrl('braveton'))}`;
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain('<h1>Braveton &lt;Labs&gt;</h1>');
    expect(page).toContain('<p>braveton.example · Software Development · 1,200 employees</p><p>Berlin, Germany</p>');
    expect(response.headers.get('x-credits-used')).toBe('1');
  });

  it('does not exist for an unknown record', async () => {
    expect((await get(`/preview?id=${encodeURIComponent(personUrl('nobody'))}`)).status).toBe(404);
    expect((await get('/preview?id=Q42')).status).toBe(422);
  });
});

describe('data extension', () => {
  it('answers values of companies, once for all properties of a record', async () => {
    const before = await credits();
    const ids = [companyUrl('braveton'), companyUrl('nobody')];
    const { status, body } = await extended(ids, 'employee_count', 'hq.city', 'specialties', 'domain', 'founded_year');
    expect(status).toBe(200);
    compliant(schemas.EXTENSION, body);
    expect(body.meta[1]).toEqual({ id: 'hq.city', name: 'hq city' });
    expect(body.rows[ids[0] ?? '']).toEqual({
      employee_count: [{ int: 1200 }],
      'hq.city': [{ str: 'Berlin' }],
      specialties: [{ str: 'Maps' }, { str: 'Routing' }],
      domain: [{ str: 'braveton.example' }],
      founded_year: [],
    });
    expect(Object.values(body.rows[ids[1] ?? ''])).toEqual([[], [], [], [], []]);
    expect((await credits()) - before).toBe(1);
  });

  it('answers the employer of a person as a record, and contacts for the price of their calls', async () => {
    const before = await credits();
    const id = personUrl('ada-moreau');
    const { body } = await extended([id], 'employer', 'email', 'phone', 'headline');
    compliant(schemas.EXTENSION, body);
    expect(body.meta[0]).toEqual({ id: 'employer', name: 'employer', type: { id: 'Organization', name: 'Company' } });
    expect(body.rows[id]).toEqual({
      employer: [{ id: companyUrl('braveton'), name: 'Braveton <Labs>' }],
      email: [{ str: 'ada@braveton.example' }],
      phone: [],
      headline: [{ str: 'VP Sales at Braveton' }],
    });
    expect((await credits()) - before).toBe(2);
  });

  it('answers and charges a repeated record or property once', async () => {
    const id = companyUrl('braveton');
    const { headers, body } = await extended([id, id, id], 'domain', 'domain', 'name');
    expect(body.meta.map((one: Body) => one.id)).toEqual(['domain', 'name']);
    expect(body.rows).toEqual({ [id]: { domain: [{ str: 'braveton.example' }], name: [{ str: 'Braveton <Labs>' }] } });
    expect(headers.get('x-credits-used')).toBe('1');
    expect((await extended([id], 'name', 'name', 'x')).body.error.details[0].path).toBe('extend.properties[2].id');
  });

  it('proposes the properties of a type', async () => {
    const { body } = await get('/properties?type=Person&limit=3');
    compliant(schemas.PROPOSALS, body);
    expect(body).toMatchObject({ type: 'Person', limit: 3 });
    expect(body.properties).toHaveLength(3);
    const ids = ({ body: { properties } }: { body: Body }) => properties.map(({ id }: { id: string }) => id);
    const all = ids(await get('/properties?type='));
    expect(all).toEqual(expect.arrayContaining(['employee_count', 'employer']));
    expect(new Set(all).size).toBe(all.length);
    expect((await get('/properties?limit=0')).status).toBe(422);
  });

  it('rejects unknown properties and identifiers', async () => {
    const unknown = await extended([companyUrl('braveton')], 'employes');
    expect(unknown.body.error.details[0]).toMatchObject({ path: 'extend.properties[0].id' });
    const other = await extended(['Q42'], 'domain');
    expect(other.body.error.details[0]).toMatchObject({ path: 'extend.ids[0]' });
  });
});
