// Rules of single endpoints that no schema can express; the OpenAPI document and the reference pages print them.
import type { Operation } from '../../contract/endpoints/endpoints.ts';
import { LIMITS } from '../../contract/limits.ts';

const EMPTY_COMPANY = 'A `company` object must contain at least one non-empty filter.';
const UNKNOWN_COMPANY = 'An unknown company is an empty 200.';
const NO_STAFF = 'A company without known staff is an empty 200 with `total_employees: 0`.';

const MATCH_NOTES = [
  'A match adds the evidence of all keys: a profile URL, an address, a number or a domain alone gives a score of about 0.95 or more, a person by name and employer, or a company by its whole name, about 0.9; the name of a person alone, or a name of common words, less than the default of `min_score`.',
  'Keys that contradict the record lower the score. Two candidates that the keys do not distinguish have less than 0.5 each.',
];

const PERSON_WAYS = [
  `Exactly one of \`person_network_url\` or \`person\` is required. \`person\` has the keys of \`/v2/match/person\`, and finds the person that the match finds with a score of at least ${LIMITS.matchScoreDefault}; otherwise the answer is a 404.`,
];

/** Notes by operation, each one sentence or two in Markdown; most endpoints need none. */
export const ENDPOINT_NOTES: Readonly<Partial<Record<Operation, readonly string[]>>> = {
  'key-info': ['A query or a body is ignored: its errors are those of a key only.'],
  'people-search': [
    'At least one non-empty filter is required, in `company` or in `people`.',
    EMPTY_COMPANY,
    'A person with several matching positions appears once, with the first of them in sort order.',
  ],
  'company-search': [EMPTY_COMPANY],
  waterfall: [
    'Each step needs a non-empty `include_title` or `location`.',
    'Titles are matched like word filters; an absent `location` means `WORLD`.',
    UNKNOWN_COMPANY,
  ],
  'employee-finder': [
    'The company URL is the only required field: a body without other filters pages through the whole staff.',
    'A page past the end is an empty 200.',
    UNKNOWN_COMPANY,
  ],
  'job-search': [
    'At least one non-empty filter is required, in `company` or in `job`.',
    EMPTY_COMPANY,
    'A row has openings whose titles differ in abbreviations, punctuation and letter case only, and shows the most frequent one. `title` finds it by the words of each of them, in brackets by the one that it shows.',
  ],
  'company-jobs': [
    'One of `company_network_url` or `domain` is required.',
    'If several companies share a domain, the first in sort order is used.',
    UNKNOWN_COMPANY,
  ],
  email: [...PERSON_WAYS, 'A person without an answerable address is a 404.'],
  company: [
    `Exactly one of \`company_network_url\`, \`domain\` or \`name\` is required. A \`domain\` or a \`name\` finds the company that \`/v2/match/company\` finds with a score of at least ${LIMITS.matchScoreDefault}; otherwise the answer is a 404.`,
  ],
  phone: [
    ...PERSON_WAYS,
    'A person without a number is a 404. A person with work numbers only is a 404 unless `include_work` is true. The message distinguishes both.',
  ],
  'phone-to-person': [
    `A number is ${LIMITS.phoneDigitsMin} to ${LIMITS.phoneDigitsMax} digits; without \`+\` it is tried ` +
      'with a `00` prefix, then with `+`, then in the default countries of the installation.',
  ],
  'domain-to-network': ['`other` is empty if no other company is on the domain.'],
  'network-to-domain': ['A company without a domain is a 404.'],
  'department-distribution': [NO_STAFF],
  'country-distribution': [NO_STAFF],
  'match-person': MATCH_NOTES,
  'match-company': MATCH_NOTES,
  'current-date': ['Names are accepted in any letter case; UTC offsets such as `+02:00` are a 422.'],
  autocomplete: [
    '`count` equals `total_results` of a search for the value in brackets alone, `["[Head of Sales]"]`: people for fields of `people`, companies for those of `company`, job rows for those of `job`.',
    'Values are sorted by `count` descending, then by their folded words; company names by the size of the company, largest first.',
    'Spellings of the same words are one value, answered in the most frequent spelling; a city in the ' +
      'spelling of the first record.',
    'An empty `prefix` returns the most frequent values. A trailing space completes the last word: `vp ` does not find `VPN`.',
    '`Idempotency-Key` is ignored.',
  ],
};
