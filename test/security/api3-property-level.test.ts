// OWASP API3:2023, broken object property level authorization: an answer has only the documented fields, only the
// endpoints for contacts answer them, and a body sets only documented fields.
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl, opening, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ACME = { company_network_url: companyUrl('acme') };
/** Data that no search may reveal: contacts, also inside texts, and undocumented fields of the import. */
const CONTACTS = /jane@|@acme\.example|@home\.example|555[ -]?01\d\d|7700 ?900/;
/** Fields of imported rows that are not in the contract. */
const PRIVATE = /salary|123-45-6789|password|hunter2|internal_note|90210/;

let service: TestService;
beforeAll(async () => {
  const extra = { salary: 90210, ssn: '123-45-6789', password: 'hunter2', internal_note: 'x' };
  service = await startTestService({
    companies: [
      company('acme', 'Acme', {
        domain: 'acme.example',
        employee_count: 10,
        about: 'Write to jane@acme.example',
        ...extra,
      }),
    ],
    people: [
      person('jane', 1, {
        experiences: [position('acme', 'Clerk', { job_description: 'Call +44 7700 900123', ...extra })],
        headline: 'jane@home.example',
        about_me: 'My number is (202) 555-0100',
        emails: [
          { email: 'jane@acme.example', status: 'valid', ...extra },
          { email: 'jane@home.example', status: 'invalid' },
        ],
        phones: [{ phone: '+1 202 555 0100', kind: 'mobile' }],
        ...extra,
      }),
    ],
    jobs: [opening('acme', 'Clerk', extra)],
  });
});
afterAll(() => service.close());

const SEARCHES: readonly [Operation, object][] = [
  ['people-search', { people: { min_connections_count: 1 }, include_total: true }],
  ['company-search', { company: { name: ['acme'] } }],
  ['waterfall', { ...ACME, cascade: [{ location: ['WORLD'] }] }],
  ['employee-finder', ACME],
  ['job-search', { job: { title: ['clerk'] } }],
  ['company-jobs', ACME],
];
const LOOK_UPS: readonly [Operation, object][] = [
  ['company', ACME],
  ['domain-to-network', { domain: 'acme.example' }],
  ['network-to-domain', ACME],
  ['department-distribution', ACME],
  ['country-distribution', ACME],
  ['email-to-person', { email: 'jane@acme.example' }],
  ['phone-to-person', { phone: '+1 202 555 0100' }],
  ['match-person', { email: 'jane@acme.example', max_candidates: 10 }],
  ['match-company', { domain: 'acme.example', max_candidates: 10 }],
];
const SALES: readonly [Operation, object, RegExp][] = [
  ['email', { person_network_url: personUrl('jane') }, /jane@acme\.example/],
  ['phone', { person_network_url: personUrl('jane') }, /12025550100/],
];

describe('no address and no number, in a field or in a text, is in the answer of', () => {
  it.each([...SEARCHES, ...LOOK_UPS])('%s', async (operation, body) => {
    const answer = await service.call(operation, body);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toMatch(/acme/i);
    expect(JSON.stringify(answer.body)).not.toMatch(CONTACTS);
  });
});

it.each(SALES)('%s answers its contacts, and never an invalid address', async (operation, body, sold) => {
  const answer = await service.call(operation, body);
  expect(JSON.stringify(answer.body)).toMatch(sold);
  expect(JSON.stringify(answer.body)).not.toContain('home.example');
});

it('no endpoint answers an undocumented field of an import', async () => {
  const calls: readonly (readonly [Operation, object, ...unknown[]])[] = [...SEARCHES, ...LOOK_UPS, ...SALES];
  for (const [operation, body] of calls) {
    const answer = await service.call(operation, body);
    expect([operation, answer.status]).toEqual([operation, 200]);
    expect(JSON.stringify(answer.body)).not.toMatch(PRIVATE);
  }
});

/** Places in a schema where an object may have more than the listed fields. */
function openPlaces(schema: TSchema, place: string): string[] {
  const {
    type,
    properties = {},
    additionalProperties,
    items,
    anyOf = [],
  } = schema as TSchema & {
    type?: string | string[];
    properties?: Record<string, TSchema>;
    additionalProperties?: unknown;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  return [
    ...([type].flat().includes('object') && additionalProperties !== false ? [place] : []),
    ...Object.entries(properties).flatMap(([name, each]) => openPlaces(each, `${place}.${name}`)),
    ...(items ? openPlaces(items, `${place}[]`) : []),
    ...anyOf.flatMap((each) => openPlaces(each, place)),
  ];
}

it('every body and every answer is closed, at every depth: each test of a call validates its answer', () => {
  const open = OPERATIONS.flatMap((operation) => {
    const { body, answer } = ENDPOINTS[operation];
    return [...(body ? openPlaces(body, `${operation} body`) : []), ...openPlaces(answer, `${operation} answer`)];
  });
  expect(open).toEqual([]);
});

describe('a body sets only documented fields: others are a 422 that names the field,', () => {
  it.each([
    ['an account', { account_id: 'other' }],
    ['credits', { credits: 0 }],
    ['a role', { is_admin: true }],
    ['the prototype of the body', JSON.parse('{"__proto__":{"max_results":100}}')],
    ['a constructor', { constructor: { prototype: { isAdmin: true } } }],
    ['a method', { toString: 'x', hasOwnProperty: 'x' }],
    ['fields to be answered', { fields: ['emails', 'phones'] }],
    ['a field of the import', { emails: [{ email: 'jane@acme.example' }] }],
  ])('%s', async (_, extra) => {
    for (const [operation, body] of [...SEARCHES, ...LOOK_UPS]) {
      // Own properties only: a literal would set the prototype instead.
      const raw = JSON.stringify(body).replace(/\}$/, `,${JSON.stringify(extra).slice(1)}`);
      const { status, body: answer } = await service.call(operation, undefined, { raw });
      expect([operation, status]).toEqual([operation, 422]);
      expect(answer.error.details[0].path).toBe(Object.keys(extra)[0]);
    }
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });
});
