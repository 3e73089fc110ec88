// Rules that apply to each of the three counts of searches.
import { expect, test } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import type { Reply, TestService } from './service.ts';

interface CountScenario {
  readonly service: () => TestService;
  readonly search: Operation;
  readonly filters: object;
  readonly facets: readonly string[];
  readonly count: (body: object, options?: { readonly key: string }) => Promise<Reply>;
}

/** The tests of a count against the search with the same filters. */
export function countScenarios({ service, search, filters, facets, count }: CountScenario): void {
  test('equals the total of the search, with the same facets', async () => {
    const { status, body } = await count({ ...filters, facets });
    const searched = await service().call(search, { ...filters, facets, include_total: true, max_results: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({ total_results: searched.body.total_results, facets: searched.body.facets });
    expect(body.total_results).toBeGreaterThan(0);
  });

  test('is free, also without credits, and counts against the rate limit', async () => {
    const key = await service().makeAccount({ name: 'poor', creditsPerMonth: 0, requestsPerSecond: 100 });
    const { status, headers } = await count(filters, { key });
    expect(status).toBe(200);
    expect(headers['x-credits-used']).toBeUndefined();
    expect(headers['ratelimit']).toMatch(/r=99/);
  });

  test('rejects paging, unknown values and a body without a filter', async () => {
    expect((await count({ ...filters, max_results: 5 })).status).toBe(422);
    expect((await count({ company: { country_code: ['XX'] } })).status).toBe(422);
    expect((await count({})).status).toBe(422);
  });
}
