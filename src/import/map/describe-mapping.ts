// A readable description of a mapping, for the user to check before the import starts.
import type { DayMonthOrder } from '../normalize/written-dates.ts';
import { UTF8 } from '../read/encoding.ts';
import type { Format } from '../read/format.ts';
import type { Source } from '../read/source.ts';
import type { Column } from './column.ts';
import type { MappedColumn, Mapping } from './column-mapping.ts';
import { columnWarning, formulaWarning } from './column-warning.ts';
import type { Guess } from './guess-columns.ts';
import { FIELDS_WITH_KINDS, kindColumnOf, PHONE_FIELDS } from './phone-kinds.ts';

type ReadAs = Pick<Source, 'encoding' | 'isEncodingDoubtful' | 'container'>;

/** One line for the input, one for each column imported under another name, and one for the rest. */
export function describeMapping({ path, format, preset, columns, nested }: Mapping, source: ReadAs): string {
  const arrows = columns.filter(({ field, column }) => field !== null && field !== column.header);
  const own = columns.filter(({ field, column }) => field === column.header).map(({ column }) => column.header);
  const named = [...own, ...nested];
  const kinds = kindColumns(columns, format);
  const left = columns.filter(({ field, party, column }) => field === null && party === null && !kinds.has(column));
  const ofOthers = columns.filter(({ party }) => party !== null);
  const width = Math.max(0, ...arrows.map(({ field }) => field?.length ?? 0));
  const lines = arrows.map(
    ({ column, field, guess }) =>
      `  ${(field ?? '').padEnd(width)} <- ${shownHeader(column)}${shownGuess(guess)}${column.isLater === true ? NOT_YET : ''}`,
  );
  if (named.length > 0) lines.push(`  by their names: ${named.join(', ')}`);
  if (left.length > 0) lines.push(`  not imported: ${listed(left.map(({ column }) => shownHeader(column)))}`);
  if (ofOthers.length > 0)
    lines.push(`  not imported, as they describe another party: ${listed(ofOthers.map(shownParty))}`);
  for (const [kindColumn, { column }] of kinds)
    lines.push(`  kinds of ${shownHeader(column)} <- ${shownHeader(kindColumn)}`);
  for (const { column, dayMonth } of columns) {
    if (dayMonth !== null) lines.push(`  dates of ${shownHeader(column)}: ${SHOWN_ORDERS[dayMonth]}`);
  }
  for (const { column, field } of columns) {
    const warnings = [
      formulaWarning(column.uncalculated ?? 0),
      columnWarning(field, column.samples, column.samples.length),
    ];
    for (const warning of warnings) {
      if (warning !== null) lines.push(`  doubtful: ${shownHeader(column)}: ${warning}`);
    }
  }
  const facts = [source.container ?? shownFormat(format)];
  if (source.encoding !== UTF8)
    facts.push(`encoded in ${source.encoding}${source.isEncodingDoubtful === true ? DOUBTFUL_ENCODING : ''}`);
  if (preset !== null) facts.push(`preset ${preset}`);
  return [`${path === '-' ? 'standard input' : path}: ${facts.join(', ')}`, ...lines].join('\n');
}

const NOT_YET = ' (not in the first rows)';

const DOUBTFUL_ENCODING =
  ' (doubtful, as some letters do not fit: name another one with --encoding, such as windows-1250 or macintosh)';

/** The columns that hold the kinds of the phone numbers or addresses in another column. */
function kindColumns(columns: Mapping['columns'], { kind }: Format): Map<Column, MappedColumn> {
  const fields = kind === 'table' ? FIELDS_WITH_KINDS : PHONE_FIELDS;
  const all = columns.map(({ column }) => column);
  return new Map(
    columns.flatMap((mapped): [Column, MappedColumn][] => {
      const found = fields.has(mapped.field ?? '') ? kindColumnOf(mapped.column, all) : undefined;
      return found === undefined ? [] : [[found, mapped]];
    }),
  );
}

const SHOWN_ORDERS: Readonly<Record<DayMonthOrder, string>> = {
  'day-first': 'day first',
  'month-first': 'month first',
  either: 'day or month first is undetermined: only dates with a day above 12 are read',
};

const shownGuess = (guess: Guess | null) => {
  if (guess === null) return '';
  return guess.evidence === null ? ' (guessed)' : ` (guessed: ${guess.evidence})`;
};

/** Longest header, and longest list of headers, in characters. */
const HEADER_LENGTH_MAX = 200;
const LISTED_MAX = 100;

const shownHeader = ({ header, index }: Column) => {
  if (header === '') return `#${index + 1} (no header)`;
  return header.length > HEADER_LENGTH_MAX ? `${header.slice(0, HEADER_LENGTH_MAX)}…` : header;
};

const shownParty = ({ column, party }: MappedColumn) => `${shownHeader(column)} (${party})`;

function listed(names: readonly string[]): string {
  const more = names.length > LISTED_MAX ? ` and ${names.length - LISTED_MAX} more` : '';
  return names.slice(0, LISTED_MAX).join(', ') + more;
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
  '^': 'carets',
  '~': 'tildes',
  '\u001f': 'unit separators',
  '\u0001': 'characters of code 1',
};

function shownFormat(format: Format): string {
  if (format.kind === 'json-lines') return 'JSON Lines';
  if (format.kind === 'json-array') return 'JSON array';
  const { delimiter, preambleRows, isHeaderless, isSingleColumn } = format;
  if (isSingleColumn) return 'table of one column';
  const skipped =
    preambleRows === 0 ? '' : `, ${preambleRows} ${preambleRows === 1 ? 'row' : 'rows'} above the header skipped`;
  const named = isHeaderless ? ', no header row: columns are recognized by their values' : '';
  return `table, columns separated by ${DELIMITER_NAMES[delimiter] ?? delimiter}${skipped}${named}`;
}
