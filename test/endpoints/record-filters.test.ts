// Filters on further fields: names, schools, skills, dates, years, followers, profile URLs, domains, and the limit of
// people per employer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { FIXTURE } from '../support/fixture.ts';
import { ACME_STAFF, PEOPLE_ORDER } from '../support/fixture-people.ts';
import { companyUrl, personUrl } from '../support/fixture-records.ts';
import { jobRowsOf, slugsOf, walk } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const slugs = async (operation: Operation, body: object) =>
  slugsOf(await service.call(operation, { max_results: 100, ...body }));

/** Each filter finds exactly these records, in this order. */
function finds(
  operation: Operation,
  scope: string,
  cases: readonly (readonly [filters: object, slugs: readonly string[]])[],
) {
  test.each(cases)(`${operation}: %j finds %j`, async (filters, found) => {
    expect(await slugs(operation, { [scope]: filters })).toEqual(found);
  });
}

/** Each filter is rejected at this path, without charge. */
function rejects(operation: Operation, cases: readonly (readonly [body: object, path: string, message: RegExp])[]) {
  test.each(cases)(`${operation} rejects %j at %s`, async (body, path, message) => {
    const answer = await service.call(operation, body);
    expect(answer.status).toBe(422);
    expect(answer.headers['x-credits-used']).toBe('0');
    expect(answer.body.error.details[0].path).toBe(path);
    expect(answer.body.error.details[0].message).toMatch(message);
  });
}

describe('companies', () => {
  finds('company-search', 'company', [
    [{ founded_year: { min: 1999, max: 1999 } }, ['acme']],
    [{ founded_year: { min: 2000 } }, []],
    [{ min_network_followers: 3400 }, ['acme']],
    [{ min_network_followers: 3401 }, []],
    [{ hq: { state: { include: ['tx', 'HESSEN'] } } }, ['acme', 'bolt']],
    [{ hq: { state: ['[ciudad de méxico]'] } }, ['kilo']],
    [{ network_url: [companyUrl('bolt'), 'acme.test/company/ACME?x=1', companyUrl('nobody')] }, ['acme', 'bolt']],
    [{ network_url: [companyUrl('nobody')] }, []],
    [{ domain: ['https://www.acme.example/about'] }, ['acme', 'dune']],
    [{ domain: ['acme.example'], country_code: ['BR'] }, ['dune']],
    [{ network_url: { include: [companyUrl('bolt')] } }, ['bolt']],
    [{ domain: { include: ['acme.example'] } }, ['acme', 'dune']],
  ]);

  rejects('company-search', [
    [{ company: { network_url: ['https://acme.example/'] } }, 'company.network_url[0]', /company profile URL/],
    [{ company: { domain: ['acme.example', 'localhost'] } }, 'company.domain[1]', /hostname/],
    [{ company: { founded_year: { min: 2001, max: 2000 } } }, 'company.founded_year', /greater than max/],
    [{ company: { domain: { include: ['localhost'] } } }, 'company.domain.include[0]', /hostname/],
    [{ company: { network_url: [] } }, 'company', /at least one non-empty filter/],
    [{ company: { domain: { include: [] } } }, 'company', /at least one non-empty filter/],
    [{ company: { min_network_followers: 0 } }, 'company', /at least one non-empty filter/],
  ]);
});

describe('people', () => {
  finds('people-search', 'people', [
    [{ name: ['king ada'] }, ['ada-king']],
    [{ name: ['[King Ada]'] }, []],
    [{ name: ['[Ada King]'] }, ['ada-king']],
    [{ school: ['mill'] }, ['ada-king', 'bo-reed']],
    [{ school: { include: ['university', 'institute'], exclude: ['lund'] } }, ['cy-lund']],
    [{ skills: ['learning'] }, ['bo-reed', 'cy-lund']],
    [{ skills: ['robots learning'] }, ['bo-reed']],
    [{ skills: { include: ['[Leadership]'], exclude: ['sales'] } }, ['ada-king']],
    [{ updated_at: { from: '2024-04-05', to: '2024-04-05' } }, ['ada-king']],
    [{ updated_at: { from: '2024-04-05' } }, ['ada-king', 'bo-reed']],
    [{ updated_at: { to: '2024-04-04' } }, ['cy-lund']],
    [{ network_url: [personUrl('cy-lund'), personUrl('ada-king'), personUrl('nobody')] }, ['ada-king', 'cy-lund']],
    [{ network_url: { include: [personUrl('cy-lund')] } }, ['cy-lund']],
    [{ job_title: { include: ['founder'], include_network_headline: true } }, ['bo-reed']],
    [{ job_title: { include: ['founder'], include_headline: true, include_network_headline: false } }, ['bo-reed']],
    [{ job_title: { include: ['founder'], include_headline: false, include_network_headline: true } }, ['bo-reed']],
  ]);

  test('filters of the employer apply to people and job rows, too', async () => {
    expect(await slugs('people-search', { company: { network_url: [companyUrl('acme')] } })).toEqual(ACME_STAFF);
    const rows = jobRowsOf(
      await service.call('job-search', { company: { domain: ['acme.example'] }, max_results: 100 }),
    );
    expect(new Set(rows.map((row) => row.split('|')[0]))).toEqual(new Set(['acme', 'dune']));
  });

  test('max_per_company keeps the first people of each employer on all pages, and none without employer', async () => {
    const everyone = { job_title: { exclude: ['zzz'] } };
    const all = await service.call('people-search', { people: everyone, max_results: 100 });
    const seen = new Map<string, number>();
    const first = (all.body.results as { network_url: string; company: { network_url: string } | null }[]).filter(
      ({ company }) => {
        if (company === null) return true;
        seen.set(company.network_url, (seen.get(company.network_url) ?? 0) + 1);
        return (seen.get(company.network_url) ?? 0) <= 2;
      },
    );
    const body = { people: { ...everyone, max_per_company: 2 }, include_total: true };
    expect(PEOPLE_ORDER.length).toBeGreaterThan(first.length);
    expect(await slugs('people-search', body)).toEqual(
      first.map(({ network_url }) => decodeURIComponent(network_url.split('/').at(-1) ?? '')),
    );
    const { body: answer } = await service.call('people-search', body);
    expect(answer.total_results).toBe(first.length);
    const walked = await walk(service, { operation: 'people-search', body, sizes: [1, 3, 2], read: slugsOf });
    expect(walked).toEqual(await slugs('people-search', body));
  });

  test('a cursor requires the same max_per_company', async () => {
    const people = { job_title: { exclude: ['zzz'] }, max_per_company: 1 };
    const { body } = await service.call('people-search', { people, max_results: 1 });
    const other = { people: { ...people, max_per_company: 2 }, cursor: body.cursor };
    expect((await service.call('people-search', other)).status).toBe(422);
  });

  rejects('people-search', [
    [{ people: { updated_at: { from: '2024-02-31' } } }, 'people.updated_at.from', /is not a date/],
    [{ people: { updated_at: { from: '2024-05-02', to: '2024-05-01' } } }, 'people.updated_at', /later than to/],
    [{ people: { network_url: [companyUrl('acme')] } }, 'people.network_url[0]', /person profile URL/],
    [{ people: { max_per_company: 3 } }, '', /at least one filter/],
    [{ people: { name: ['ada'], max_per_company: 0 } }, 'people.max_per_company', /at least 1|1 or more|minimum|>= 1/],
  ]);
});

describe('titles of openings', () => {
  test('job_level and job_function are derived from the title', async () => {
    const rows = async (job: object) => jobRowsOf(await service.call('job-search', { job, max_results: 100 }));
    expect(await rows({ job_level: ['VP'] })).toEqual(['acme|VP Sales|board|1', 'bolt|Vice President, Sales|board|1']);
    const sales = await rows({ job_function: ['Sales & Business Development'] });
    expect(sales).toContain('acme|VP Sales|board|1');
    expect(sales.some((row) => row.includes('Engineer'))).toBe(false);
  });
});

describe('the waterfall', () => {
  test('accepts profile_min_connections for min_connections_count', async () => {
    const cascade = [{ location: ['WORLD'] }];
    const request = async (least: object) =>
      (await service.call('waterfall', { company_network_url: companyUrl('acme'), cascade, ...least })).body;
    expect(await request({ profile_min_connections: 450 })).toEqual(await request({ min_connections_count: 450 }));
    expect((await request({ profile_min_connections: 450 })).results_length).toBeLessThan(
      (await request({})).results_length,
    );
  });
});
