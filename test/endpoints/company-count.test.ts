// POST /v2/search/companies/count: the free count of a search.
import { afterAll, beforeAll } from 'vitest';
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
  search: 'company-search',
  filters: { company: { type: ['Public Company'] } },
  facets: ['company.employee_range'],
  count: (body, options) => service.call('company-count', body, options),
});
