// Calls of all endpoints that read records, for tests that compare two servers over the same records.
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { companyUrl, personUrl } from './fixture-records.ts';

export type RecordCall = readonly [Operation, object];

/** Identifiers that records may have. */
interface Identifiers {
  /** Slugs. */
  readonly people: readonly string[];
  readonly companies: readonly string[];
  readonly domains: readonly string[];
  readonly addresses: readonly string[];
  readonly numbers: readonly string[];
  /** Ids in a CRM, of people and of companies. */
  readonly ids: readonly string[];
}

/** Calls of each endpoint that reads records. */
export function recordCalls({ people, companies, domains, addresses, numbers, ids }: Identifiers): RecordCall[] {
  return [
    ...[{ people: { job_level: ['VP', 'Staff'] } }, { company: { industry: ['Software Development'] } }].flatMap(
      (body): [Operation, object][] => [
        ['people-search', { ...body, max_results: 3, include_total: true }],
        ['people-count', { ...body, facets: ['people.job_level', 'company.industry', 'company.employee_range'] }],
      ],
    ),
    ['people-search', { people: { job_title: { include: ['Sales'] }, max_per_company: 1 }, include_total: true }],
    ['people-search', { company: { employee_range: { min: 2, max: 50 } }, max_results: 2 }],
    ['people-search', { people: { network_url: [...people, 'unknown'].map(personUrl) } }],
    ['company-search', { company: { country_code: ['US'] }, include_total: true }],
    ['company-count', { company: { employee_range: { min: 1 } }, facets: ['company.industry'] }],
    ['job-search', { job: { title: { include: ['Cook'] } }, max_results: 2 }],
    ['job-search', { job: { location: { city: { include: ['Ulm'] } } } }],
    ...people.flatMap((slug): [Operation, object][] => [
      ['email', { person_network_url: personUrl(slug) }],
      ['phone', { person_network_url: personUrl(slug), include_work: true }],
    ]),
    ...addresses.flatMap((email): [Operation, object][] => [
      ['email-to-person', { email }],
      ['match-person', { email, max_candidates: 3 }],
    ]),
    ['match-person', { full_name: 'Ann', country_code: 'DE', min_score: 0, max_candidates: 10 }],
    ...ids.flatMap((crm_id): [Operation, object][] => [
      ['match-person', { crm_id, min_score: 0, max_candidates: 10 }],
      ['match-company', { crm_id, min_score: 0, max_candidates: 10 }],
    ]),
    ...numbers.map((phone): [Operation, object] => ['phone-to-person', { phone }]),
    ...companies.flatMap((slug): [Operation, object][] => {
      const url = { company_network_url: companyUrl(slug) };
      return [
        ['company', url],
        ['network-to-domain', url],
        ['company-jobs', url],
        ['employee-finder', { ...url, max_results: 2, page: 2 }],
        ['department-distribution', url],
        ['country-distribution', url],
        ['waterfall', { ...url, cascade: [{ include_title: ['vp'] }, { location: ['WORLD'] }], max_results: 4 }],
      ];
    }),
    ...domains.flatMap((domain): [Operation, object][] => [
      ['domain-to-network', { domain }],
      ['match-company', { domain, max_candidates: 3 }],
    ]),
  ];
}

/** A suggestion call for each kind of field. */
export function suggestionCalls(): RecordCall[] {
  return ['company.name', 'company.industry', 'people.job_title', 'people.location.city', 'job.title'].map(
    (field): [Operation, object] => ['autocomplete', { field, limit: 20 }],
  );
}
