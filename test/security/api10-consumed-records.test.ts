// OWASP API10:2023, unsafe consumption of APIs: imported records are untrusted text. They change neither the service
// nor the shape of any answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Strings with a meaning for a careless interpreter. */
const HOSTILE = [
  `x' OR '1'='1`,
  `"; DROP TABLE person; --`,
  '<script>alert(1)</script>',
  '"},"found":false,"injected":{"a":"',
  '\\"},\\"injected\\":1',
  '=HYPERLINK("http://evil.example","x")',
  '{{constructor.constructor("return process")()}}',
  '$' + '{process.env.HOME}',
  '$(touch /tmp/x)',
  '../../etc/passwd',
  'line\r\nX-Injected: yes',
  'separator\u2028paragraph\u2029',
  'right to left \u202etxt.exe',
  'null island',
  '__proto__',
  'x'.repeat(2000),
];
const slugOf = (at: number) => `hostile-${at}`;

let service: TestService;
beforeAll(async () => {
  const polluted = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  service = await startTestService({
    companies: [
      ...HOSTILE.map((text, index) =>
        company(slugOf(index), text, { about: text, specialties: [text], employee_count: index + 1 }),
      ),
      { ...polluted, ...company('polluted', 'Polluted') },
    ],
    people: HOSTILE.map((text, index) =>
      person(slugOf(index), index + 1, {
        full_name: text,
        headline: text,
        skills: [text],
        experiences: [position(slugOf(index), text)],
      }),
    ),
    jobs: HOSTILE.map((text, index) => ({ company_network_url: companyUrl(slugOf(index)), title: text, source: text })),
  });
});
afterAll(() => service.close());

// `call` of the test service checks each answer against its closed schema.
describe('is answered as plain text in its own record:', () => {
  it.each(HOSTILE.map((text, index) => [text.slice(0, 40), text, index] as const))('%j', async (_, text, at) => {
    const profile = await service.call('company', { company_network_url: companyUrl(slugOf(at)) });
    expect(profile.status).toBe(200);
    // Like normalization of imported texts, which only reduces white space and removes invisible characters.
    const tidy = (value: string) =>
      value
        .replace(/[\u202a-\u202e]/g, '')
        .replace(/\s+/g, ' ')
        .trim();
    expect(tidy(profile.body.company.name)).toBe(tidy(text));
    const staff = await service.call('employee-finder', { company_network_url: companyUrl(slugOf(at)) });
    expect(staff.body.results.map((one: { network_url: string }) => one.network_url)).toEqual([personUrl(slugOf(at))]);
    expect(tidy(staff.body.results[0].full_name)).toBe(tidy(text));
    for (const { headers } of [profile, staff]) expect(headers).not.toHaveProperty('x-injected');
  });
});

it('a search for such a text finds its record, and never all records', async () => {
  for (const text of HOSTILE.filter((one) => one.length <= 200)) {
    const { status, body } = await service.call('company-search', {
      company: { name: [text] },
      max_results: 100,
      include_total: true,
    });
    expect(status).toBe(200);
    expect(body.total_results).toBeGreaterThan(0);
    expect(body.total_results).toBeLessThan(HOSTILE.length / 2);
  }
});

it('a record cannot change the prototype of other objects', async () => {
  const { status } = await service.call('company', { company_network_url: companyUrl('polluted') });
  expect(status).toBe(200);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
