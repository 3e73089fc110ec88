// Paging by cursor in four searches: following cursors returns the list once, whatever changes between two pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { FIXTURE } from '../support/fixture.ts';
import { COMPANIES, COMPANY_ORDER } from '../support/fixture-companies.ts';
import { JOB_ROW_ORDER, OPENINGS } from '../support/fixture-openings.ts';
import { PEOPLE, PEOPLE_ORDER } from '../support/fixture-people.ts';
import { company, companyUrl, opening, person, position, rank } from '../support/fixture-records.ts';
import { faultsOf, jobRowsOf, slugsOf, walk } from '../support/read-pages.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
/** The same data in another installation. */
let elsewhere: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
  elsewhere = await startTestService(FIXTURE);
});
afterAll(async () => {
  await service.close();
  await elsewhere.close();
});

interface Search {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, unknown>>;
  readonly read: (reply: Reply) => string[];
  readonly list: readonly string[];
}
const PEOPLE_SEARCH: Search = {
  operation: 'people-search',
  body: { people: { job_title: { exclude: ['zzz'] } } },
  read: slugsOf,
  list: PEOPLE_ORDER,
};
const COMPANY_SEARCH: Search = {
  operation: 'company-search',
  body: { company: { name: { exclude: ['zzz'] } } },
  read: slugsOf,
  list: COMPANY_ORDER,
};
const JOB_SEARCH: Search = {
  operation: 'job-search',
  body: { job: { title: { exclude: ['zzz'] } } },
  read: jobRowsOf,
  list: JOB_ROW_ORDER,
};
const COMPANY_JOBS: Search = {
  operation: 'company-jobs',
  body: { company_network_url: companyUrl('acme') },
  read: jobRowsOf,
  list: JOB_ROW_ORDER.filter((row) => row.startsWith('acme')),
};
const SEARCHES = [PEOPLE_SEARCH, COMPANY_SEARCH, JOB_SEARCH, COMPANY_JOBS].map(
  (search) => [search.operation, search] as const,
);

const firstCursor = async ({ operation, body }: Search, max_results = 2): Promise<string> =>
  (await service.call(operation, { ...body, max_results })).body.cursor;

describe.each(SEARCHES)('%s', (_, search) => {
  const { operation, body, read, list } = search;

  test.each([[[1]], [[2]], [[3]], [[1, 4, 2, 3, 100]], [[100]]])(
    'pages of %j chain to the list, once',
    async (sizes) => {
      expect(await walk(service, { operation, body, sizes, read })).toEqual(list);
    },
  );

  test('answers a null cursor exactly on the last page', async () => {
    const whole = await service.call(operation, { ...body, max_results: list.length });
    expect([read(whole), whole.body.cursor]).toEqual([list, null]);
    const allButOne = await service.call(operation, { ...body, max_results: list.length - 1 });
    expect(read(allButOne)).toEqual(list.slice(0, -1));
    const last = await service.call(operation, { ...body, max_results: 7, cursor: allButOne.body.cursor });
    expect([read(last), last.body.cursor]).toEqual([list.slice(-1), null]);
  });

  test('a cursor is opaque base64url of at most 1,024 characters, and can be used again', async () => {
    const cursor = await firstCursor(search);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,1024}$/);
    for (let time = 0; time < 2; time++) {
      expect(read(await service.call(operation, { ...body, max_results: 2, cursor }))).toEqual(list.slice(2, 4));
    }
  });

  test('the cursor null requests the first page; include_total may differ between pages', async () => {
    expect(read(await service.call(operation, { ...body, max_results: 2, cursor: null }))).toEqual(list.slice(0, 2));
    const cursor = await firstCursor(search);
    const second = await service.call(operation, { ...body, max_results: 2, cursor, include_total: true });
    expect([read(second), second.body.total_results]).toEqual([list.slice(2, 4), list.length]);
  });

  test('rejects a changed cursor', async () => {
    const cursor = await firstCursor(search);
    const middle = Math.floor(cursor.length / 2);
    const flipped = cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1);
    const changed = [
      flipped,
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      cursor.toLowerCase(),
      'x',
      '',
      '0',
      'eyJvZmZzZXQiOjEwfQ',
      'é',
      'A'.repeat(1024),
      'A'.repeat(1025),
    ];
    for (const wrong of changed) {
      expect(faultsOf(await service.call(operation, { ...body, cursor: wrong })), wrong).toEqual([['cursor', null]]);
    }
    for (const wrong of [2, true, [cursor], { cursor }]) {
      expect(faultsOf(await service.call(operation, { ...body, cursor: wrong }))).toEqual([['cursor', null]]);
    }
  });

  test('rejects a cursor of another endpoint', async () => {
    for (const [, other] of SEARCHES) {
      if (other.operation === operation) continue;
      const cursor = await firstCursor(other);
      expect(faultsOf(await service.call(operation, { ...body, cursor }))).toEqual([['cursor', null]]);
    }
  });

  test('rejects a cursor of another installation', async () => {
    const { cursor } = (await elsewhere.call(operation, { ...body, max_results: 2 })).body;
    expect(faultsOf(await service.call(operation, { ...body, cursor }))).toEqual([['cursor', null]]);
  });
});

describe('a cursor is bound to the filters', () => {
  const next = async (operation: Operation, first: object, second: object) => {
    const { cursor } = (await service.call(operation, { ...first, max_results: 1 })).body;
    expect(cursor).not.toBeNull();
    return service.call(operation, { ...second, max_results: 1, cursor });
  };

  test.each<[Operation, object, object]>([
    ['people-search', { people: { job_level: ['VP'] } }, { people: { job_level: ['C-Team'] } }],
    ['people-search', { people: { job_level: ['VP'] } }, { people: { job_level: ['VP', 'C-Team'] } }],
    ['people-search', { people: { job_level: ['VP'] } }, { people: { job_level: ['VP'], country_code: ['US'] } }],
    ['people-search', { people: { country_code: ['US'] } }, { company: { country_code: ['US'] } }],
    [
      'people-search',
      { people: { job_title: ['sales'] } },
      { people: { job_title: { include: ['sales'], include_headline: true } } },
    ],
    ['people-search', { people: { job_title: ['vp'] } }, { people: { job_title: ['[vp]'] } }],
    ['job-search', { job: { title: ['engineer'] } }, { job: { title: ['senior engineer'] } }],
    ['company-search', { company: { name: ['bank'] } }, { company: { keywords: ['bank'] } }],
    [
      'company-search',
      { company: { type: ['Nonprofit', 'Partnership'] } },
      { company: { type: { exclude: ['Nonprofit', 'Partnership'] } } },
    ],
    ['company-search', { company: { employee_range: { min: 5 } } }, { company: { employee_range: { min: 6 } } }],
    ['company-jobs', { company_network_url: companyUrl('acme') }, { company_network_url: companyUrl('bolt') }],
  ])('%s: the cursor of %j is rejected with %j', async (operation, first, second) => {
    expect(faultsOf(await next(operation, first, second))).toEqual([['cursor', null]]);
  });

  test.each<[Operation, object, object]>([
    // These forms of a body are equal: other order of keys and values, repetition, letter case, array or object,
    // aliases, filters without effect.
    [
      'people-search',
      { people: { job_level: ['VP', 'staff'], country_code: ['US', 'GB', 'KR'] } },
      { people: { country_code: ['kr', 'UK', 'us', 'US'], job_level: { include: ['Staff', 'vp', 'VP'] } } },
    ],
    [
      'people-search',
      { people: { min_connections: 450 } },
      { people: { min_connections_count: 450, job_title: {} }, company: undefined },
    ],
    [
      'people-search',
      { people: { location: { country_code: ['US'] } } },
      { people: { country_code: ['US'], min_connections_count: 0 } },
    ],
    [
      'people-search',
      { people: { job_title: ['Sales', 'c++'] } },
      { people: { job_title: { include: ['C++', ' SÁLES! '], exclude: [], include_headline: false } } },
    ],
    [
      'company-search',
      { company: { industry: ['Computer Software'] } },
      { company: { industry: { include: ['SOFTWARE development'] } } },
    ],
    [
      'company-search',
      { company: { employee_range: ['11-50', '1-10', '501-1000'] } },
      { company: { employee_range: ['501-1000', '1-10', '11-50', '1-10'] } },
    ],
    [
      'company-search',
      { company: { employee_range: ['201-500', '1-10', '11-50', '51-200'] } },
      { company: { employee_range: { min: 1, max: 500 } } },
    ],
    [
      'company-search',
      { company: { employee_range: ['51-200'] } },
      { company: { employee_count: { min: 51, max: 200 } } },
    ],
    [
      'company-search',
      { company: { employee_range: { min: 5000 } } },
      { company: { employee_range: { max: 0, min: 5000 } } },
    ],
    ['company-search', { company: { hq: { continent: ['asia'] } } }, { company: { continent: { include: ['Asia'] } } }],
    [
      'company-search',
      { company: { hq: { country_code: ['US', 'DE'] }, country_code: ['DE', 'US'] } },
      { company: { country_code: ['DE', 'US'] } },
    ],
    ['company-jobs', { company_network_url: companyUrl('acme') }, { domain: 'www.acme.example' }],
    [
      'job-search',
      { job: { title: ['Senior Engineer', 'vp'] } },
      { job: { title: { include: ['VP', 'senior  engineer'] } } },
    ],
    // The order of the words in a value does not matter.
    ['job-search', { job: { title: ['Senior Engineer'] } }, { job: { title: ['engineer, senior'] } }],
  ])('%s: the cursor of %j continues with the equivalent %j', async (operation, first, second) => {
    const reply = await next(operation, first, second);
    const read = operation.endsWith('jobs') || operation === 'job-search' ? jobRowsOf : slugsOf;
    const list = read(await service.call(operation, { ...first, max_results: 100 }));
    expect(read(reply)).toEqual(list.slice(1, 2));
  });
});

describe('changes between two pages', () => {
  let moving: TestService;
  beforeAll(async () => {
    moving = await startTestService(FIXTURE);
  });
  afterAll(() => moving.close());

  test.each(SEARCHES)(
    '%s: loses and repeats nothing after an edition build, a repeated import and a restart',
    async (_, search) => {
      const { operation, body, read, list } = search;
      const between = async (pageNumber: number) => {
        if (pageNumber % 3 === 0) await moving.restart();
        if (pageNumber % 3 === 1) await moving.import(FIXTURE);
        await moving.index();
      };
      expect(await walk(moving, { operation, body, sizes: [2, 1, 3, 7], read, between })).toEqual(list);
    },
  );

  test('new records before the cursor do not shift the pages, and new records after it appear', async () => {
    const between = async (pageNumber: number) => {
      if (pageNumber !== 1) return;
      await moving.import({
        companies: [
          company('alpha', 'Alpha', { employee_count: 90_000 }),
          company('beta', 'Beta', { employee_count: 300 }),
        ],
        people: [
          person('al-pha', 1, { experiences: [position('alpha', 'Boss', rank('C-Team'))] }),
          person('be-ta', 1, { experiences: [position('beta', 'Boss', rank('C-Team'))] }),
        ],
        jobs: [opening('alpha', 'Guard'), opening('beta', 'Guard')],
      });
      await moving.index();
    };
    const withBeta = (list: readonly string[], row: string, before: string) =>
      list.toSpliced(list.indexOf(before), 0, row);
    const { operation, body, read, list } = COMPANY_SEARCH;
    expect(await walk(moving, { operation, body, sizes: [3], read, between })).toEqual(withBeta(list, 'beta', 'fjord'));
    // The catalog now has both.
    const people = await walk(moving, { ...PEOPLE_SEARCH, sizes: [5] });
    expect(people).toEqual(['al-pha', ...withBeta(PEOPLE_ORDER, 'be-ta', '山田-太郎')]);
    const jobs = await walk(moving, { ...JOB_SEARCH, sizes: [4] });
    expect(jobs).toEqual([
      'alpha|Guard|board|1',
      ...withBeta(JOB_ROW_ORDER, 'beta|Guard|board|1', 'gale|Pilot|board|1'),
    ]);
  });

  test('continues if the record of the cursor is gone', async () => {
    const other = await startTestService({ companies: COMPANIES, people: PEOPLE, jobs: OPENINGS });
    const people = await other.call('people-search', { ...PEOPLE_SEARCH.body, max_results: 3 });
    const companies = await other.call('company-search', { ...COMPANY_SEARCH.body, max_results: 3 });
    await other.suppress('person', 'cy-lund');
    await other.suppress('company', 'cobalt');
    const goOn = async () => {
      const morePeople = { ...PEOPLE_SEARCH.body, max_results: 3, cursor: people.body.cursor };
      const moreCompanies = { ...COMPANY_SEARCH.body, max_results: 3, cursor: companies.body.cursor };
      return [
        slugsOf(await other.call('people-search', morePeople)),
        slugsOf(await other.call('company-search', moreCompanies)),
      ];
    };
    const expected = [
      ['dee-ross', 'eli-voss', 'fay-moor'],
      ['dune', 'ember', 'fjord'],
    ];
    expect(await goOn()).toEqual(expected);
    await other.index();
    expect(await goOn()).toEqual(expected);
    await other.close();
  });
});

test('continues if the spelling of an unlisted industry changed', async () => {
  const gardens = (slug: string, industry: string) => company(slug, slug, { industry, employee_count: 5 });
  const garden = await startTestService({ companies: ['a', 'b', 'c'].map((slug) => gardens(slug, 'Moss Gardens')) });
  const between = async () => {
    await garden.import({ companies: [gardens('d', 'MOSS gardens')] });
    await garden.index();
  };
  const body = { company: { industry: ['moss gardens'] } };
  expect(await walk(garden, { operation: 'company-search', body, sizes: [2], read: slugsOf, between })).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  await garden.close();
});
