// The page on paging and on the order of results.
import { FACETS } from '../contract/facets.ts';
import { LIMITS } from '../contract/limits.ts';
import { JOB_LEVELS } from '../contract/vocabularies/vocabularies.ts';
import { bullets, code, codes, jsonBlock, page, table } from './markdown.ts';

const CURSOR = [
  'Omit `cursor`, or send `null`, for the first page. Then send the `cursor` of each answer, unchanged, with the same filters.',
  '`cursor` is `null` exactly on the last page, which may hold fewer records than requested.',
  'Following the cursors returns each matching record exactly once, without a limit on the number of pages.',
  '`max_results`, `include_total` and `facets` may change between pages, and so may the spelling of the filters. Their meaning may not: a cursor of other filters or of another endpoint is a 422.',
  'A cursor stays valid across restarts and imports: it continues after the last answered record.',
];

const FACETS_RULES = [
  'A field is named by the path of its filter in the body. The count of a value equals `total_results` of the same search with that value added as a filter.',
  'A person with several matching positions therefore counts once for each value of these positions, and a company with a size bucket but no employee count counts in that bucket.',
  'The filter on a field applies to its own facet too. Labels of the same industry are one value, in the newest spelling present. Values that the filter does not accept, such as a company type outside the list, are omitted.',
  `Values are sorted by count descending, then by value. Values without a match are omitted, and so are values after the first ${LIMITS.facetValuesMax}.`,
  'Facets cost no extra credit, and may change between pages.',
];

const ORDERS = [
  'Companies: `employee_count` descending, then slug. A company with a size bucket but no employee count is sorted by the lower bound of the bucket.',
  `People: by employer in the order of companies, people without a known employer last; inside a company by seniority (${JOB_LEVELS.join(', ')}), then \`connections_count\` descending, then slug.`,
  'Job rows: by company in the order of companies, then `open_positions` descending, then title, then source. With filters on openings too, the order follows all open positions of a row, not only those that match.',
  'Waterfall: by step, inside a step in the order of people.',
  'Distributions: `count` descending, then the value.',
];

/** The page in Markdown. */
export function pagingPage(): string {
  return page(
    '# Paging and order',
    '## Cursor',
    'People search, company search, job search and company jobs use a cursor.',
    bullets(CURSOR),
    jsonBlock({
      company: { country_code: ['DE'] },
      max_results: LIMITS.maxResultsMax,
      cursor: 'the cursor of the previous page',
    }),
    `A page holds \`max_results\` records: 1 to ${LIMITS.maxResultsMax}, default ${LIMITS.maxResultsDefault}. \`include_total: true\` adds \`total_results\`, the exact number of matching records.`,
    '## Facets',
    'People search, company search and job search accept `facets`, a list of fields, and return with the page how often each closed value occurs among *all* matching records, not only those of the page.',
    jsonBlock({ company: { country_code: ['DE'] }, facets: ['company.industry', 'company.employee_range'] }),
    bullets(FACETS_RULES),
    table(
      ['search', 'fields'],
      Object.entries(FACETS).map(([operation, facets]) => [code(operation), codes(facets.map(({ name }) => name))]),
    ),
    '## Page number',
    'Employee-finder uses `page`, from 1. Its answer holds `total_pages` (0 without matches) and `total_results`; a page past the end is an empty 200.',
    '## Order',
    'Every order is total: the same request over the same data returns the same records in the same order. Unknown values are sorted last. A slug is the last part of a profile URL. A company whose number of employees changes keeps its place until the next edition of the index.',
    bullets(ORDERS),
  );
}
