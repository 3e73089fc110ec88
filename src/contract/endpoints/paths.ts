// The paths of the API without schemas, which are slow to load: the command line needs only the paths.
import { BATCHES_PATH } from '../resources/batch-paths.ts';
import { WATCHES_PATH } from '../resources/watch-paths.ts';
import { WEBHOOKS_PATH } from '../resources/webhook-paths.ts';
import { BULKED_OPERATIONS, type BulkedOperation } from './endpoint.ts';

/** By operation, in the order of the endpoint table. */
export const SINGLE_PATHS = {
  'key-info': '/v2/account/key-info',
  'people-search': '/v2/search/people',
  'company-search': '/v2/search/companies',
  'people-count': '/v2/search/people/count',
  'company-count': '/v2/search/companies/count',
  waterfall: '/v2/search/waterfall-icp-keyword',
  'employee-finder': '/v2/search/employee-finder',
  'job-search': '/v2/jobs/search',
  'job-count': '/v2/jobs/count',
  'company-jobs': '/v2/jobs/company',
  email: '/v2/enrichment/email',
  phone: '/v2/enrichment/phone',
  'email-to-person': '/v2/enrichment/email-to-person',
  'phone-to-person': '/v2/enrichment/phone-to-person',
  company: '/v2/enrichment/company',
  'domain-to-network': '/v2/enrichment/domain-to-network',
  'network-to-domain': '/v2/enrichment/network-to-domain',
  'department-distribution': '/v2/enrichment/company-distribution-by-department',
  'country-distribution': '/v2/enrichment/company-distribution-by-country',
  'match-person': '/v2/match/person',
  'match-company': '/v2/match/company',
  'current-date': '/v2/utils/current-date',
  autocomplete: '/v2/utils/autocomplete',
} as const;

export const bulkPath = (operation: BulkedOperation) => `/v2/bulk/${operation}`;

/** Full paths that a key can be restricted to: all endpoints in the order of the table, and the stored objects. */
export const PATHS: readonly string[] = [
  ...Object.values(SINGLE_PATHS),
  ...BULKED_OPERATIONS.map(bulkPath),
  BATCHES_PATH,
  WEBHOOKS_PATH,
  WATCHES_PATH,
];
