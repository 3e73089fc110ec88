// Suppression: a suppressed person or company disappears from every search at once and permanently; pages, totals and
// cursors stay exact.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { suppressRecords } from '../../src/tasks/suppress-records.ts';
import { suppressionEntry } from '../../src/tasks/suppression-entry.ts';
import { FIXTURE } from '../support/fixture.ts';
import { COMPANY_ORDER } from '../support/fixture-companies.ts';
import { JOB_ROW_ORDER } from '../support/fixture-openings.ts';
import { ACME_STAFF, PEOPLE_ORDER } from '../support/fixture-people.ts';
import { companyUrl, person } from '../support/fixture-records.ts';
import { jobRowsOf, slugsOf, walk } from '../support/read-pages.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService(FIXTURE);
});
afterEach(() => service.close());

const ACME = { company_network_url: companyUrl('acme') };
const ALL = { max_results: 100, include_total: true };
const EVERYONE = { people: { job_title: { exclude: ['zzz'] } } };
const EVERY_COMPANY = { company: { name: { exclude: ['zzz'] } } };
const EVERY_OPENING = { job: { title: { exclude: ['zzz'] } } };
const without = (list: readonly string[], ...gone: string[]) => list.filter((each) => !gone.includes(each));

/** The results of all searches. */
async function shown() {
  const people = await service.call('people-search', { ...EVERYONE, ...ALL });
  const companies = await service.call('company-search', { ...EVERY_COMPANY, ...ALL });
  const jobs = await service.call('job-search', { ...EVERY_OPENING, ...ALL });
  const companyJobs = await service.call('company-jobs', { ...ACME, ...ALL });
  const staff = await service.call('employee-finder', { ...ACME, max_results: 100 });
  const steps = { ...ACME, cascade: [{ location: ['WORLD'] }], max_results: 100 };
  const waterfall = await service.call('waterfall', steps);
  const lists = {
    people: slugsOf(people),
    companies: slugsOf(companies),
    jobs: jobRowsOf(jobs),
    companyJobs: jobRowsOf(companyJobs),
    staff: slugsOf(staff),
    waterfall: waterfall.body.results.map((row: { person: { full_name: string } }) => row.person.full_name).length,
  };
  const totals = [people, companies, jobs, companyJobs, staff].map((reply) => reply.body.total_results);
  expect(totals).toEqual(
    [lists.people, lists.companies, lists.jobs, lists.companyJobs, lists.staff].map((list) => list.length),
  );
  return lists;
}

const UNTOUCHED = {
  people: PEOPLE_ORDER,
  companies: COMPANY_ORDER,
  jobs: JOB_ROW_ORDER,
  companyJobs: JOB_ROW_ORDER.filter((row) => row.startsWith('acme|')),
  staff: ACME_STAFF,
  waterfall: ACME_STAFF.length,
};

/** Expects the same results at once, on a new edition, after another import of the records, and after a restart. */
async function expectForGood(expected: Awaited<ReturnType<typeof shown>>) {
  expect(await shown()).toEqual(expected);
  await service.index();
  expect(await shown()).toEqual(expected);
  await service.import(FIXTURE);
  await service.index();
  await service.restart();
  expect(await shown()).toEqual(expected);
}

test('shows all records without suppressions', async () => {
  expect(await shown()).toEqual(UNTOUCHED);
});

describe('a person', () => {
  test.each([
    ['person', 'ada-king'],
    ['email', 'ada.king@acme.example'],
    ['phone', '+12025550144'],
  ] as const)('suppressed by %s %s is in no answer', async (kind, value) => {
    await service.suppress(kind, value);
    await expectForGood({
      ...UNTOUCHED,
      people: without(PEOPLE_ORDER, 'ada-king'),
      staff: without(ACME_STAFF, 'ada-king'),
      waterfall: ACME_STAFF.length - 1,
    });
  });

  test('with two positions disappears from both', async () => {
    await service.suppress('person', 'rae-zim');
    const bolt = { company: { name: ['bolt'] } };
    expect(slugsOf(await service.call('people-search', { ...bolt, ...ALL }))).toEqual(['sam-orr', 'tia-moe']);
    expect((await shown()).staff).toEqual(without(ACME_STAFF, 'rae-zim'));
  });

  test('is replaced by the next person on a page', async () => {
    await service.suppress('person', 'bo-reed');
    await service.suppress('person', 'dee-ross');
    const expected = without(PEOPLE_ORDER, 'bo-reed', 'dee-ross');
    const search = { operation: 'people-search', body: EVERYONE, read: slugsOf } as const;
    expect(await walk(service, { ...search, sizes: [1] })).toEqual(expected);
    expect(await walk(service, { ...search, sizes: [4] })).toEqual(expected);
    const page = await service.call('employee-finder', { ...ACME, max_results: 3, page: 2 });
    expect(slugsOf(page)).toEqual(without(ACME_STAFF, 'bo-reed', 'dee-ross').slice(3, 6));
    const waterfall = await service.call('waterfall', {
      ...ACME,
      cascade: [{ include_title: ['vp'] }],
      max_results: 1,
    });
    expect(waterfall.body.results[0].person.full_name).toBe('Eli Voss');
  });

  test('at the end of the list leaves no cursor to an empty page', async () => {
    await service.suppress('person', 'dan-past');
    const size = PEOPLE_ORDER.length - 1;
    const { body } = await service.call('people-search', { ...EVERYONE, max_results: size });
    expect([body.results_length, body.cursor]).toEqual([size, null]);
  });
});

test('an address suppressed in one spelling is in no answer for another spelling of its mailbox', async () => {
  const spellings = ['jane.doe@gmail.com', 'janedoe@gmail.com', 'j.anedoe+news@googlemail.com'];
  const found = async () => {
    const replies = [];
    for (const email of spellings) {
      replies.push(await service.call('email-to-person', { email }));
      replies.push(await service.call('match-person', { email, full_name: 'Jane Spelled', min_score: 0.1 }));
    }
    replies.push(await service.call('people-search', { people: { full_name: ['Jane Spelled'] } }));
    return replies.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('"Jane Spelled"')).length;
  };
  const jane = (slug: string, address: string) =>
    person(slug, 5, { full_name: 'Jane Spelled', emails: [{ email: address }] });
  await service.import({ people: [jane('jane-spelled', 'jane.doe@gmail.com')] });
  await service.index();
  expect(await found()).toBeGreaterThan(2);
  await service.suppress('email', 'j.ane.doe@gmail.com');
  expect(await found()).toBe(0);
  await service.import({ people: [jane('jane-again', 'janedoe+more@gmail.com')] }, 'other');
  await service.index();
  await service.restart();
  expect(await found()).toBe(0);
});

describe('a company', () => {
  const DUNE_GONE = {
    ...UNTOUCHED,
    companies: without(COMPANY_ORDER, 'dune'),
    jobs: JOB_ROW_ORDER.filter((row) => !row.startsWith('dune|')),
  };

  test('is in no answer, neither are its openings, and is the employer of no person', async () => {
    await service.suppress('company', 'dune');
    const { people, ...rest } = await shown();
    const { people: _, ...expected } = DUNE_GONE;
    expect(rest).toEqual(expected);
    expect(without(people, 'wes-ott')).toEqual(without(PEOPLE_ORDER, 'wes-ott'));
    const byEmployer = { company: { country_code: ['BR'] }, ...ALL };
    expect((await service.call('people-search', byEmployer)).body.total_results).toBe(0);
    const dune = { company_network_url: companyUrl('dune') };
    expect((await service.call('employee-finder', dune)).body.total_results).toBe(0);
    expect((await service.call('company-jobs', dune)).body.results).toEqual([]);
    expect((await service.call('waterfall', { ...dune, cascade: [{ location: ['WORLD'] }] })).body.results).toEqual([]);
  });

  test('remains in careers, because those are data of the people', async () => {
    await service.suppress('company', 'acme');
    await service.index();
    const { body } = await service.call('people-search', { people: { country_code: ['MX'] } });
    const career = body.results[0].experiences.map((each: { company_network_url: string }) => each.company_network_url);
    expect(career).toContain(companyUrl('acme'));
    expect(body.results[0].company.network_url).not.toBe(companyUrl('acme'));
  });

  test('is suppressed by its domain together with all others on it', async () => {
    await service.suppress('domain', 'acme.example');
    const expected = without(COMPANY_ORDER, 'acme', 'dune');
    expect((await shown()).companies).toEqual(expected);
    await service.import(FIXTURE);
    await service.index();
    expect((await shown()).companies).toEqual(expected);
    expect((await service.call('company-jobs', { domain: 'acme.example' })).body.results).toEqual([]);
  });

  test('keeps a person with another employer at that employer', async () => {
    await service.suppress('company', 'acme');
    const rae = async () => {
      const { body } = await service.call('people-search', { people: { country_code: ['MX'] } });
      return [body.results_length, body.results[0]?.job_title, body.results[0]?.company?.name];
    };
    expect(await rae()).toEqual([1, 'Chief Financial Officer', 'Bolt Bank']);
    await service.index();
    expect(await rae()).toEqual([1, 'Chief Financial Officer', 'Bolt Bank']);
  });
});

test('a stored answer of a repeated request does not answer a suppressed record', async () => {
  const calls = [
    ['people-search', { ...EVERYONE, max_results: 100 }],
    ['company', ACME],
    ['bulk-company', { items: [ACME, { company_network_url: companyUrl('bolt') }] }],
  ] as const;
  const answers = async () => {
    const replies = [];
    for (const [operation, body] of calls)
      replies.push(await service.call(operation, body, { headers: { 'idempotency-key': 'again' } }));
    return replies;
  };
  for (const { body } of await answers()) expect(JSON.stringify(body)).toContain(companyUrl('acme'));
  const at = new Date(service.clock.ms).toISOString();
  const entry = suppressionEntry('company', companyUrl('acme'));
  expect(await suppressRecords(service.config, [entry], at)).toEqual([{ hiddenPeople: 0, hiddenCompanies: 1 }]);
  const [people, company, bulk] = await answers();
  expect([people?.status, company?.status, bulk?.body.results.map((item: Reply['body']) => item.status)]).toEqual([
    200,
    404,
    [404, 200],
  ]);
  for (const { headers } of [people, company, bulk] as Reply[]) expect(headers['x-credits-used']).toBe('0');
  const employers = people?.body.results.map((row: Reply['body']) => row.company?.network_url ?? null);
  expect(employers).not.toContain(companyUrl('acme'));
});

test('an answer that is stored after a suppression, as its call ran meanwhile, is not repeated', async () => {
  const headers = { 'idempotency-key': 'in flight' };
  const bulk = { items: [{ company_network_url: companyUrl('unknown') }] };
  const free = () => service.call('bulk-company', bulk, { headers });
  expect((await service.call('company', ACME, { headers })).status).toBe(200);
  const missed = await free();
  // Changes the list only: stored answers remain, like the stored answer of a call in flight.
  await service.suppress('company', 'acme');
  const repeated = await service.call('company', ACME, { headers });
  expect([repeated.status, repeated.headers['x-credits-used']]).toEqual([404, '0']);
  expect((await free()).body).toEqual(missed.body);
});
