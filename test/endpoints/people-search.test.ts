// POST /v2/search/people: answers, their order, and the people that each filter finds. title-words.test.ts tests
// words in titles.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { ACME_STAFF, FULL_PERSON_URL, PEOPLE_ORDER } from '../support/fixture-people.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { slugOf, slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const search = (body: object) => service.call('people-search', { max_results: 100, ...body });
const rowsOf = async (body: object) => (await search(body)).body.results as PersonRow[];

type PersonRow = Readonly<Record<string, unknown>> & {
  readonly network_url: string;
  readonly company: { readonly network_url: string } | null;
  readonly experiences: readonly { readonly job_is_current: boolean }[];
};
type Cases = readonly (readonly [body: object, slugs: readonly string[]])[];

/** Each body finds exactly these people, in this order. */
function finds(cases: Cases) {
  test.each(cases)('%j finds %j', async (body, slugs) => {
    expect(slugsOf(await search(body))).toEqual(slugs);
  });
}

/** A filter that everyone matches. */
const EVERYONE = { people: { job_title: { exclude: ['zzz'] } } };
const but = (...slugs: string[]) => PEOPLE_ORDER.filter((slug) => !slugs.includes(slug));
const LAST = ['ben-lost', 'cat-none', 'abe-void', 'dan-past'];

describe('the answer', () => {
  test('sorts people by employer (unknown last), level, connections (unknown last) and slug', async () => {
    expect(slugsOf(await search(EVERYONE))).toEqual(PEOPLE_ORDER);
  });

  test('answers a person with every field and the matching employer, without addresses and numbers', async () => {
    const { body } = await search({ people: { job_level: ['C-Team'], country_code: ['US'] } });
    expect(body).toEqual({ results: [ADA_ANSWERED], results_length: 1, cursor: null });
  });

  test('answers null for unknown values, and empty lists', async () => {
    const [row] = await rowsOf({ people: { location: { country_code: ['KZ'] } } });
    const {
      network_url,
      full_name,
      location,
      connections_count,
      experiences,
      education,
      skills,
      certifications,
      ...rest
    } = row as Record<string, unknown>;
    expect({ network_url, full_name, connections_count }).toEqual({
      network_url: 'https://www.network.example/in/abe-void',
      full_name: 'Abe Void',
      connections_count: 2,
    });
    expect(location).toEqual({
      city: null,
      state_code: null,
      country_code: 'KZ',
      country_name: 'Kazakhstan',
      continent: 'Asia',
      sales_region: 'APAC',
    });
    expect([experiences, education, skills, certifications]).toEqual([[], [], [], []]);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  });

  test('answers no e-mail address and no phone number', async () => {
    const text = JSON.stringify((await search(EVERYONE)).body);
    expect(text).not.toMatch(/@|555|emails|phones/);
  });

  test('answers ten people a page unless max_results sets another number', async () => {
    expect(slugsOf(await service.call('people-search', EVERYONE))).toEqual(PEOPLE_ORDER.slice(0, 10));
    expect(slugsOf(await service.call('people-search', { ...EVERYONE, max_results: 1 }))).toEqual(['ada-king']);
  });

  test('include_total counts each person once', async () => {
    const { body } = await search({ ...EVERYONE, max_results: 3, include_total: true });
    expect([body.results_length, body.total_results]).toEqual([3, PEOPLE_ORDER.length]);
  });

  test('answers a search without matches with an empty 200 and charges a credit', async () => {
    const { status, body } = await search({ people: { country_code: ['FJ'] }, include_total: true });
    expect({ status, body }).toEqual({
      status: 200,
      body: { results: [], results_length: 0, cursor: null, total_results: 0 },
    });
  });
});

test.each([
  [{ skills: ['Robots Learning'] }, ['bo-reed']],
  [{ skills: ['[Robots Learning]'] }, []],
  [{ skills: ['[Machine Learning]'] }, ['bo-reed', 'cy-lund']],
  [{ school: ['Mill University'] }, ['bo-reed']],
  [{ school: ['[Mill University]'] }, []],
])('%j matches words of several entries, and in brackets one whole entry', async (people, slugs) => {
  expect(slugsOf(await search({ people }))).toEqual(slugs);
});

describe('the matching position', () => {
  const shown = async (body: object) =>
    (await rowsOf(body)).map((row) => [
      slugOf(row.network_url),
      row.company && slugOf(row.company.network_url),
      row['job_title'],
      row['job_level'],
      row['job_function'],
    ]);

  test.each([
    // Two positions at one company: the answer shows the first, or the one that matches.
    [
      { people: { country_code: ['NO'] } },
      [['hal-ibsen', 'acme', 'Director of Engineering', 'Director', 'Engineering']],
    ],
    [
      { people: { country_code: ['NO'], job_title: ['advisor'] } },
      [['hal-ibsen', 'acme', 'Advisor to Sales', 'Staff', 'Sales & Business Development']],
    ],
    // Two employers: the answer shows the first, or the one that matches.
    [{ people: { country_code: ['MX'] } }, [['rae-zim', 'acme', 'Board Observer', 'Other', 'Legal']]],
    [
      { people: { country_code: ['MX'] }, company: { name: ['bolt'] } },
      [['rae-zim', 'bolt', 'Chief Financial Officer', 'C-Team', 'Finance & Accounting']],
    ],
    [
      { people: { country_code: ['MX'], job_function: ['finance & accounting'] } },
      [['rae-zim', 'bolt', 'Chief Financial Officer', 'C-Team', 'Finance & Accounting']],
    ],
    // All filters on position and employer apply to the same position.
    [{ people: { country_code: ['MX'], job_level: ['C-Team'] }, company: { name: ['acme'] } }, []],
    [{ people: { country_code: ['NO'], job_title: ['advisor'], job_level: ['Director'] } }, []],
    // exclude applies to the position, not to the person.
    [
      { people: { country_code: ['NO'], job_title: { exclude: ['Director'] } } },
      [['hal-ibsen', 'acme', 'Advisor to Sales', 'Staff', 'Sales & Business Development']],
    ],
    // Level and function are missing in the import, so they are derived from the title.
    [
      { people: { job_title: ['[Software Engineer]'] } },
      [['ora-kim', 'acme', 'Software Engineer', 'Staff', 'Engineering']],
    ],
    // People without a current position, and people whose employer is not in the catalog.
    [{ people: { country_code: ['GE'] } }, [['dan-past', null, null, null, null]]],
    [
      { people: { country_code: ['US'], job_level: ['VP'] } },
      [['ben-lost', null, 'VP Sales', 'VP', 'Sales & Business Development']],
    ],
  ])('%j shows %j', async (body, rows) => {
    expect(await shown(body)).toEqual(rows);
  });

  test('a person with two matching positions appears once, at the first of them', async () => {
    const slugs = slugsOf(await search({ company: { employee_range: { min: 5000 } } }));
    expect(slugs).toEqual([...ACME_STAFF, 'sam-orr', 'tia-moe', 'uma-ek', 'vic-ray']);
    expect(slugsOf(await search({ company: { name: ['bolt'] } }))).toEqual(['rae-zim', 'sam-orr', 'tia-moe']);
  });

  test('the employer is answered with every known field', async () => {
    const [row] = await rowsOf({ people: { country_code: ['GR'] } });
    expect(row?.company).toEqual({
      network_url: companyUrl('dune'),
      name: 'Dune Labs',
      domain: 'acme.example',
      industry: 'Computer Software',
      type: 'Nonprofit',
      size: '1001-5000',
      employee_count: null,
      hq: {
        city: 'São Paulo',
        state: null,
        country_code: 'BR',
        country_name: 'Brazil',
        continent: 'South America',
        sales_region: 'LATAM',
      },
    });
  });

  test('an end date in the past takes precedence over job_is_current', async () => {
    const [row] = await rowsOf({
      people: { location: { country_code: ['US'] }, job_level: [], min_connections: 450 },
    }).then((rows) => rows.filter(({ network_url }) => slugOf(network_url) === 'cat-none'));
    expect([row?.['job_title'], row?.company, row?.experiences[0]?.job_is_current]).toEqual([null, null, false]);
  });
});

describe('job_level and job_function', () => {
  finds([
    [
      { people: { job_level: ['c-team'] } },
      ['ada-king', 'bo-reed', 'cy-lund', 'rae-zim', 'uma-ek', 'vic-ray', 'zoe-bell'],
    ],
    [{ people: { job_level: ['VP'] } }, ['dee-ross', 'eli-voss', 'fay-moor', 'gus-hale', 'ben-lost']],
    [
      { people: { job_level: { include: ['manager', 'Other'] } } },
      ['ida-ng', 'jo-paz', 'pia-sol', 'rae-zim', 'tia-moe'],
    ],
    [{ people: { job_function: ['human resources', 'LEGAL'] } }, ['jo-paz', 'rae-zim', 'sam-orr']],
    [
      { people: { job_function: ['Sales & Business Development'], job_level: ['Staff', 'Manager'] } },
      // The matching position determines the place in the order.
      ['ida-ng', 'hal-ibsen'],
    ],
    [{ people: { job_function: ['sales and business development'], job_level: ['manager'] } }, ['ida-ng']],
  ]);
});

describe('location of the person', () => {
  finds([
    [{ people: { country_code: ['us'] } }, ['ada-king', 'ned-low', 'quin-roe', 'ben-lost', 'cat-none']],
    [{ people: { country_code: ['uk', 'EL'] } }, ['dee-ross', 'wes-ott']],
    [{ people: { country_code: { include: ['XK'] } } }, ['pia-sol']],
    [{ people: { continent: ['africa', 'Antarctica', 'OCEANIA'] } }, ['uma-ek', 'vic-ray', 'yul-gray']],
    [
      { people: { sales_region: ['noram'] } },
      ['ada-king', 'lea-fox', 'ned-low', 'quin-roe', 'sam-orr', 'ben-lost', 'cat-none'],
    ],
    [{ people: { sales_region: ['LATAM'] } }, ['jo-paz', 'rae-zim', 'zoe-bell']],
    [
      { people: { sales_region: ['APAC'] } },
      ['gus-hale', 'ida-ng', 'kai-lee', 'uma-ek', '山田-太郎', 'xia-wu', 'abe-void'],
    ],
    [{ people: { sales_region: ['EMEA'], continent: ['Asia'] } }, ['tia-moe', 'dan-past']],
    [{ people: { location: { sales_region: ['EMEA'], country_code: ['NG', 'US'] } } }, ['vic-ray']],
    [{ people: { location: { continent: ['South America'] } } }, ['jo-paz', 'zoe-bell']],
    [{ people: { location: { city: { include: ['koln', 'MONTREAL', '서울'] } } } }, ['eli-voss', 'kai-lee', 'lea-fox']],
    [{ people: { location: { city: ['istanbul'] } } }, ['tia-moe']],
    [{ people: { location: { city: { include: ['new'], exclude: ['york'] } } } }, ['gus-hale']],
    [{ people: { country_code: ['US', 'GB'], location: { country_code: ['GB', 'DE'] } } }, ['dee-ross']],
  ]);
});

describe('connections', () => {
  finds([
    [
      { people: { min_connections_count: 450 } },
      ['ada-king', 'dee-ross', 'eli-voss', 'fay-moor', 'quin-roe', 'cat-none'],
    ],
    [{ people: { min_connections: 500 } }, ['ada-king', 'dee-ross', 'quin-roe']],
    [{ people: { min_connections_count: 501 } }, []],
    // Zero has no effect: people with unknown connections are still found.
    [{ people: { min_connections_count: 0, country_code: ['IN'] } }, ['gus-hale']],
    [{ people: { min_connections_count: 1, country_code: ['IN'] } }, []],
  ]);
});

describe('company filters apply to the employer', () => {
  finds([
    [
      { company: { industry: { include: ['Software Development'] } }, people: { job_level: ['Director'] } },
      ['hal-ibsen', 'wes-ott'],
    ],
    [{ company: { country_code: ['DE'] } }, ['rae-zim', 'sam-orr', 'tia-moe']],
    [
      { company: { keywords: ['machine learning'] }, people: { job_level: ['C-Team'] } },
      ['ada-king', 'bo-reed', 'cy-lund', 'uma-ek', 'vic-ray'],
    ],
    [{ company: { name: ['ひかり', '[gale]'] } }, ['xia-wu', 'yul-gray']],
    [{ company: { name: ['株式会社ひかり'] } }, ['山田-太郎']],
    [{ company: { employee_range: { max: 4999 } } }, ['wes-ott', '山田-太郎', 'xia-wu', 'yul-gray']],
    [{ company: { employee_range: ['1001-5000'] } }, ['rae-zim', 'sam-orr', 'tia-moe', 'uma-ek', 'vic-ray', 'wes-ott']],
    [
      { company: { type: { exclude: ['Public Company', 'Privately Held'] } } },
      ['wes-ott', '山田-太郎', 'xia-wu', 'yul-gray', 'zoe-bell'],
    ],
    [{ company: { hq: { city: ['austin'] } }, people: { country_code: ['CA'] } }, ['lea-fox']],
    // A person without an employer in the catalog matches no company filter, not even an excluding one.
    [{ company: { name: { exclude: ['zzz'] } } }, but(...LAST)],
    [
      { company: { industry: { exclude: ['Banking', 'Hospital & Health Care'] } } },
      but('sam-orr', 'tia-moe', '山田-太郎', ...LAST),
    ],
  ]);
});

const ADA_ANSWERED = {
  network_url: FULL_PERSON_URL,
  full_name: 'Ada King',
  first_name: 'Ada',
  last_name: 'King',
  headline: 'Building robots, ask [redacted] or [redacted]',
  about_me: 'Since 2010 at Acme. Mail: [redacted], phone [redacted].',
  job_title: 'Chief Executive Officer',
  job_level: 'C-Team',
  job_function: 'General Business & Management',
  location: {
    city: 'Austin',
    state_code: 'TX',
    country_code: 'US',
    country_name: 'United States',
    continent: 'North America',
    sales_region: 'NORAM',
  },
  connections_count: 500,
  experiences: [
    {
      job_title: 'Chief Executive Officer',
      company_name: 'Acme Robotics',
      company_network_url: companyUrl('acme'),
      company_domain: 'acme.example',
      job_description: 'Leads. Reach me at [redacted]',
      job_start_date: '2010-02-01',
      job_end_date: null,
      job_is_current: true,
      job_location: { city: 'Austin', state_code: 'TX', country_code: 'US' },
    },
    {
      job_title: 'Miller',
      company_name: 'Old Mill',
      company_network_url: null,
      company_domain: null,
      job_description: null,
      job_start_date: '2001',
      job_end_date: '2009-12',
      job_is_current: false,
      job_location: null,
    },
  ],
  education: [{ school_name: 'Mill College', degree: 'BSc', start_date: '1996', end_date: '2000' }],
  skills: ['Robots', 'Leadership'],
  certifications: [{ authority: 'Mill Board', name: 'Miller', url: 'https://mill.example/cert' }],
  updated_at: '2024-04-05T06:07:08Z',
  company: {
    network_url: companyUrl('acme'),
    name: 'Acme Robotics',
    domain: 'acme.example',
    industry: 'Software Development',
    type: 'Public Company',
    size: '10001+',
    employee_count: 12_000,
    hq: {
      city: 'Austin',
      state: 'TX',
      country_code: 'US',
      country_name: 'United States',
      continent: 'North America',
      sales_region: 'NORAM',
    },
  },
};
