// The mapping of one input: which column or key becomes which field, by what the caller says and else by guess.
import { nearest } from '../../words/nearest.ts';
import { ImportError } from '../import-error.ts';
import type { Format } from '../read/format.ts';
import type { Row } from '../read/row.ts';
import { type Column, guessColumns, headerKey } from './guess-columns.ts';
import { IMPORT_FIELDS, type ImportKind, NESTED_FIELDS, REQUIRED_FIELDS } from './import-fields.ts';

interface MappedColumn {
  readonly column: Column;
  /** Null where the column is not imported. */
  readonly field: string | null;
  readonly isGuess: boolean;
}

export interface Mapping {
  readonly path: string;
  readonly format: Format;
  /** Every column of a table, or every top-level key met in the first rows of JSON. */
  readonly columns: readonly MappedColumn[];
}

interface MappingInput {
  readonly path: string;
  readonly format: Format;
  readonly kind: ImportKind;
  /** The first rows, a table's header row among them. */
  readonly headRows: readonly Row[];
  /** `FIELD=COLUMN`, as given: COLUMN is a header or `#3` for the third column; an empty COLUMN drops the guess for FIELD. */
  readonly mapOptions: readonly string[];
}

const SAMPLE_ROWS = 200;

/** The mapping of an input. Throws ImportError where an option names an unknown field or column, or a required field has no column. */
export function makeMapping(input: MappingInput): Mapping {
  const columns = input.format.kind === 'table' ? tableColumns(input) : jsonColumns(input);
  const fields = guessColumns(input.kind, columns);
  const isTold = new Set<number>();
  for (const option of input.mapOptions) {
    const { field, column } = parseOption(option, { ...input, columns });
    const isTaken = [...isTold].some((index) => fields.get(index) === field && index !== column?.index);
    if (isTaken && !isListField(input.kind, field))
      throw wrongOption(input, `--map ${option}: ${field} has a column already`);
    for (const [index, guessed] of fields) {
      if (guessed === field && !isTold.has(index)) fields.delete(index);
    }
    if (column === null) continue;
    fields.set(column.index, field);
    isTold.add(column.index);
  }
  requireFields(input, new Set(fields.values()));
  return {
    path: input.path,
    format: input.format,
    columns: columns.map((column) => ({
      column,
      field: fields.get(column.index) ?? null,
      isGuess: !isTold.has(column.index),
    })),
  };
}

function isListField(kind: ImportKind, path: string): boolean {
  return IMPORT_FIELDS[kind].some((field) => field.path === path && field.isList);
}

function tableColumns({ headRows, path }: MappingInput): Column[] {
  const [header, ...rows] = headRows;
  if (!header?.cells) {
    const problem = header?.fault ?? 'there is no header row';
    throw new ImportError({
      file: path,
      line: header?.line ?? 1,
      problem,
      remedy: 'The first row must name the columns.',
    });
  }
  const readable = rows.filter((row) => row.fault === null).slice(0, SAMPLE_ROWS);
  return header.cells.map((name, index) => ({
    index,
    header: name.trim(),
    samples: readable.map((row) => row.cells?.[index]?.trim() ?? '').filter((value) => value !== ''),
  }));
}

/** The keys of the first rows that hold something else than an object: objects are read under their own names only. */
function jsonColumns({ headRows, kind }: MappingInput): Column[] {
  const samples = new Map<string, string[]>();
  for (const row of headRows.slice(0, SAMPLE_ROWS)) {
    for (const [key, value] of Object.entries(parsedObject(row.text) ?? {})) {
      if (isObject(value)) continue;
      const texts = samples.get(key) ?? [];
      if (typeof value === 'string' && value.trim() !== '') texts.push(value.trim());
      samples.set(key, texts);
    }
  }
  for (const nested of NESTED_FIELDS[kind]) samples.delete(nested);
  return [...samples].map(([header, texts], index) => ({ index, header, samples: texts }));
}

function parsedObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface OptionContext extends MappingInput {
  readonly columns: readonly Column[];
}

function parseOption(option: string, context: OptionContext): { field: string; column: Column | null } {
  const equals = option.indexOf('=');
  const field = option.slice(0, equals).trim();
  const name = option.slice(equals + 1).trim();
  const fields = IMPORT_FIELDS[context.kind].map(({ path }) => path);
  if (equals === -1) throw wrongOption(context, `--map ${option} is not FIELD=COLUMN`);
  if (!fields.includes(field)) {
    const near = nearest(field, fields);
    const hint = near === null ? `The fields are: ${fields.join(', ')}` : `Did you mean ${near}?`;
    throw wrongOption(context, `--map ${option}: there is no field ${field}`, hint);
  }
  return { field, column: name === '' ? null : findColumn(name, { ...context, option }) };
}

/** By the exact header, else by its folded words, else by place. */
function findColumn(name: string, context: OptionContext & { readonly option: string }): Column {
  const { columns, option } = context;
  const place = /^#(\d+)$/.exec(name)?.[1];
  const column =
    columns.find(({ header }) => header === name) ??
    (place === undefined
      ? columns.find(({ header }) => headerKey(header) === headerKey(name))
      : columns[Number(place) - 1]);
  if (column) return column;
  const headers = columns.map(({ header }) => JSON.stringify(header)).join(', ');
  throw wrongOption(context, `--map ${option}: there is no column ${name}`, `The columns are: ${headers}.`);
}

function wrongOption(context: MappingInput, problem: string, remedy = 'Mend the option; nothing was imported.') {
  return new ImportError({ file: context.path, line: null, problem, remedy });
}

function requireFields({ kind, path, format, headRows }: MappingInput, mapped: ReadonlySet<string>): void {
  if (headRows.length === 0) return;
  for (const group of REQUIRED_FIELDS[kind]) {
    if (group.some((field) => mapped.has(field))) continue;
    const what = format.kind === 'table' ? 'column' : 'key';
    throw new ImportError({
      file: path,
      line: format.kind === 'table' ? 1 : null,
      problem: `no ${what} was recognised as ${group.join(' or ')}`,
      remedy: `Say which one it is with --map ${group[0]}=NAME; nothing was imported.`,
    });
  }
}

/** The mapping in words, for a person to check before the import starts. */
export function describeMapping({ path, format, columns }: Mapping): string {
  const arrows = columns.filter(({ field, column }) => field !== null && field !== column.header);
  const named = columns.filter(({ field, column }) => field === column.header).map(({ column }) => column.header);
  const left = columns.filter(({ field }) => field === null).map(({ column }) => shownHeader(column));
  const width = Math.max(0, ...arrows.map(({ field }) => field?.length ?? 0));
  const lines = arrows.map(
    ({ column, field, isGuess }) =>
      `  ${(field ?? '').padEnd(width)} <- ${shownHeader(column)}${isGuess ? ' (guessed)' : ''}`,
  );
  if (named.length > 0) lines.push(`  by their own names: ${named.join(', ')}`);
  if (left.length > 0) lines.push(`  not imported: ${left.join(', ')}`);
  return [`${path === '-' ? 'standard input' : path}: ${shownFormat(format)}`, ...lines].join('\n');
}

const shownHeader = ({ header, index }: Column) => (header === '' ? `#${index + 1} (no header)` : header);

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

function shownFormat(format: Format): string {
  if (format.kind === 'json-lines') return 'JSON Lines';
  if (format.kind === 'json-array') return 'JSON array';
  return `table, cells separated by ${DELIMITER_NAMES[format.delimiter] ?? format.delimiter}`;
}
