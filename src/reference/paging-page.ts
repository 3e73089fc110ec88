// The page on paging and on the order of results.
import { FACETS } from '../contract/facets.ts';
import { LIMITS } from '../contract/limits.ts';
import { JOB_LEVELS } from '../contract/vocabularies.ts';
import { bullets, code, codes, jsonBlock, page, table } from './markdown.ts';

const CURSOR = [
  'Leave `cursor` out, or send `null`, for the first page; then send the `cursor` of each answer, unchanged, with the same filters.',
  '`cursor` is `null` exactly when nothing follows. A last page may hold fewer records than asked for.',
  'A walk answers each matching record exactly once and may be as long as it likes.',
  '`max_results`, `include_total` and `facets` may change between pages, and so may the spelling of the filters; what they ask for may not: a cursor of other filters or of another endpoint is a 422.',
  'A cursor stays good across restarts of the service and new imports: it goes on behind the last record that was answered.',
];

const FACETS_RULES = [
  'A field is named by the place of its filter in the body. A value is counted exactly as often as `total_results` would say with that value asked for beside everything else.',
  'So a person with several matching positions counts once for each value that one of these positions has, and companies of which only the size bucket is known count in that bucket.',
  'A field that is filtered itself is counted under its own filter, too. Labels that mean the same industry are one value, in the newest spelling that is present.',
  `Values stand by count descending, then by value; those that no match has are left out, and so is what is behind the first ${LIMITS.facetValuesMax}.`,
  'Facets cost no further credit, and a cursor goes with any facets.',
];

const ORDERS = [
  'Companies: `employee_count` descending, then slug. A company of which only the size bucket is known stands at the lower bound of the bucket.',
  `People: by employer in the order of companies, people without a known employer last; inside a company by seniority (${JOB_LEVELS.join(', ')}), then \`connections_count\` descending, then slug.`,
  'Job rows: by company in the order of companies, then `open_positions` descending, then title, then source.',
  'Waterfall: by step, inside a step in the order of people.',
  'Distributions: `count` descending, then the value.',
];

/** The page in Markdown. */
export function pagingPage(): string {
  return page(
    '# Paging and order',
    '## Cursor',
    'People search, company search, job search and company jobs page with a cursor.',
    bullets(CURSOR),
    jsonBlock({
      company: { country_code: ['DE'] },
      max_results: LIMITS.maxResultsMax,
      cursor: 'the cursor of the page before',
    }),
    `A page holds \`max_results\` records: 1 to ${LIMITS.maxResultsMax}, default ${LIMITS.maxResultsDefault}. \`include_total: true\` adds \`total_results\`, the exact number of records that match.`,
    '## Facets',
    'People search, company search and job search take `facets`, a list of fields, and answer beside the page how often each of their closed values stands among *all* records that match, not only those of the page.',
    jsonBlock({ company: { country_code: ['DE'] }, facets: ['company.industry', 'company.employee_range'] }),
    bullets(FACETS_RULES),
    table(
      ['search', 'fields'],
      Object.entries(FACETS).map(([operation, facets]) => [code(operation), codes(facets.map(({ name }) => name))]),
    ),
    '## Page number',
    'Employee-finder pages with `page`, from 1. Its answer holds `total_pages` (0 where nobody matches) and `total_results`; a page past the end is an empty 200.',
    '## Order',
    'Every order is total: the same question over the same data gives the same records in the same order. Unknown values stand last. A slug is the last part of a profile URL.',
    bullets(ORDERS),
  );
}
