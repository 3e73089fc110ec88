// POST /v2/search/people/count: the free count of a search, and the diagnosis of a total of 0.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countScenarios } from '../support/count-scenarios.ts';
import { FIXTURE } from '../support/fixture.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

countScenarios({
  service: () => service,
  search: 'people-search',
  filters: { people: { job_level: ['VP'] } },
  facets: ['people.country_code', 'company.industry'],
  count: (body, options) => service.call('people-count', body, options),
});

describe('the diagnosis', () => {
  test('reports the matches that each filter excludes if the total is 0, the largest first', async () => {
    const people = { job_level: ['VP'], country_code: ['KZ'], name: { include: ['ross'], exclude: ['king'] } };
    const { body } = await service.call('people-count', { people });
    const without = async (name: keyof typeof people) => {
      const { [name]: _, ...others } = people;
      return (await service.call('people-count', { people: others })).body.total_results as number;
    };
    const expected = await Promise.all(
      (['job_level', 'country_code', 'name'] as const).map(async (name) => ({
        filter: `people.${name}`,
        total_results: await without(name),
      })),
    );
    expect(body.total_results).toBe(0);
    expect(body.diagnosis).toEqual(expect.arrayContaining(expected));
    expect(body.diagnosis).toHaveLength(3);
    expect(body.diagnosis[0]).toEqual({ filter: 'people.country_code', total_results: 1 });
  });

  test('is absent for a total above 0, and for a single filter', async () => {
    expect((await service.call('people-count', { people: { job_level: ['VP'] } })).body).not.toHaveProperty(
      'diagnosis',
    );
    const { body } = await service.call('company-count', { company: { country_code: ['CU'] } });
    expect(body).toEqual({ total_results: 0 });
  });

  test('covers filters on employer and person, and lists of records', async () => {
    const { body } = await service.call('people-count', {
      company: { network_url: ['https://www.network.example/company/unknown'] },
      people: { location: { city: ['london'] } },
    });
    expect(body.diagnosis.map(({ filter }: { filter: string }) => filter)).toEqual([
      'company.network_url',
      'people.location.city',
    ]);
  });
});
