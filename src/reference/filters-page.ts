// The page of the filters: each with shape and meaning, by the field table, and how words are read.

import { FILTERS, type Filter, type FilterScope } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
import { ABBREVIATIONS, CONTAINED_SHORT_FORMS, WHOLE_WORDS } from '../contract/vocabularies/abbreviations.ts';
import { bullets, code, codes, headingLink, page, table } from './markdown.ts';
import { LIST_HEADINGS } from './values-page.ts';

const HEADINGS: Readonly<Record<FilterScope, string>> = {
  company: 'Company filters',
  people: 'People filters',
  job: 'Job filters',
};

const PLACES: Readonly<Record<FilterScope, string>> = {
  company: 'The object `company` of a body.',
  people: 'The object `people` of a body; in employee-finder also the top level of the body.',
  job: 'The object `job` of a body.',
};

function shape(filter: Filter): string {
  switch (filter.shape) {
    case 'words':
      return code(filter.readsWithHeadline ? '{include[], exclude[], include_headline}' : '{include[], exclude[]}');
    case 'choice':
      return filter.excludes ? code('{include[], exclude[]}') : 'array';
    case 'range':
      return filter.labels ? `${code('{min, max}')} or array of size labels` : code('{min, max}');
    case 'at_least':
    case 'per_company':
      return 'integer';
    case 'dates':
      return code('{from, to}');
    case 'identity':
      return 'array';
    case 'group':
      return 'object';
  }
}

function values(filter: Filter): string {
  if (filter.shape === 'choice') return headingLink(LIST_HEADINGS[filter.list], 'values.md');
  if (filter.shape === 'range') return filter.labels ? headingLink(LIST_HEADINGS.employee_range, 'values.md') : '';
  return filter.shape === 'words'
    ? `[words](#words)${filter.abbreviations ? ' with [abbreviations](#abbreviations)' : ''}`
    : '';
}

function rowsOf(filters: readonly Filter[], prefix = ''): string[][] {
  return filters.flatMap((filter) => {
    const name = prefix + filter.name;
    const row = [code(name), shape(filter), filter.description, values(filter), filter.aliasOf ?? ''];
    return filter.shape === 'group' ? [row, ...rowsOf(filter.filters, `${name}.`)] : [row];
  });
}

function scopeSection(scope: FilterScope): string[] {
  const header = ['filter', 'shape', 'meaning', 'values', 'alias of'];
  return [`## ${HEADINGS[scope]}`, PLACES[scope], table(header, rowsOf(FILTERS[scope]))];
}

const COMBINING = [
  'All given filters must match. The values inside one filter are alternatives. `exclude` removes matching records; a record without a value in the field is not removed.',
  'In people search, one current position with its employer and its holder must match all filters.',
  'In job search, `posted_at` and `location` select openings before they are grouped: one opening must match all of them, and a row is found if one of its openings does. `open_positions`, `latest_posted_at`, `url` and `locations` of the row then describe the matching openings only.',
  'A person without a known employer matches no company filter, not even an excluding one.',
  'An empty filter counts as absent: `{}`, `[]`, `{"include": []}`, `min_connections_count: 0` and a range without effect.',
  'A plain array is accepted as `include` where an object is documented, and an object with `include` where an array is documented.',
  'A value outside its list, an unknown filter and an unknown field of the body are a 422 with the path and the nearest allowed value. Closed values are accepted in any letter case.',
  `A list holds at most ${LIMITS.filterEntriesMax} entries, a string at most ${LIMITS.filterStringMax} characters; negative numbers, and a \`min\` above a \`max\`, are a 422.`,
  'A company with a size bucket but no employee count counts as the lower bound of the bucket.',
  'Aliases exist for compatibility with existing clients; new clients do not need them.',
];

const WORDS = [
  'Text is folded: compatibility forms and marks are removed, letters are lowercased, and ß becomes ss, ł as l, ø as o, đ and ð as d, þ as th, æ as ae, œ as oe, ı as i. `Müller` finds `MULLER`.',
  `Text is tokenized at every character that is not a letter or digit. These tokens stay whole: ${codes(WHOLE_WORDS)}.`,
  'A value matches if each of its words occurs, in any order. If a filter reads several fields or entries, the words may be in different ones: `Machine Learning` in `skills` also matches a person with the skills `Machine Tools` and `Learning Design`.',
  'A value without any word is a 422.',
  'In brackets, `[Chief Executive Officer]`, the whole field must equal the value: the same folded words in the same order, without abbreviations. Punctuation and spaces are ignored. For `keywords` it must equal one whole field, or one specialty; for `skills` and `school` one whole entry, as in `[Machine Learning]`.',
];

function abbreviationRows(): string[][] {
  return [...ABBREVIATIONS].map(([short, longs]) => {
    const containing = [...CONTAINED_SHORT_FORMS].filter(([, inner]) => inner === short).map(([outer]) => outer);
    return [code(short), longs.map(code).join(' or '), codes(containing)];
  });
}

/** The page in Markdown. */
export function filtersPage(): string {
  return page(
    '# Filters',
    'Searches, counts and watches select records by these filters.',
    bullets(COMBINING),
    ...scopeSection('company'),
    ...scopeSection('people'),
    ...scopeSection('job'),
    '## Words',
    'All text filters follow one rule.',
    bullets(WORDS),
    '## Abbreviations',
    'In job titles and titles of openings a short form and each of its long forms match each other; the words of a long form must be adjacent. Two long forms of one short form do not match each other, and `president` does not match `vp`. Headlines are matched word by word: `exec` matches `Executive`, and `vice president` matches `VP`, but `cto` does not match `Chief Technology Officer`, and `vp` does not match `SVP`.',
    table(['short form', 'long form', 'also matches'], abbreviationRows()),
  );
}
