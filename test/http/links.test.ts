// The links of the OpenAPI document: the call that a link names succeeds with values of the answer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { LINKS } from '../../src/http/openapi/links.ts';
import { company, companyUrl, opening, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ACME = { company_network_url: companyUrl('acme') };
const JANE = { person_network_url: personUrl('jane') };
/** The second domain is for mail only, and no call finds the company by it. */
const RECORDS = {
  companies: [company('acme', 'Acme', { domain: 'acme.example', email_domain: 'post.example' })],
  people: [
    person('jane', 1, {
      experiences: [position('acme', 'Clerk')],
      emails: [{ email: 'jane@post.example', status: 'valid' }],
      phones: [{ phone: '+14155550132', kind: 'mobile' }],
    }),
  ],
  jobs: [opening('acme', 'Cook')],
};
const BODIES: Readonly<Record<string, object>> = {
  'people-search': { company: { name: ['acme'] }, people: { name: ['jane'] } },
  'company-search': { company: { name: ['acme'] } },
  waterfall: { ...ACME, cascade: [{ include_title: ['clerk'] }] },
  'employee-finder': ACME,
  'job-search': { company: { name: ['acme'] }, job: { title: ['cook'] } },
  'company-jobs': ACME,
  email: JANE,
  phone: JANE,
  'email-to-person': { email: 'jane@post.example' },
  'phone-to-person': { phone: '+14155550132' },
  company: ACME,
  'match-person': { email: 'jane@post.example' },
  'match-company': { domain: 'acme.example' },
  'domain-to-network': { domain: 'acme.example' },
  'network-to-domain': ACME,
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(RECORDS);
});
afterAll(() => service.close());

/** The value of a runtime expression such as `$response.body#/results/0/network_url`. */
function resolved(expression: string, bodies: { readonly request: unknown; readonly response: unknown }): unknown {
  const [, side, pointer = ''] = /^\$(request|response)\.body#\/(.+)$/.exec(expression) ?? [];
  const steps = pointer.split('/');
  return steps.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], bodies[side as 'request']);
}

it.each(Object.entries(LINKS))('each link of %s leads to an answer', async (operation, links) => {
  const request = BODIES[operation];
  const { status, body: response } = await service.call(operation as Operation, request);
  expect(status).toBe(200);
  for (const [name, { to, body }] of Object.entries(links)) {
    const members = Object.entries(body).map(([member, value]) => [member, resolved(value, { request, response })]);
    const next = await service.call(to, Object.fromEntries(members));
    expect([name, next.status]).toEqual([name, 200]);
  }
});
