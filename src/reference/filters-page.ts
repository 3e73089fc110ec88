// The page of the filters: each with shape and meaning, by the field table, and how words are read.
import { ABBREVIATIONS, CONTAINED_SHORT_FORMS, WHOLE_WORDS } from '../contract/abbreviations.ts';
import { FILTERS, type Filter, type FilterScope } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
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
  const header = ['filter', 'shape', 'meaning', 'values', 'the same as'];
  return [`## ${HEADINGS[scope]}`, PLACES[scope], table(header, rowsOf(FILTERS[scope]))];
}

const COMBINING = [
  'Every filter that is given must hold. The values inside one filter are alternatives. `exclude` removes what it matches; what has no value in the field is not removed.',
  'In people search all filters hold for one and the same current position, its employer and its holder.',
  'A person without a known employer is found by no company filter, not even by an excluding one.',
  'A filter counts as given only if it is not empty: `{}`, `[]`, `{"include": []}`, `min_connections_count: 0` and a range without effect are not.',
  'A plain array is taken as `include` where an object is documented, and an object with `include` where an array is.',
  'A value outside its list, an unknown filter and an unknown field of the body are a 422 that names the place and the nearest allowed value. Closed values are taken in any letter case.',
  `A list holds at most ${LIMITS.filterEntriesMax} entries, a string at most ${LIMITS.filterStringMax} characters; negative numbers, and a \`min\` above a \`max\`, are a 422.`,
  'A company of which only the size bucket is known counts as the lower bound of the bucket.',
  'Filters that are accepted beside others exist for clients that send them already; new ones need not.',
];

const WORDS = [
  'Text is folded: compatibility forms and marks are removed, letters are lower case, and ß is read as ss, ł as l, ø as o, đ and ð as d, þ as th, æ as ae, œ as oe, ı as i. `Müller` finds `MULLER`.',
  `It is split at everything that is not a letter or digit. These stay whole: ${codes(WHOLE_WORDS)}.`,
  'A value matches when each of its words occurs, in any order. Where a filter reads several fields, the words may lie in different ones.',
  'A value without any word is a 422.',
  'In brackets, `[Chief Executive Officer]`, the whole field must equal the value: its folded words, in their order and without abbreviations. Punctuation and blanks do not count. For `keywords` that is the whole of one field, or of one specialty.',
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
    bullets(COMBINING),
    ...scopeSection('company'),
    ...scopeSection('people'),
    ...scopeSection('job'),
    '## Words',
    'Filters on text are read by one rule.',
    bullets(WORDS),
    '## Abbreviations',
    'In job titles and titles of openings a short form and each of its long forms find each other; the words of a long form must stand next to each other. Two long forms of one short form do not find each other, and `president` does not find `vp`. Headlines are read word by word: there `cto` finds `CTO` only, and `vp` no `SVP`.',
    table(['short form', 'long form', 'also found in'], abbreviationRows()),
  );
}
