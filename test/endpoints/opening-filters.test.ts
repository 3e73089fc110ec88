// The filters of job search that select openings: day of posting, country and city. Fixture: the row of three openings
// is posted 2024-04-01 (no location), 2024-05-02 (Austin) and 2024-03-03 (Paris, three positions).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { JOB_ROW_ORDER } from '../support/fixture-openings.ts';
import { company, opening } from '../support/fixture-records.ts';
import { faultsOf, jobRowsOf, walk } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const search = (job: object, more: object = {}) => service.call('job-search', { job, max_results: 100, ...more });
const SENIOR = 'acme|Senior Software Engineer|board';
const AUSTIN = { city: 'Austin', country_code: 'US' };
const PARIS = { city: 'Paris', country_code: 'FR' };

describe('answers a row with its matching openings', () => {
  test.each<[object, readonly [positions: number, posted: string | null, number: number, places: object[]] | null]>([
    [{ posted_at: { from: '2024-04-01' } }, [2, '2024-05-02', 2, [AUSTIN]]],
    [{ posted_at: { to: '2024-04-01' } }, [4, '2024-04-01', 1, [PARIS]]],
    [{ posted_at: { from: '2024-03-03', to: '2024-03-03' } }, [3, '2024-03-03', 3, [PARIS]]],
    [{ posted_at: { from: '2024-03-04', to: '2024-03-31' } }, null],
    [{ location: { country_code: ['FR'] } }, [3, '2024-03-03', 3, [PARIS]]],
    [{ location: { country_code: ['us', 'FR'] } }, [4, '2024-05-02', 2, [PARIS, AUSTIN]]],
    [{ location: { country_code: { include: ['DE'] } } }, null],
    [{ location: { city: ['AUSTIN'] } }, [1, '2024-05-02', 2, [AUSTIN]]],
    [{ location: { city: ['[austin]', '[aus]'] } }, [1, '2024-05-02', 2, [AUSTIN]]],
    [{ location: { city: ['aus'] } }, null],
    [{ location: { city: { include: ['paris', 'austin'], exclude: ['austin'] } } }, [3, '2024-03-03', 3, [PARIS]]],
    // One opening must match all filters: the openings of Austin are newer.
    [{ location: { city: ['austin'] }, posted_at: { to: '2024-05-01' } }, null],
    [{ location: { city: ['paris'], country_code: ['US'] } }, null],
  ])('%j', async (job, expected) => {
    const { status, headers, body } = await search(job, { include_total: true });
    expect([status, headers['x-credits-used']]).toEqual([200, '1']);
    const rows = expected === null ? [] : [expected];
    expect(body).toEqual({
      results: rows.map(([open_positions, latest_posted_at, number, locations]) => ({
        ...{ title: 'Senior Software Engineer', source: 'board', open_positions, latest_posted_at, locations },
        url: `https://jobs.example/${number}`,
        company: { network_url: expect.stringMatching(/acme$/), name: 'Acme Robotics', domain: 'acme.example' },
      })),
      results_length: rows.length,
      cursor: null,
      total_results: rows.length,
    });
  });

  test('answers the rows of the unfiltered search if all openings match the filter', async () => {
    const titles = { title: { exclude: ['zzz'] } };
    const whole = await search(titles);
    const part = await search({ ...titles, location: { city: { exclude: ['zzz'] } } });
    expect(part.body).toEqual(whole.body);
    expect(jobRowsOf(part)).toEqual(JOB_ROW_ORDER);
  });

  test('openings without a location match only excluding filters, and openings without a date none', async () => {
    const rows = jobRowsOf(await search({ location: { city: { exclude: ['paris'] } } }));
    expect(rows).toEqual(JOB_ROW_ORDER.map((row) => (row.startsWith(SENIOR) ? `${SENIOR}|2` : row)));
    expect(jobRowsOf(await search({ posted_at: { from: '1970-01-01', to: '2999-12-31' } }))).toEqual([`${SENIOR}|5`]);
  });

  test('combined with filters on company and title', async () => {
    const paris = { location: { city: ['paris'] } };
    expect(jobRowsOf(await search({ ...paris, title: ['engineer'] }))).toEqual([`${SENIOR}|3`]);
    expect(jobRowsOf(await search({ ...paris, title: ['pilot'] }))).toEqual([]);
    expect(jobRowsOf(await search(paris, { company: { name: ['acme'] } }))).toEqual([`${SENIOR}|3`]);
    expect(jobRowsOf(await search(paris, { company: { name: ['bolt'] } }))).toEqual([]);
  });
});

describe('order and pages', () => {
  test('the order uses all open positions of a row, and pages chain', async () => {
    const oslo = { city: 'Oslo', country_code: 'NO' };
    const bergen = { city: 'Bergen', country_code: 'NO' };
    const other = await startTestService({
      companies: [company('a', 'A', { employee_count: 5 }), company('b', 'B', { employee_count: 50 })],
      jobs: [
        opening('a', 'Cook', { location: oslo, open_positions: 3 }),
        opening('a', 'Waiter', { location: oslo, posted_at: '2026-01-02' }),
        opening('a', 'Waiter', { location: bergen, open_positions: 9 }),
        opening('a', 'Guard', { location: bergen, open_positions: 2 }),
        opening('b', 'Baker', { location: oslo }),
      ],
    });
    const body = { job: { location: { city: ['oslo'] } } };
    const list = ['b|Baker|board|1', 'a|Waiter|board|1', 'a|Cook|board|3'];
    expect(jobRowsOf(await other.call('job-search', body))).toEqual(list);
    for (const sizes of [[1], [2], [1, 2]])
      expect(await walk(other, { operation: 'job-search', body, sizes, read: jobRowsOf })).toEqual(list);
    const { cursor } = (await other.call('job-search', { ...body, max_results: 1 })).body;
    const wider = { job: { location: { city: ['oslo', 'bergen'] } }, cursor };
    expect(faultsOf(await other.call('job-search', wider))).toEqual([['cursor', null]]);
    // Paging continues in an edition with further openings.
    await other.import({
      jobs: [opening('b', 'Baker', { location: oslo }), opening('b', 'Diver', { location: oslo })],
    });
    await other.index();
    const rest = jobRowsOf(await other.call('job-search', { ...body, cursor }));
    expect(rest).toEqual(['b|Diver|board|1', ...list.slice(1)]);
    await other.close();
  });

  test('omits a row whose openings have closed since the edition was built', async () => {
    const other = await startTestService({
      companies: [company('a', 'A')],
      jobs: [
        opening('a', 'Cook', { location: PARIS, url: 'https://jobs.example/a1' }),
        opening('a', 'Guard', { location: PARIS, url: 'https://jobs.example/a2' }),
      ],
    });
    const body = { job: { location: { city: ['paris'] } } };
    expect(jobRowsOf(await other.call('job-search', body))).toEqual(['a|Cook|board|1', 'a|Guard|board|1']);
    await other.import({ jobs: [opening('a', 'Cook', { location: PARIS, url: 'https://jobs.example/a1' })] });
    expect(jobRowsOf(await other.call('job-search', body))).toEqual(['a|Cook|board|1']);
    await other.close();
  });
});

describe('counts', () => {
  const count = (job: object, more: object = {}) => service.call('job-count', { job, ...more });

  test('equal the totals of the search, with its facets, and are free', async () => {
    const facets = ['company.country_code', 'job.job_function'];
    for (const job of [{ posted_at: { from: '2024-01-01' } }, { location: { city: { exclude: ['paris'] } } }]) {
      const { status, headers, body } = await count(job, { facets });
      expect([status, headers['x-credits-used']]).toEqual([200, undefined]);
      const searched = (await search(job, { facets, include_total: true })).body;
      expect(body).toEqual({ total_results: searched.total_results, facets: searched.facets });
      expect(searched.total_results).toBe(searched.results_length);
      expect(body.facets['company.country_code'].length).toBeGreaterThan(0);
    }
  });

  test('name the filter that excludes all rows', async () => {
    const { body } = await count({
      posted_at: { from: '2024-05-02' },
      location: { country_code: ['FR'], city: ['paris'] },
    });
    expect(body).toEqual({
      total_results: 0,
      diagnosis: [
        { filter: 'job.posted_at', total_results: 1 },
        { filter: 'job.location.country_code', total_results: 0 },
        { filter: 'job.location.city', total_results: 0 },
      ],
    });
  });
});

describe('wrong input is free and reports the path', () => {
  test.each<[job: object, path: string, suggestion: string | null]>([
    [{ location: { country_code: ['Germany'] } }, 'job.location.country_code[0]', 'DE'],
    [{ location: { country_code: ['FR', 'XX'] } }, 'job.location.country_code[1]', 'XK'],
    [{ location: { city: ['--'] } }, 'job.location.city[0]', null],
    [{ location: { town: ['Paris'] } }, 'job.location.town', null],
    [{ location: {} }, '', null],
    [{ location: { city: { include: [] } }, posted_at: {} }, '', null],
    [{ posted_at: { from: '2024-02-31' } }, 'job.posted_at.from', null],
    [{ posted_at: { from: '2024-05-02', to: '2024-05-01' } }, 'job.posted_at', null],
    [{ posted_at: '2024-05-02' }, 'job.posted_at', null],
    [{ posted_at: { since: '2024-05-02' } }, 'job.posted_at.since', null],
  ])('%j', async (job, path, suggestion) => {
    for (const operation of ['job-search', 'job-count'] as const) {
      const reply = await service.call(operation, { job });
      const [fault] = reply.body.error?.details ?? [];
      expect([reply.status, fault?.path, fault?.suggestion]).toEqual([422, path, suggestion]);
      expect(reply.headers['x-credits-used'] ?? '0').toBe('0');
    }
  });
});
