// External ids as keys of matches: the record with the id is answered, other keys are evidence for or against it, and
// ids of different records contradict each other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { faultsOf } from '../support/read-pages.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const LEI = { acme: '529900ACMEROCKETSA94', anvils: '549300ANVILSWORKSB61' };
const hq = (country_code: string) => ({ hq: { country_code } });
const COMPANIES = [
  company('acme', 'Acme Rockets GmbH', {
    ...{ domain: 'acme.example', crm_id: ['7001', '7002'], lei: [LEI.acme], isin: ['DE000ACME016'], ...hq('DE') },
    ...{ registry_number: ['HRB 12345'], x_handle: ['acmerockets'] },
  }),
  company('anvils', 'Anvil Works', { domain: 'anvils.example', crm_id: ['8001'], lei: [LEI.anvils], ...hq('AT') }),
  company('calmere', 'Calmere', { domain: 'calmere.example', crm_id: ['9001'], ...hq('AT') }),
  company('dorn', 'Dornbach', { crm_id: ['9001'], registry_number: ['HRB-12345'], ...hq('AT') }),
];
const PEOPLE = [
  person('jane-doe', 5, {
    ...{ crm_id: ['0035g00000AbCdE'], github_handle: ['janedoe'], emails: [{ email: 'jane@acme.example' }] },
    experiences: [position('acme', 'Engineer')],
  }),
  person('ravi-iyer', 4, { crm_id: ['77'], emails: [{ email: 'ravi@anvils.example' }] }),
  person('mia-sato', 3, { crm_id: ['78'] }),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: COMPANIES, people: PEOPLE });
});
afterAll(() => service.close());

const ofCompany = (body: object) => service.call('match-company', body);
const ofPerson = (body: object) => service.call('match-person', body);
/** The answered record, the score and the keys that agree; the status for an error. */
const shown = ({ status, body }: Reply) =>
  status === 200 ? [(body.person ?? body.company).network_url, body.score, body.matched_on] : status;

describe('the company that has the id', () => {
  it.each<[object, string, number, string[]]>([
    [{ crm_id: ' 7002 ' }, 'acme', 0.99, ['crm_id']],
    [{ lei: LEI.anvils.toLowerCase() }, 'anvils', 0.99, ['lei']],
    [{ isin: 'DE 000ACME01 6' }, 'acme', 0.99, ['isin']],
    [{ x_handle: 'https://x.com/AcmeRockets' }, 'acme', 0.99, ['x_handle']],
    [{ registry_number: 'hrb12345', country_code: 'DE' }, 'acme', 0.99, ['country_code', 'registry_number']],
    [{ registry_number: 'HRB 12345', country_code: 'AT' }, 'dorn', 0.99, ['country_code', 'registry_number']],
    [{ crm_id: '9001', name: 'Dornbach AG' }, 'dorn', 0.99, ['name', 'crm_id']],
    // Another name is evidence against the match, because several systems may use the same number.
    [{ crm_id: '7001', name: 'Quite Another' }, 'acme', 0.73, ['crm_id']],
    [{ lei: LEI.acme, name: 'Quite Another' }, 'acme', 0.99, ['lei']],
    // Register numbers of two countries cannot be compared.
    [
      { domain: 'anvils.example', registry_number: 'HRB 1', country_code: 'AT' },
      'anvils',
      0.99,
      ['domain', 'country_code'],
    ],
  ])('%j', async (body, slug, score, keys) => {
    expect(shown(await ofCompany({ min_score: 0.5, ...body }))).toEqual([companyUrl(slug), score, keys]);
  });
});

describe('the person who has the id', () => {
  it.each<[object, string, number, string[]]>([
    [{ crm_id: '77' }, 'ravi-iyer', 0.99, ['crm_id']],
    [{ crm_id: '0035g00000AbCdEFGH', full_name: 'J. Doe' }, 'jane-doe', 0.99, ['crm_id']],
    [
      { github_handle: '@JaneDoe', company_domain: 'acme.example' },
      'jane-doe',
      0.99,
      ['company_domain', 'github_handle'],
    ],
    [{ crm_id: '78', email: 'unknown@else.example' }, 'mia-sato', 0.99, ['crm_id']],
  ])('%j', async (body, slug, score, keys) => {
    expect(shown(await ofPerson(body))).toEqual([personUrl(slug), score, keys]);
  });
});

describe('keys that contradict each other', () => {
  it('an LEI decides against the site and other ids, as a legal entity has exactly one', async () => {
    const ids = { lei: LEI.acme, isin: 'DE000ACME016' };
    expect(shown(await ofCompany({ ...ids, crm_id: '9001' }))).toEqual([companyUrl('acme'), 0.99, ['isin', 'lei']]);
    for (const other of [{ domain: 'calmere.example' }, { crm_id: '9001' }, { isin: ids.isin }])
      expect(shown(await ofCompany({ lei: LEI.anvils, ...other }))).toEqual([companyUrl('anvils'), 0.99, ['lei']]);
    expect((await ofCompany({ lei: LEI.acme, domain: 'anvils.example', min_score: 0 })).body.candidates).toHaveLength(
      1,
    );
    // An unknown LEI refutes companies that have another LEI.
    expect((await ofCompany({ lei: '529900T8BM49AURSDO55', name: 'Anvil Works' })).status).toBe(404);
    expect((await ofCompany({ lei: '529900T8BM49AURSDO55', name: 'Calmere', country_code: 'AT' })).status).toBe(200);
  });

  it('leave equally strong owners below the default score, and list them', async () => {
    const body = { crm_id: '77', email: 'jane@acme.example' };
    expect((await ofPerson(body)).status).toBe(404);
    const { candidates } = (await ofPerson({ ...body, min_score: 0, max_candidates: 5 })).body;
    expect(candidates.map(({ score, matched_on }: Record<string, unknown>) => [score, matched_on])).toEqual([
      [0.33, ['email']],
      [0.33, ['crm_id']],
    ]);
    const companies = await ofCompany({ crm_id: '7001', domain: 'calmere.example', min_score: 0, max_candidates: 5 });
    expect(companies.body.candidates.map(({ score }: Record<string, unknown>) => score)).toEqual([0.64, 0.32]);
    expect((await ofCompany({ crm_id: '7001', domain: 'calmere.example' })).status).toBe(404);
    expect((await ofCompany({ crm_id: '9001' })).status).toBe(404);
    const named = await ofCompany({ crm_id: '7001', domain: 'calmere.example', name: 'Acme Rockets' });
    expect(shown(named)).toEqual([companyUrl('acme'), 0.99, ['name', 'crm_id']]);
  });

  it('another name refutes a person by id, as by address', async () => {
    expect((await ofPerson({ crm_id: '77', full_name: 'Olga Petrova' })).status).toBe(404);
    expect((await ofPerson({ github_handle: 'janedoe', full_name: 'Olga Doe' })).status).toBe(404);
  });
});

const messageOf = ({ body }: Reply) => body.error.message;

it('rejects an invalid id and states the rule', async () => {
  const wrong = { lei: `${LEI.acme.slice(0, -1)}5`, isin: 'DE000ACME017', x_handle: 'a b', crm_id: 'n/a' };
  const reply = await ofCompany(wrong);
  expect([reply.status, faultsOf(reply).map(([path]) => path)]).toEqual([422, ['crm_id', 'isin', 'lei', 'x_handle']]);
  expect(messageOf(await ofPerson({ crm_id: '-' }))).toBe(
    'crm_id: must be an id with a letter or digit, not a placeholder; omit the key if there is none',
  );
  expect(faultsOf(await ofPerson({ lei: LEI.acme }))[0]?.[0]).toBe('lei');
  expect(messageOf(await ofPerson({ city: 'Ulm' }))).toContain('phone, crm_id, github_handle, x_handle, full_name');
});

it('is a key of bulk calls and of look-ups by known values', async () => {
  const { body } = await service.call('bulk-match-company', { items: [{ crm_id: '8001' }, { crm_id: '404' }] });
  expect(body.results.map((each: Record<string, unknown>) => [each['status'], each['credits']])).toEqual([
    [200, 1],
    [404, 0],
  ]);
  const email = await service.call('email', { person: { github_handle: 'janedoe' } });
  expect([email.status, email.body.email]).toEqual([200, 'jane@acme.example']);
});

it('finds no suppressed record, and finds a change at once', async () => {
  await service.suppress('person', 'mia-sato');
  expect((await ofPerson({ crm_id: '78' })).status).toBe(404);
  await service.index();
  expect((await ofPerson({ crm_id: '78' })).status).toBe(404);
  await service.import({ people: [person('noor-khan', 3, { crm_id: ['79'] })] });
  expect(shown(await ofPerson({ crm_id: '79' }))).toEqual([personUrl('noor-khan'), 0.99, ['crm_id']]);
});
