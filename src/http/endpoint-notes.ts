// Rules of single endpoints that no schema can say; the OpenAPI document and the reference pages print them.
import type { Operation } from '../contract/endpoints.ts';
import { LIMITS } from '../contract/limits.ts';

const EMPTY_COMPANY = 'A `company` object that is sent must hold at least one filter that is not empty.';
const UNKNOWN_COMPANY = 'A company that is not in the catalog answers an empty 200.';
const NO_STAFF = 'A company without known staff answers an empty 200 with `total_employees: 0`.';

/** Notes by operation, each one sentence or two in Markdown; most endpoints need none. */
export const ENDPOINT_NOTES: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  'people-search': [
    'At least one filter that is not empty is required, in `company` or in `people`.',
    EMPTY_COMPANY,
    'A person with several matching positions appears once, with the first of them in the order.',
  ],
  'company-search': [EMPTY_COMPANY],
  waterfall: [
    'Each step needs `include_title` or `location` that is not empty.',
    'Titles follow the word rule of the filters; an absent `location` is `WORLD`.',
    UNKNOWN_COMPANY,
  ],
  'employee-finder': [
    'The company URL itself is the company filter: a body with nothing else pages through the whole staff.',
    'A page past the end answers an empty 200.',
    UNKNOWN_COMPANY,
  ],
  'job-search': ['At least one filter that is not empty is required, in `company` or in `job`.', EMPTY_COMPANY],
  'company-jobs': [
    'One of `company_network_url` or `domain` is required.',
    'Of several companies on one domain the first in the order of companies is meant.',
    UNKNOWN_COMPANY,
  ],
  email: ['A person without an address that may be answered is a 404.'],
  phone: [
    'A person without a number is a 404, and so is a person with work numbers only unless `include_work` is true; the message says which.',
  ],
  'phone-to-person': [
    `A number is ${LIMITS.phoneDigitsMin} to ${LIMITS.phoneDigitsMax} digits; without \`+\` it is tried with a \`00\` prefix, then with \`+\`, then in the default countries of the installation.`,
    'A number that several people share answers the person of the first company in the order.',
  ],
  'domain-to-network': ['`other` is empty where no further company is on the domain.'],
  'network-to-domain': ['A company without a domain is a 404.'],
  'department-distribution': [NO_STAFF],
  'country-distribution': [NO_STAFF],
  'current-date': ['Names are taken in any letter case; UTC offsets such as `+02:00` are a 422.'],
  autocomplete: [
    '`count` is what `total_results` of the search says for the value in brackets, `["[Head of Sales]"]`, alone: persons for fields of `people`, companies for those of `company`, job rows for those of `job`.',
    'Values come by `count` descending, then by their folded words; company names in the order of companies, the largest first.',
    'Spellings of the same words are one value, shown in the most frequent spelling; a city in that of the first record.',
    'An empty `prefix` answers the most frequent values. Behind a blank the last word is taken as a whole: `vp ` does not find `VPN`.',
    '`Idempotency-Key` is not read.',
  ],
};
