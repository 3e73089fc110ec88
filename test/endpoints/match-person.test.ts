// POST /v2/match/person: the person that the keys describe, the score, and the price.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { faultsOf } from '../support/read-pages.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const COMPANIES = [
  company('acme', 'Acme Robotics GmbH', { domain: 'acme.example', employee_count: 900 }),
  company('bolt', 'Bolt Bank', { domain: 'bolt.example', employee_count: 400 }),
];
const at = (city: string, country_code: string) => ({ location: { city, country_code } });
const PEOPLE = [
  person('jane-doe', 10, {
    full_name: 'Jane Doe',
    headline: 'Sales. Write to hidden@acme.example',
    ...at('Berlin', 'DE'),
    experiences: [
      position('acme', 'VP Sales'),
      position({ company_name: 'Old Mill' }, 'Miller', { job_is_current: false, job_end_date: '2009-12' }),
    ],
    emails: [{ email: 'jane.doe@acme.example' }, { email: 'info@acme.example' }],
    phones: [{ phone: '+12025550144' }],
  }),
  person('jane-doe-2', 5, {
    full_name: 'Jane Doe',
    ...at('Lyon', 'FR'),
    experiences: [position('bolt', 'Clerk')],
    emails: [{ email: 'jane@bolt.example' }],
    phones: [{ phone: '+12025550145' }, { phone: '+12025550146', kind: 'work' }],
  }),
  // Name and employer are the same for these two people.
  person('tom-ray', 5, { full_name: 'Tom Ray', ...at('Bonn', 'DE'), experiences: [position('bolt', 'Clerk')] }),
  person('tom-ray-2', 5, { full_name: 'Tom Ray', ...at('Ulm', 'DE'), experiences: [position('bolt', 'Cook')] }),
  person('robert-oak', 5, { full_name: 'Robert Oakwood', experiences: [position('acme', 'Welder')] }),
  // The employer is known by its domain only.
  person('ida-fern', 5, {
    full_name: 'Ida Fernwood',
    experiences: [position({ company_domain: 'bolt.example' }, 'Clerk')],
  }),
  person('zoe-lind', 5, {
    full_name: 'Zoë Lindström',
    experiences: [position({ company_name: 'Sole GmbH' }, 'Baker')],
  }),
  // These scripts are written with and without a blank after the surname.
  person('han-zhiqiang', 5, { full_name: '韩志强', experiences: [position('bolt', 'Clerk')] }),
  person('kim-minsu', 5, { full_name: '김민수', experiences: [position('bolt', 'Clerk')] }),
  person('hayakawa-tsukasa', 5, { full_name: '早川 司', experiences: [position('bolt', 'Clerk')] }),
  person('joerg-mueller', 5, { full_name: 'Jörg Müller', experiences: [position('bolt', 'Clerk')] }),
  person('guenther-koehler', 5, { full_name: 'Guenther Koehler', experiences: [position('bolt', 'Clerk')] }),
  // A household with one mailbox and one number.
  ...['Lea', 'Max'].map((given) =>
    person(`${given.toLowerCase()}-hale`, 5, {
      full_name: `${given} Hale`,
      emails: [{ email: 'halefamily@gmail.com' }],
      phones: [{ phone: '+12025550148' }],
    }),
  ),
];

/** There are more namesakes than are compared; the wanted person is the last in the order. */
const NAMESAKES = Array.from({ length: 40 }, (_, index) =>
  person(`kim-lane-${index}`, 90, {
    full_name: 'Kim Lane',
    ...at('Bonn', 'DE'),
    experiences: [position('acme', 'Cook')],
  }),
);
const KIM = person('kim-lane', 1, {
  full_name: 'Kim Lane',
  ...at('Bad Münster', 'DE'),
  experiences: [position({ company_name: 'Sole GmbH' }, 'Baker')],
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: COMPANIES, people: [...PEOPLE, ...NAMESAKES, KIM] });
});
afterAll(() => service.close());

const call = (body: object) => service.call('match-person', body);
/** The answered person, the score and the keys that agree; the status for an error. */
const shown = ({ status, body }: Reply) =>
  status === 200 ? [body.person.network_url, body.score, body.matched_on] : status;
const JANE = { full_name: 'Jane Doe' };
const jane = personUrl('jane-doe');

describe('a key alone', () => {
  it.each<[object, string, number, string]>([
    [{ network_url: 'network.example/in/Jane-Doe/' }, 'jane-doe', 0.99, 'network_url'],
    [{ email: 'JANE.doe@acme.example' }, 'jane-doe', 0.99, 'email'],
    [{ phone: '+1 (202) 555-0144' }, 'jane-doe', 0.99, 'phone'],
  ])('%j identifies a person', async (body, slug, score, key) => {
    expect(shown(await call(body))).toEqual([personUrl(slug), score, [key]]);
  });

  it.each<object>([
    JANE,
    { full_name: 'Robert Oakwood' },
    { first_name: 'Robert', last_name: 'Oakwood' },
    { network_url: personUrl('unknown') },
    { email: 'unknown@acme.example' },
    { phone: '+1 202 555 0199' },
    { full_name: 'Nora Unknown', company_name: 'Acme Robotics' },
    // The mailbox of a role and the number of an office have several owners.
    { email: 'info@acme.example' },
    { phone: '+1 202 555 0146' },
    { email: 'halefamily@gmail.com' },
    { phone: '+1 202 555 0148' },
  ])('%j is not enough, or unknown: a free 404', async (body) => {
    expect((await call(body)).status).toBe(404);
  });
});

describe('a name matches', () => {
  it.each<[string, object, string, number, string[]]>([
    ['with the name of the employer', { company_name: 'Acme Robotics' }, 'jane-doe', 0.88, ['company_name']],
    ['with the domain of the employer', { company_domain: 'www.acme.example' }, 'jane-doe', 0.88, ['company_domain']],
    [
      'with the profile of the employer',
      { company_network_url: companyUrl('bolt') },
      'jane-doe-2',
      0.88,
      ['company_network_url'],
    ],
    [
      'better with the country too',
      { company_name: 'Acme Robotics', country_code: 'de' },
      'jane-doe',
      0.91,
      ['company_name', 'country_code'],
    ],
    [
      'better with title and city',
      { company_domain: 'acme.example', job_title: 'vp, sales', city: 'berlin' },
      'jane-doe',
      0.99,
      ['company_domain', 'job_title', 'city'],
    ],
  ])('%s', async (_, more, slug, score, keys) => {
    const reply = await call({ ...JANE, ...more });
    expect(shown(reply)).toEqual([personUrl(slug), score, ['full_name', ...keys]]);
  });

  it.each<[object, string, string[]]>([
    [{ first_name: '志强', last_name: '韩' }, 'han-zhiqiang', ['first_name', 'last_name']],
    [{ full_name: '韩 志强' }, 'han-zhiqiang', ['full_name']],
    [{ first_name: '민수', last_name: '김' }, 'kim-minsu', ['first_name', 'last_name']],
    [
      { first_name: '민수'.normalize('NFD'), last_name: '김'.normalize('NFD') },
      'kim-minsu',
      ['first_name', 'last_name'],
    ],
    [{ first_name: '司', last_name: '早川' }, 'hayakawa-tsukasa', ['first_name', 'last_name']],
    [{ full_name: '早川司' }, 'hayakawa-tsukasa', ['full_name']],
  ])('with and without a blank: %j', async (name, slug, keys) => {
    const { body } = await call({ ...name, company_domain: 'bolt.example' });
    expect([body.person?.network_url, body.matched_on]).toEqual([personUrl(slug), [...keys, 'company_domain']]);
  });

  it.each<[string, string]>([
    ['Joerg Mueller', 'joerg-mueller'],
    ['Jorg Mueller', 'joerg-mueller'],
    ['Günther Köhler', 'guenther-koehler'],
  ])('in another spelling of umlauts: %s', async (full_name, slug) => {
    const { body } = await call({ full_name, company_domain: 'bolt.example' });
    expect([body.person?.network_url, body.matched_on]).toEqual([personUrl(slug), ['full_name', 'company_domain']]);
  });

  it('with the mailbox of a role, or the number of an office', async () => {
    const [mailbox, office] = [{ email: 'info@acme.example' }, { phone: '+1 202 555 0146' }];
    expect(shown(await call({ ...JANE, ...mailbox }))).toEqual([jane, 0.99, ['email', 'full_name']]);
    expect(shown(await call({ ...JANE, ...office }))).toEqual([personUrl('jane-doe-2'), 0.99, ['phone', 'full_name']]);
  });

  it('with a mailbox or a number of several owners, who are all candidates', async () => {
    const lea = { full_name: 'Lea Hale' };
    for (const [key, value] of Object.entries({ email: 'halefamily@gmail.com', phone: '+12025550148' })) {
      expect(shown(await call({ ...lea, [key]: value }))).toEqual([personUrl('lea-hale'), 0.99, [key, 'full_name']]);
      const { body } = await call({ [key]: value, min_score: 0, max_candidates: 5 });
      expect(body.candidates.map((each: { score: number }) => each.score)).toEqual([0.49, 0.49]);
    }
  });

  it('in two parts, in another spelling, and with a short form', async () => {
    const employer = { company_name: 'Acme Robotics', job_title: 'Welder' };
    expect(shown(await call({ first_name: 'Bob', last_name: 'Oakwood', ...employer }))).toEqual([
      ...[personUrl('robert-oak'), 0.96],
      ['first_name', 'last_name', 'company_name', 'job_title'],
    ]);
    const sole = { company_name: 'Sole' };
    expect(shown(await call({ full_name: 'LINDSTROM Zoe', ...sole }))).toEqual([
      ...[personUrl('zoe-lind'), 0.88],
      ['full_name', 'company_name'],
    ]);
  });

  it('whole and in parts, with the keys of both', async () => {
    const body = { ...JANE, first_name: 'Jane', last_name: 'Doe', company_domain: 'bolt.example' };
    expect(shown(await call(body))).toEqual([
      ...[personUrl('jane-doe-2'), 0.88],
      ['full_name', 'first_name', 'last_name', 'company_domain'],
    ]);
  });

  it('with the city, among more namesakes in the country than are compared', async () => {
    const body = { full_name: 'Kim Lane', country_code: 'DE', city: 'Bad Munster', min_score: 0.5 };
    expect(shown(await call(body))).toEqual([personUrl('kim-lane'), 0.66, ['full_name', 'country_code', 'city']]);
    // If the employer has a namesake, fewer namesakes elsewhere are compared.
    const atFormer = { ...body, company_name: 'Acme Robotics', job_title: 'Baker' };
    const { candidates } = (await call({ ...atFormer, min_score: 0, max_candidates: 10 })).body;
    expect(candidates.map((each: { network_url: string }) => each.network_url)).toContain(personUrl('kim-lane'));
  });

  it('with a misspelled surname at the employer', async () => {
    const body = { full_name: 'Robert Oakwoob', company_domain: 'acme.example', min_score: 0.5 };
    expect(shown(await call(body))).toEqual([personUrl('robert-oak'), 0.66, ['full_name', 'company_domain']]);
  });

  it('a number that no country has is no match', async () => {
    expect((await call({ phone: '(+6 . 50)-6.0 72 8' })).status).toBe(404);
  });

  it('at an employer whose position names its domain only', async () => {
    const [url, score, matchedOn] = shown(
      await call({ full_name: 'Ida Fernwood', company_name: 'Bolt Bank' }),
    ) as unknown[];
    expect([url, matchedOn]).toEqual([personUrl('ida-fern'), ['full_name', 'company_name']]);
    expect(score).toBeGreaterThanOrEqual(0.85);
  });

  it('less with a former employer', async () => {
    const body = { ...JANE, company_name: 'Old Mill', min_score: 0.5 };
    expect(shown(await call(body))).toEqual([jane, 0.73, ['full_name']]);
  });
});

describe('a contradiction lowers the score, and is no 422:', () => {
  it.each<[string, object, number, string[]]>([
    ['another country', { email: 'jane.doe@acme.example', country_code: 'US' }, 0.88, ['email']],
    ['another employer', { phone: '+12025550144', company_name: 'Bolt Bank' }, 0.94, ['phone']],
    ['the profile of another', { email: 'jane.doe@acme.example', network_url: personUrl('tom-ray') }, 0.33, ['email']],
    ['the number of another', { network_url: jane, phone: '+12025550145' }, 0.96, ['network_url']],
    ['another city', { ...JANE, company_name: 'Acme Robotics', city: 'Munich' }, 0.11, ['full_name', 'company_name']],
  ])('%s', async (_, body, score, keys) => {
    const { body: answer } = await call({ ...body, min_score: 0, max_candidates: 10 });
    const found = answer.candidates.find((each: { network_url: string }) => each.network_url === jane);
    expect([found.score, found.matched_on]).toEqual([score, keys]);
  });

  it('keys of two people match neither', async () => {
    const body = { email: 'jane.doe@acme.example', network_url: personUrl('tom-ray') };
    expect((await call(body)).status).toBe(404);
  });

  it('another name on the same address', async () => {
    const body = { email: 'jane.doe@acme.example', full_name: 'Peter Stone' };
    expect((await call(body)).status).toBe(404);
    expect(shown(await call({ ...body, min_score: 0 }))).toEqual([jane, 0, ['email']]);
  });
});

describe('candidates', () => {
  const TOM = { full_name: 'Tom Ray', company_name: 'Bolt Bank' };

  it('that the keys do not distinguish share the probability', async () => {
    const rejected = await call(TOM);
    expect(rejected.status).toBe(404);
    expect(rejected.body.error.message).toContain('the best candidate has 0.47');
    const { body } = await call({ ...TOM, min_score: 0.4, max_candidates: 2 });
    const matched_on = ['full_name', 'company_name'];
    expect(body.candidates).toEqual(
      ['tom-ray', 'tom-ray-2'].map((slug) => ({
        ...{ score: 0.47, matched_on, network_url: personUrl(slug), full_name: 'Tom Ray', headline: null },
      })),
    );
    expect(shown(await call({ ...TOM, job_title: 'Cook' }))).toEqual([
      ...[personUrl('tom-ray-2'), 0.97],
      [...matched_on, 'job_title'],
    ]);
  });

  it('are one by default: the answered person', async () => {
    const { body } = await call({ ...TOM, min_score: 0.4 });
    expect(body.candidates).toHaveLength(1);
    expect(body.candidates[0].network_url).toBe(body.person.network_url);
  });
});

it('answers the same person record as the enrichment, without addresses and numbers', async () => {
  const { body } = await call({ email: 'jane.doe@acme.example', ...JANE });
  const enriched = await service.call('email-to-person', { email: 'jane.doe@acme.example' });
  expect(body.person).toEqual(enriched.body.person);
  expect(JSON.stringify(body)).not.toMatch(/@acme|2025550144/);
});

describe('rejects', () => {
  it.each<[object, [string, string | null][]]>([
    [{}, [['', null]]],
    [{ company_name: 'Acme', job_title: 'VP', country_code: 'DE' }, [['', null]]],
    [{ first_name: 'Jane', company_name: 'Acme' }, [['last_name', null]]],
    [{ last_name: 'Doe' }, [['first_name', null]]],
    [{ ...JANE, last_name: 'Doe' }, [['first_name', null]]],
    [{ full_name: '...' }, [['full_name', null]]],
    [{ fullname: 'Jane Doe' }, [['fullname', 'full_name']]],
    [{ ...JANE, country_code: 'Germany' }, [['country_code', 'DE']]],
    [{ ...JANE, min_score: 2 }, [['min_score', null]]],
    [{ ...JANE, max_candidates: 0 }, [['max_candidates', null]]],
    [{ ...JANE, max_candidates: 11 }, [['max_candidates', null]]],
    [
      { network_url: 'x', email: 'x', phone: 'x', company_domain: 'x', company_network_url: 'x' },
      ['network_url', 'email', 'phone', 'company_domain', 'company_network_url'].map((path) => [path, null]),
    ],
  ])('%j', async (body, faults) => {
    expect(faultsOf(await call(body))).toEqual(faults);
  });

  it('and names the keys of which one is required', async () => {
    const { body } = await call({ job_title: 'VP' });
    expect(body.error.message).toContain(
      'network_url, email, phone, crm_id, github_handle, x_handle, full_name, or first_name with last_name',
    );
  });
});

it('finds a record that changed since the edition, and never a suppressed one', async () => {
  const own = await startTestService({ companies: COMPANIES, people: PEOPLE });
  const request = (body: object) => own.call('match-person', { ...body, min_score: 0.1, max_candidates: 10 });
  const KEYS = [{ email: 'jane.doe@acme.example' }, { network_url: jane }, { phone: '+12025550144' }];
  await own.import({ people: [{ ...PEOPLE[0], emails: [{ email: 'new@acme.example' }] }] });
  expect(shown(await request({ email: 'new@acme.example' }))).toEqual([jane, 0.99, ['email']]);
  await own.suppress('person', 'jane-doe');
  for (const body of [...KEYS, { ...JANE, company_name: 'Acme Robotics' }]) {
    expect(JSON.stringify((await request(body)).body)).not.toContain(`${jane}"`);
  }
  await own.close();
});
