// The page on paging and on the order of results.
import { LIMITS } from '../contract/limits.ts';
import { JOB_LEVELS } from '../contract/vocabularies.ts';
import { bullets, jsonBlock, page } from './markdown.ts';

const CURSOR = [
  'Leave `cursor` out, or send `null`, for the first page; then send the `cursor` of each answer, unchanged, with the same filters.',
  '`cursor` is `null` exactly when nothing follows. A last page may hold fewer records than asked for.',
  'A walk answers each matching record exactly once and may be as long as it likes.',
  '`max_results` and `include_total` may change between pages, and so may the spelling of the filters; what they ask for may not: a cursor of other filters or of another endpoint is a 422.',
  'A cursor stays good across restarts of the service and new imports: it goes on behind the last record that was answered.',
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
    '## Page number',
    'Employee-finder pages with `page`, from 1. Its answer holds `total_pages` (0 where nobody matches) and `total_results`; a page past the end is an empty 200.',
    '## Order',
    'Every order is total: the same question over the same data gives the same records in the same order. Unknown values stand last. A slug is the last part of a profile URL.',
    bullets(ORDERS),
  );
}
