// POST /v2/jobs/count: the free count of a search.
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
  search: 'job-search',
  filters: { job: { title: ['manager'] } },
  facets: ['company.country_code', 'job.job_level'],
  count: (body, options) => service.call('job-count', body, options),
});
