// Remedies in error messages: a caller who follows the advice no longer gets that error.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme', { domain: 'acme.example', industry: 'Cheese Ripening' })],
    people: [person('jane', 1, { experiences: [position('acme', 'Clerk')] })],
  });
});
afterAll(() => service.close());

interface Detail {
  readonly path: string;
  readonly message: string;
  readonly suggestion: string | null;
}

const ACME = { company_network_url: companyUrl('acme') };
const detailsOf = ({ status, body }: Reply): readonly Detail[] => (status === 422 ? body.error.details : []);
const rejectionOf = async (operation: Operation, body: object): Promise<Detail> => {
  const [first] = detailsOf(await service.call(operation, body));
  if (!first) throw new Error('the body was not rejected');
  return first;
};

describe('an empty company object', () => {
  it.each<[Operation, object]>([
    ['company-search', { company: {} }],
    ['company-search', { company: { industry: [], name: { include: [] }, hq: {} } }],
    ['people-search', { company: {} }],
    ['people-search', { company: {}, people: { job_level: [] } }],
    ['job-search', { company: {} }],
  ])('does not advise to omit it if the remaining body has no filter: %s %j', async (operation, body) => {
    const { path, message } = await rejectionOf(operation, body);
    expect([path, message]).toEqual(['company', expect.not.stringMatching(/omit/)]);
    const { company: _, ...without } = body as { company: object };
    expect(detailsOf(await service.call(operation, without))).not.toEqual([]);
  });

  it.each<[Operation, object]>([
    ['people-search', { company: {}, people: { job_level: ['VP'] } }],
    ['job-search', { company: {}, job: { title: ['Clerk'] } }],
  ])('advises to omit it if the remaining body has a filter: %s %j', async (operation, body) => {
    const { path, message } = await rejectionOf(operation, body);
    expect([path, message]).toEqual(['company', expect.stringContaining('omit company')]);
    const { company: _, ...without } = body as { company: object };
    expect((await service.call(operation, without)).status).toBe(200);
  });

  it.each<Operation>(['company-search', 'people-search', 'job-search'])(
    'accepts the filter that the message shows: %s',
    async (operation) => {
      const { message } = await rejectionOf(operation, { company: {} });
      const shown = JSON.parse(/\{.*\}/.exec(message)?.[0] ?? '');
      expect((await service.call(operation, { company: shown })).status).toBe(200);
    },
  );
});

describe('the example in a message is accepted', () => {
  it.each<[Operation, object, string]>([
    ['company', { company_network_url: 'acme' }, 'company_network_url'],
    ['email', { person_network_url: 'jane' }, 'person_network_url'],
    ['domain-to-network', { domain: 'localhost' }, 'domain'],
    ['email-to-person', { email: 'jane' }, 'email'],
    ['current-date', { region: '+05:45' }, 'region'],
  ])('%s %j', async (operation, body, name) => {
    const { message } = await rejectionOf(operation, body);
    const example = /such as ([^\s;]+)/.exec(message)?.[1];
    expect([200, 404]).toContain((await service.call(operation, { [name]: example })).status);
  });
});

describe('a phone number', () => {
  it.each([
    '123456',
    '1234567890123456',
    '+1 202+555 0100',
    '++12025550100',
    '202-555-0100 x7',
    '202/5550100',
    '202\t5550100',
  ])('is rejected only for the reasons that the message states: %j', async (phone) => {
    const { message } = await rejectionOf('phone-to-person', { phone });
    expect(message).toMatch(/7 to 15 digits; .*spaces, parentheses, periods, hyphens and one leading \+/);
    const digits = phone.replace(/\D/g, '').length;
    const isAsSaid = /^\+?[0-9 ().-]+$/.test(phone) && digits >= 7 && digits <= 15;
    expect(isAsSaid).toBe(false);
  });
});

describe('a range with min greater than max', () => {
  it('accepts both remedies', async () => {
    const search = (employee_range: object) => service.call('company-search', { company: { employee_range } });
    expect(detailsOf(await search({ min: 9, max: 1 }))[0]?.message).toMatch(/swap them, or omit max/);
    expect((await search({ min: 1, max: 9 })).status).toBe(200);
    expect((await search({ min: 9 })).status).toBe(200);
  });
});

describe('a step without title and location', () => {
  it('accepts the location WORLD as the remedy', async () => {
    const { message } = await rejectionOf('waterfall', { ...ACME, cascade: [{}] });
    expect(message).toContain('WORLD');
    expect((await service.call('waterfall', { ...ACME, cascade: [{ location: ['WORLD'] }] })).status).toBe(200);
  });
});

it('accepts each remedy for a cursor of other filters', async () => {
  await service.import({ companies: [company('bolt', 'Bolt')] });
  await service.index();
  const filters = { company: { name: ['acme', 'bolt'] } };
  const { cursor } = (await service.call('company-search', { ...filters, max_results: 1 })).body;
  const other = { company: { name: ['acme'] }, cursor };
  expect((await rejectionOf('company-search', other)).message).toMatch(/repeat the filters .* or omit it/);
  expect((await service.call('company-search', { ...filters, cursor })).status).toBe(200);
  expect((await service.call('company-search', { company: { name: ['acme'] } })).status).toBe(200);
});

it('accepts one of two identifiers that name different companies', async () => {
  const both = { ...ACME, domain: 'other.example' };
  expect((await rejectionOf('company-jobs', both)).message).toContain('give one of the two');
  for (const body of [ACME, { domain: 'other.example' }])
    expect((await service.call('company-jobs', body)).status).toBe(200);
});

it('suggests an existing endpoint for an unknown path', async () => {
  const { body } = await service.request({ method: 'POST', url: '/v2/serch/people' });
  const named = /did you mean (\S+)\?/.exec(body.error.message)?.[1];
  expect(Object.values(ENDPOINTS).map(({ path }) => path)).toContain(named);
});

/** The body with the value at a path replaced, or with the key renamed. */
function corrected(body: object, { path, message, suggestion }: Detail): object {
  const steps = path.split(/[.[\]]/).filter((step) => step !== '');
  const copy = structuredClone(body) as Record<string, unknown>;
  const last = steps.pop() ?? '';
  const parent = steps.reduce<Record<string, unknown>>((value, step) => value[step] as Record<string, unknown>, copy);
  if (message.startsWith('is unknown')) {
    parent[suggestion ?? ''] = parent[last];
    delete parent[last];
  } else parent[last] = suggestion;
  return copy;
}

describe('each suggestion corrects its error:', () => {
  it.each<[Operation, object, number]>([
    [
      'people-search',
      {
        company: { industri: { include: ['x'] }, country_code: ['Germany', 'Deutschlnd', 'USA', 'Britain'] },
        people: {
          job_level: ['Directr', 'Vice President', 'c team'],
          job_function: ['Sale', 'Enginering'],
          job_titel: ['x'],
        },
        max_result: 5,
      },
      5,
    ],
    [
      'company-search',
      {
        company: {
          industry: { include: ['Softwear Development', 'cheese ripenin'], excludes: ['x'] },
          type: ['Privat Company', 'public'],
          continent: ['Europ'],
          sales_region: ['emae'],
          employee_range: ['11-5', '51-20'],
          hq: { citty: ['x'] },
        },
        facets: ['company.indutry'],
      },
      5,
    ],
    ['waterfall', { ...ACME, cascade: [{ include_titel: ['x'], location: ['Wrld', 'Europ', 'Emae', 'Germny'] }] }, 5],
    ['employee-finder', { ...ACME, job_levels: ['VP'], contry_code: ['DE'], pag: 2 }, 3],
    ['autocomplete', { field: 'people.job_titel', prefx: 'a' }, 2],
    ['current-date', { region: 'Europe/Berln' }, 1],
    ['phone', { person_network_url: personUrl('jane'), includework: true }, 1],
  ])('%s %j', async (operation, body, least) => {
    const details = detailsOf(await service.call(operation, body)).filter(({ suggestion }) => suggestion !== null);
    expect(details.length).toBeGreaterThanOrEqual(least);
    for (const detail of details) {
      const again = detailsOf(await service.call(operation, corrected(body, detail)));
      const same = again.filter(({ path, message }) => path === detail.path && message === detail.message);
      expect(same, JSON.stringify(detail)).toEqual([]);
      const isRenamed = detail.message.startsWith('is unknown');
      if (!isRenamed) expect(again.map(({ path }) => path)).not.toContain(detail.path);
    }
  });
});
