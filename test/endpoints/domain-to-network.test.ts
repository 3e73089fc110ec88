import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { wrongShapes } from '../support/url-forms.ts';

const onDomain = (slug: string, domain: string, members: object = {}) =>
  company(slug, slug.toUpperCase(), { domain, ...members });
const COMPANIES = [
  onDomain('acme', 'acme.example', { domains: ['acme-group.example'] }),
  onDomain('shop', 'shop.acme.example'),
  onDomain('bücher', 'bücher.example'),
  onDomain('invented', 'no-such-firm.co.uk'),
  onDomain('pages', 'acme.github.io'),
  onDomain('group-small', 'group.example', { employee_count: 10 }),
  onDomain('group-unsized-b', 'group.example'),
  onDomain('group-large', 'group.example', { employee_count: 9000 }),
  onDomain('group-bucket', 'group.example', { size: '51-200' }),
  onDomain('group-unsized-a', 'group.example'),
  onDomain('group-second', 'other-group.example', { employee_count: 500, domains: ['group.example'] }),
  onDomain('group-equal', 'group.example', { employee_count: 10 }),
  onDomain('leaver', 'leaver.example', { employee_count: 5 }),
  onDomain('stayer', 'leaver.example', { employee_count: 4 }),
];

/** More than are read between two pauses of a call. */
const BRANCHES = Array.from({ length: 1200 }, (_, at) =>
  onDomain(`branch-${at}`, 'branches.example', { name: `Branch ${at}`, employee_count: 5000 - at }),
);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [...COMPANIES, ...BRANCHES] });
});
afterAll(() => service.close());
const request = (domain: unknown) => service.call('domain-to-network', { domain });
const named = (slug: string) => ({ company_network_url: companyUrl(slug), company_name: slug.toUpperCase() });

it('answers the company on the domain', async () => {
  const { status, body } = await request('acme.example');
  expect(status).toBe(200);
  expect(body).toEqual({ found: true, ...named('acme'), other: [] });
});

it('answers the largest of several companies, and the others in the order of searches', async () => {
  const { status, body } = await request('group.example');
  const others = ['group-second', 'group-bucket', 'group-equal', 'group-small', 'group-unsized-a', 'group-unsized-b'];
  expect(status).toBe(200);
  expect(body).toEqual({ found: true, ...named('group-large'), other: others.map(named) });
});

describe('a domain of many branches', () => {
  it('lists the 100 largest others', async () => {
    const { body } = await request('branches.example');
    const others = BRANCHES.slice(1, 101).map(({ name }) => name);
    expect(body.company_name).toBe('Branch 0');
    expect(body.other.map((other: { readonly company_name: string }) => other.company_name)).toEqual(others);
  });

  it('finds all of them by a filter', async () => {
    const company = { domain: ['branches.example', 'acme.example'] };
    const { body } = await service.call('company-count', { company });
    expect(body.total_results).toBe(1201);
  });

  it('finds the smallest one by its name, on this domain', async () => {
    const { body } = await service.call('match-company', { domain: 'www.branches.example', name: 'Branch 1199' });
    expect(body.company.name).toBe('Branch 1199');
    expect(body.matched_on).toEqual(['domain', 'name']);
    const other = await service.call('match-company', { domain: 'branches.example', name: 'Bücher' });
    expect(other.body.company?.name ?? null).not.toBe('BÜCHER');
  });

  it('accepts the smallest one with this domain in a list of its openings', async () => {
    const company_network_url = companyUrl('branch-1199');
    const { status } = await service.call('company-jobs', { company_network_url, domain: 'branches.example' });
    expect(status).toBe(200);
  });
});

describe('the domain', () => {
  it.each([
    'acme.example',
    'ACME.Example',
    ' acme.example ',
    'acme.example.',
    'www.acme.example',
    'acme.example:8080',
    'http://acme.example',
    'https://www.Acme.Example/about?x=y@z#top',
    'acme.example/about',
    'https://acme.example:8443/',
    'acme-group.example',
    'https://www.acme-group.example/',
    'staff.acme.example',
    'https://a.b.c.acme.example/x',
  ])('%j is reduced to its host name, then to its registrable domain, and identifies acme', async (domain) => {
    const { status, body } = await request(domain);
    expect([status, body.company_network_url]).toEqual([200, companyUrl('acme')]);
  });

  it.each([
    ['shop.acme.example', 'shop'],
    ['www.shop.acme.example', 'shop'],
    ['deep.shop.acme.example', 'acme'],
    ['bücher.example', 'bücher'],
    ['BÜCHER.example', 'bücher'],
    ['xn--bcher-kva.example', 'bücher'],
    ['www.bu\u0308cher.example', 'bücher'],
    ['no-such-firm.co.uk', 'invented'],
    ['mail.no-such-firm.co.uk', 'invented'],
    ['https://acme.github.io/about', 'pages'],
    ['blog.acme.github.io', 'pages'],
  ])('%j identifies %s: the host name takes precedence over its registrable domain', async (domain, slug) => {
    const { status, body } = await request(domain);
    expect([status, body.company_network_url]).toEqual([200, companyUrl(slug)]);
  });

  it.each(['unknown.example', 'acme.test', 'xacme.example', 'other-firm.co.uk', 'beta.github.io'])(
    '%s is unknown',
    async (domain) => {
      const { status, body } = await request(domain);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each([
    'localhost',
    'acme',
    'http://localhost/',
    '192.0.2.1',
    'http://192.0.2.1/x',
    '0x7f.1',
    '[2001:db8::1]',
    '2001:db8::1',
    'jane@acme.example',
    'https://jane@acme.example/',
    'mailto:jane@acme.example',
    'ftp://acme.example',
    'acme..example',
    '.acme.example',
    '-acme.example',
    'acme_x.example',
    'acme example',
    'acme.example, shop.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(124)}example`,
    '///acme.example',
    'https://',
    '.',
    ' ',
  ])('rejects %j', async (domain) => {
    const { status, body } = await request(domain);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'domain', message: expect.stringContaining('hostname'), suggestion: null },
    ]);
  });

  it.each(wrongShapes('domain'))('rejects the wrong shape %j', async (sent, message) => {
    const { status, body } = await service.call('domain-to-network', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

it('skips a suppressed company at once', async () => {
  expect((await request('leaver.example')).body).toEqual({ found: true, ...named('leaver'), other: [named('stayer')] });
  await service.suppress('company', 'leaver');
  expect((await request('leaver.example')).body).toEqual({ found: true, ...named('stayer'), other: [] });
  await service.suppress('domain', 'leaver.example');
  expect((await request('leaver.example')).status).toBe(404);
});
