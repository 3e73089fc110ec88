// The preview of a file before its import: format, mapping and first rows. It reads only the beginning of the file, and
// a bounded number of rows, keys and characters, because the file is not trusted.
import { basename } from 'node:path';
import { ImportError } from '../../import/import-error.ts';
import type { Mapping } from '../../import/map/column-mapping.ts';
import { columnWarning, formulaWarning } from '../../import/map/column-warning.ts';
import { describeMapping } from '../../import/map/describe-mapping.ts';
import { IMPORT_FIELDS, type ImportKind, REQUIRED_FIELDS } from '../../import/map/import-fields.ts';
import { entryFields } from '../../import/map/lists/list-fields.ts';
import { ownKeysIn } from '../../import/map/lists/own-keys.ts';
import { makeMapping } from '../../import/map/mapping.ts';
import { flattenedKeys } from '../../import/map/nested-keys.ts';
import { presetsOf } from '../../import/map/presets.ts';
import { type OpenedInput, openFitting } from '../../import/open-fitting.ts';
import type { Format } from '../../import/read/format.ts';
import { type Row, UNCALCULATED } from '../../import/read/row.ts';
import type { Source } from '../../import/read/source.ts';
import { sourceName } from '../../import/source-name.ts';
import { parsedObject } from '../../ops/json/json-object.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type { MappingChoices, Preview } from '../records/records-port.ts';

const ROWS_SHOWN = 20;
const SAMPLES_SHOWN = 3;
const CELL_LENGTH_MAX = 200;
/** Number of rows for columns and samples. */
const ROWS_SAMPLED = 200;
/** Maximum number of columns, or of keys of JSON rows. */
const COLUMNS_SHOWN_MAX = 1000;

type Column = Preview['columns'][number];

/**
 * Throws an OperatorError, which contains the file's name without its folder, if the file cannot be read. A fault of
 * the mapping is reported in `problem`.
 */
export async function previewFile(path: string, choices: MappingChoices): Promise<Preview> {
  try {
    return await previewOf(path, choices);
  } catch (error) {
    throw error instanceof ImportError ? new OperatorError(error.inDashboard.replaceAll(path, basename(path))) : error;
  }
}

async function previewOf(path: string, choices: MappingChoices): Promise<Preview> {
  const { kind, sheet = null, preset = null } = choices;
  const mapOptions = (choices.map ?? []).map(({ field, column }) => `${field}=${column}`);
  const map = ({ format, headRows, isWhole }: OpenedInput, isDraft = false) =>
    makeMapping({ path, format, kind, headRows, isWhole, preset, mapOptions, isDraft });
  const opened = await openFitting({ path, encoding: null, sheet }, (input) => map(input));
  const { source, format, headRows } = opened;
  const mapping = opened.mapping ?? draftOf(() => map(opened, true));
  const { headers, rows } = tableOf(headRows.slice(0, ROWS_SAMPLED), { format, kind, mapping });
  const problem = opened.mapping === null ? opened.fault.inDashboard : null;
  const required = new Set(REQUIRED_FIELDS[kind].flat());
  return {
    kind,
    source: choices.source ?? sourceName({ source: null, files: [path] }),
    format: formatText(mapping, source, format),
    sheets: source.sheet === null ? [] : [source.sheet, ...source.otherSheets],
    preset: mapping?.preset ?? null,
    columns: headers.map((header, index) => columnOf(header, index, { mapping, rows })),
    fields: IMPORT_FIELDS[kind].map(({ path: name }) => ({ name, required: required.has(name) })),
    entry_fields: entryFields(kind),
    presets: presetsOf(kind),
    mapping_text: opened.mapping ? describeMapping(opened.mapping, source).replace(path, basename(path)) : '',
    first_rows: rows.slice(0, ROWS_SHOWN),
    problem: problem?.replaceAll(path, basename(path)) ?? null,
  };
}

/** The mapping without some required fields, so that the other columns keep theirs; null for any other fault. */
function draftOf(map: () => Mapping): Mapping | null {
  try {
    return map();
  } catch (error) {
    if (error instanceof ImportError) return null;
    throw error;
  }
}

interface ReadAs {
  readonly format: Format;
  readonly kind: ImportKind;
  readonly mapping: Mapping | null;
}

/** Headers and cells of a table; for JSON the keys, also those that only later rows have, and their values as text. */
function tableOf(rows: readonly Row[], { format, kind, mapping }: ReadAs): { headers: string[]; rows: string[][] } {
  const readable = rows.filter(({ fault }) => fault === null);
  if (format.kind === 'table') {
    const [header, ...others] = readable;
    const shown = (cells: Row['cells']) => (cells ?? []).slice(0, COLUMNS_SHOWN_MAX);
    return { headers: shown(header?.cells ?? null), rows: others.map(({ cells }) => shown(cells).map(shortened)) };
  }
  const parsed = readable.map(({ text }) => parsedObject(text)).filter((object) => object !== null);
  const ownKeys = ownKeysIn(parsed, kind);
  const objects = parsed.map((object) => new Map(flattenedKeys(object, ownKeys).map(([key, value]) => [key, value])));
  const keys = [...objects.flatMap((object) => [...object.keys()]), ...(mapping?.columns ?? []).map(headerOf)];
  const headers = [...new Set(keys)].slice(0, COLUMNS_SHOWN_MAX);
  return { headers, rows: objects.map((object) => headers.map((header) => cellOf(object.get(header)))) };
}

const headerOf = ({ column }: Mapping['columns'][number]) => column.header;

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return shortened(value);
  try {
    return shortened(JSON.stringify(value) ?? '');
  } catch {
    return 'nested too deeply to show';
  }
}

const shortened = (text: string) => (text.length > CELL_LENGTH_MAX ? `${text.slice(0, CELL_LENGTH_MAX)}…` : text);

interface Around {
  readonly mapping: Mapping | null;
  readonly rows: readonly (readonly string[])[];
}

function columnOf(header: string, index: number, { mapping, rows }: Around): Column {
  // Objects of a record are keys, but not columns.
  const isColumn = ({ column }: Mapping['columns'][number]) =>
    mapping?.format.kind === 'table' ? column.index === index : column.header === header;
  const mapped = mapping?.columns.find(isColumn);
  const cells = rows.map((row) => row[index] ?? '').filter((value) => value.trim() !== '');
  const values = cells.filter((value) => value !== UNCALCULATED);
  const field = mapped?.field ?? null;
  return {
    header: header === '' ? `#${index + 1}` : shortened(header),
    field,
    is_guess: (mapped?.guess ?? null) !== null,
    is_in_list: mapped?.column.list !== undefined,
    samples: [...new Set(values)].slice(0, SAMPLES_SHOWN),
    filled_percent: rows.length === 0 ? 0 : Math.round((100 * values.length) / rows.length),
    distinct_values: new Set(values).size,
    warning: formulaWarning(cells.length - values.length) ?? columnWarning(field, values, rows.length),
    party: mapped?.party ?? null,
  };
}

/** The first line of the mapping's message, without the file and the options of the command line. */
function formatText(mapping: Mapping | null, source: Source, format: Format): string {
  if (!mapping) return format.kind === 'table' ? 'table' : 'JSON';
  const [first = ''] = describeMapping(mapping, source).split('\n');
  return first
    .slice(first.indexOf(': ') + 2)
    .replace('others, by --sheet:', 'not imported:')
    .replace(/name another one with --encoding[^)]*/, 'save the file as UTF-8');
}
