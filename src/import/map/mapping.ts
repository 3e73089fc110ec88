// The mapping of one input: the field of each column or key. The caller's options take precedence, then a saved
// mapping, then the preset of a known export, then a guess.
import { cellReader } from '../../contract/own-tables.ts';
import { isJsonObject, parsedObject } from '../../ops/json/json-object.ts';
import { nearest } from '../../words/nearest.ts';
import { ImportError } from '../import-error.ts';
import type { Format } from '../read/format.ts';
import { type Row, UNCALCULATED } from '../read/row.ts';
import type { Column } from './column.ts';
import type { Mapping } from './column-mapping.ts';
import { type Guess, type Guesses, guessColumns, guessWithPreset } from './guess-columns.ts';
import { headerKey } from './header-key.ts';
import { IMPORT_FIELDS, type ImportKind, LIST_FIELDS, NESTED_FIELDS, REQUIRED_FIELDS } from './import-fields.ts';
import { entryFieldOf, entryFields } from './lists/list-fields.ts';
import { ownKeysIn } from './lists/own-keys.ts';
import { flattenedKeys, isInnerPath, listAround, valueAt } from './nested-keys.ts';
import { findPreset, presetFields, presetsOf } from './presets.ts';
import type { SavedMapping } from './saved-mapping.ts';

/** The caller's options for columns. */
export interface MappingChoices {
  /**
   * `FIELD=COLUMN` as given. COLUMN is a header, or a position such as `#3`. An empty COLUMN removes any other mapping
   * of FIELD.
   */
  readonly mapOptions: readonly string[];
  /** The name of a preset; null to detect it from the headers. */
  readonly preset?: string | null;
  /** From a file; with it, nothing is guessed. */
  readonly saved?: SavedMapping | null;
}

interface MappingInput extends MappingChoices {
  readonly path: string;
  readonly format: Format;
  readonly kind: ImportKind;
  /** The first rows; for a table, the header row comes first. */
  readonly headRows: readonly Row[];
  /** Whether these are all rows, so that other keys of JSON cannot follow. Default: true. */
  readonly isWhole?: boolean;
  /** Whether required fields may lack a column, as in a preview. Default: false. */
  readonly isDraft?: boolean;
}

const SAMPLE_ROWS = 200;
/** Most columns of a table, or distinct keys of JSON rows: far above any export. */
const COLUMNS_MAX = 2000;
/** Maximum sample length, in characters. Longer values are descriptions; the guesses need only their start. */
const SAMPLE_LENGTH_MAX = 1000;
/** Most columns listed in an error. */
const COLUMNS_LISTED = 50;

/**
 * Makes the mapping of an input. Throws ImportError if an option or a saved mapping names an unknown field or column,
 * the preset does not support this kind, or a required field has no column.
 */
export function makeMapping(input: MappingInput): Mapping {
  const objects = input.format.kind === 'table' ? [] : headObjects(input);
  const ownKeys = ownKeysIn(objects, input.kind);
  const columns = input.format.kind === 'table' ? tableColumns(input) : jsonColumns(input, { objects, ownKeys });
  const { preset, fields, guesses } = startOf(input, columns);
  const isSetByOption = new Set<number>();
  for (const option of input.mapOptions) {
    const { field, column } = parseOption(option, { ...input, columns });
    const isTaken = [...isSetByOption].some((index) => fields.get(index) === field && index !== column?.index);
    if (isTaken && !LIST_FIELDS[input.kind].has(field) && entryFieldOf(input.kind, field) === null)
      throw wrongOption(input, `--map ${option}: ${field} already has a column`);
    for (const [index, known] of fields) {
      if (known === field && !isSetByOption.has(index)) fields.delete(index);
    }
    if (column === null) continue;
    fields.set(column.index, field);
    isSetByOption.add(column.index);
  }
  if (input.isDraft !== true) {
    const guessed = [...fields.keys()].filter((index) => !isSetByOption.has(index));
    const rowList = listOfRows(
      guessed.map((index) => columns[index] as Column),
      objects,
    );
    const ofRow = [...fields].filter(
      ([index]) => isSetByOption.has(index) || rowList === null || columns[index]?.list !== rowList,
    );
    requireFields(input, { mapped: new Set(ofRow.map(([, field]) => field)), objects, rowList });
  }
  return {
    path: input.path,
    format: input.format,
    preset,
    columns: columns.map((column) => ({
      column,
      field: fields.get(column.index) ?? null,
      guess: isSetByOption.has(column.index) ? null : (guesses.fields.get(column.index) ?? null),
      dayMonth: null,
      party: fields.has(column.index) ? null : (guesses.parties.get(column.index) ?? null),
    })),
    nested: NESTED_FIELDS[input.kind].filter(
      (field) => ownKeys.has(field) && objects.some((object) => field in object),
    ),
  };
}

interface Start {
  readonly preset: string | null;
  /** Field path by column index. */
  readonly fields: Map<number, string>;
  /** The guessed fields, by column index, and the columns of other parties. */
  readonly guesses: Guesses;
}

const NO_GUESSES: Guesses = { fields: new Map(), parties: new Map() };

/** The mapping before the command-line options are applied. */
function startOf(input: MappingInput, columns: readonly Column[]): Start {
  const { kind, saved = null } = input;
  if (saved !== null) return { preset: null, fields: savedFields(input, columns), guesses: NO_GUESSES };
  const preset = input.preset ?? presetFor(kind, columns);
  if (preset === null) {
    const guesses = guessColumns(kind, columns);
    return { preset, fields: fieldsOf(guesses.fields), guesses };
  }
  if (!presetsOf(kind).includes(preset)) {
    const known = presetsOf(kind).join(', ') || 'none';
    throw wrongOption(input, `preset ${preset} has no mapping for ${kind}`, `The presets for ${kind}: ${known}.`);
  }
  const named = presetFields(preset, kind, columns);
  const guesses = guessWithPreset(kind, columns, named);
  return { preset, fields: new Map([...named, ...fieldsOf(guesses.fields)]), guesses };
}

/**
 * The preset of a known export, unless the headers alone explain more fields: another product may share some of its
 * headers.
 */
function presetFor(kind: ImportKind, columns: readonly Column[]): string | null {
  const preset = findPreset(kind, columns);
  if (preset === null) return null;
  const fieldsOfPreset = new Set(presetFields(preset, kind, columns).values());
  const guessed = guessColumns(kind, columns).fields;
  const lost = new Set([...guessed.values()].map(({ field }) => field)).difference(fieldsOfPreset);
  // First and last name are a name.
  if (fieldsOfPreset.has('last_name')) lost.delete('full_name');
  return CORE_FIELDS[kind].some((field) => lost.has(field)) ? null : preset;
}

/**
 * Fields that every export of people, companies or jobs contains. If the headers name one of them and the preset does
 * not map it, the preset is the wrong one.
 */
const CORE_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  companies: ['name', 'employee_count', 'industry'],
  people: ['full_name', 'job_title', 'company_name', 'email'],
  jobs: ['title', 'company_name'],
};

const fieldsOf = (guesses: ReadonlyMap<number, Guess>) =>
  new Map([...guesses].map(([index, { field }]) => [index, field] as const));

function savedFields(input: MappingInput, columns: readonly Column[]): Map<number, string> {
  const named = (input.saved ?? []).map(([field, name]) => {
    const column = findColumn(name, columns);
    if (column === null) throw noSuchColumn(input, columns, `the saved mapping, ${field}: there is no column ${name}`);
    return [column.index, field] as const;
  });
  return new Map(named);
}

function tableColumns({ headRows, path }: MappingInput): Column[] {
  const [header, ...rows] = headRows;
  if (!header?.cells) {
    const problem = header?.fault ?? 'there is no header row';
    throw new ImportError({
      file: path,
      line: header?.line ?? 1,
      problem,
      remedy: 'A row above the others must name the columns.',
    });
  }
  if (header.cells.length > COLUMNS_MAX) {
    throw new ImportError({
      file: path,
      line: header.line,
      problem: `it has ${header.cells.length} columns; at most ${COLUMNS_MAX} can be read`,
      remedy: 'Save the columns to import as a separate file; nothing was imported.',
    });
  }
  const original = cellReader(header.cells);
  const readable = rows
    .filter((row) => row.fault === null)
    .slice(0, SAMPLE_ROWS)
    .map(({ cells }) => original(cells ?? []));
  return original(header.cells).map((name, index) => {
    const values = readable.map((cells) => sampleOf(cells[index] ?? '')).filter((value) => value !== '');
    const samples = values.filter((value) => value !== UNCALCULATED);
    const uncalculated = values.length - samples.length;
    return { index, header: name.trim(), samples, ...(uncalculated > 0 ? { uncalculated } : {}) };
  });
}

const sampleOf = (text: string) => text.trim().slice(0, SAMPLE_LENGTH_MAX);

/** The keys of the head, at most 2,000. The record's own objects are accepted under their own names only. */
function jsonColumns(input: MappingInput, { objects, ownKeys }: JsonHead): Column[] {
  const { kind, saved } = input;
  const { samples, inner, plainLists } = sampledKeys(objects, ownKeys);
  const savedKeys = (saved ?? []).map(([, key]) => key).filter((key) => !samples.has(key));
  const later = new Set([...savedKeys, ...laterKeys(input, [...samples.keys()])]);
  for (const key of later) {
    samples.set(key, []);
    if (isInnerPath(key, ownKeys)) inner.set(key, undefined);
  }
  for (const nested of NESTED_FIELDS[kind]) samples.delete(nested);
  return [...samples].map(([header, texts], index) => ({
    index,
    header,
    samples: texts,
    ...(inner.has(header) ? { isNested: true } : {}),
    ...(inner.get(header) === undefined ? {} : { list: inner.get(header) as string }),
    ...(plainLists.has(header) ? { isPlainList: true } : {}),
    ...(later.has(header) ? { isLater: true } : {}),
  }));
}

interface JsonHead {
  /** The first rows. */
  readonly objects: readonly object[];
  /** The keys whose objects have the form of the record. */
  readonly ownKeys: ReadonlySet<string>;
}

/**
 * The keys of the objects with samples of their values. `inner`: the keys of nested objects, each with its list.
 * `plainLists`: the keys that hold lists of plain values.
 */
function sampledKeys(objects: readonly object[], ownKeys: ReadonlySet<string>) {
  const samples = new Map<string, string[]>();
  const inner = new Map<string, string | undefined>();
  const plainLists = new Set<string>();
  const keys = objects.flatMap((each) => flattenedKeys(each, ownKeys).map((key) => [each, ...key] as const));
  for (const [object, key, value, isNested] of keys) {
    if (isJsonObject(value)) continue;
    if (isNested && inner.get(key) === undefined) inner.set(key, listAround(object, key));
    if (samples.size >= COLUMNS_MAX && !samples.has(key)) continue;
    const texts = samples.get(key) ?? [];
    samples.set(key, texts);
    if (!isNested && Array.isArray(value) && value.length > 0) plainLists.add(key);
    if (texts.length >= SAMPLE_ROWS) continue;
    const first: unknown = isNested && Array.isArray(value) ? value.find((each) => !isJsonObject(each)) : value;
    if (typeof first === 'string' && first.trim() !== '') texts.push(sampleOf(first));
    if (typeof first === 'number') texts.push(String(first));
  }
  // An empty list in one row says nothing about a key that holds objects in other rows.
  const outer = new Set([...inner.keys()].map((key) => key.slice(0, key.lastIndexOf('.'))));
  for (const key of outer) if (samples.get(key)?.length === 0) samples.delete(key);
  return { samples, inner, plainLists };
}

/** The keys of `--map` that the head lacks: not every object has every key. In a whole input they are typing errors. */
function laterKeys({ mapOptions, isWhole = true, headRows }: MappingInput, known: readonly string[]): string[] {
  if (isWhole && headRows.length > 0) return [];
  const columns = known.map((header, index) => ({ index, header, samples: [] }));
  return mapOptions
    .map(columnOf)
    .filter((name) => name !== '' && !/^#\d+$/.test(name) && findColumn(name, columns) === null);
}

const columnOf = (option: string) => option.slice(option.indexOf('=') + 1).trim();

function headObjects({ headRows }: MappingInput): object[] {
  return headRows.map(({ text }) => parsedObject(text)).filter((object) => object !== null);
}

interface OptionContext extends MappingInput {
  readonly columns: readonly Column[];
}

function parseOption(option: string, context: OptionContext): { field: string; column: Column | null } {
  const equals = option.indexOf('=');
  const field = option.slice(0, equals).trim();
  const name = columnOf(option);
  const fields = [...IMPORT_FIELDS[context.kind].map(({ path }) => path), ...entryFields(context.kind)];
  if (equals === -1) throw wrongOption(context, `--map ${option} is not FIELD=COLUMN`);
  if (!fields.includes(field)) {
    const near = nearest(field, fields);
    const hint = near === null ? `The fields are: ${fields.join(', ')}` : `Did you mean ${near}?`;
    throw wrongOption(context, `--map ${option}: there is no field ${field}`, hint);
  }
  if (name === '') return { field, column: null };
  const column = findColumn(name, context.columns);
  if (column === null) throw noSuchColumn(context, context.columns, `--map ${option}: there is no column ${name}`);
  if (entryFieldOf(context.kind, field) !== null && column.list === undefined)
    throw wrongOption(context, `--map ${option}: ${field} needs a key within a list of objects`);
  return { field, column };
}

/** Finds a column by its exact header, else by position, else by its folded words. */
function findColumn(name: string, columns: readonly Column[]): Column | null {
  const place = /^#(\d+)$/.exec(name)?.[1];
  return (
    columns.find(({ header }) => header === name) ??
    (place === undefined
      ? columns.find(({ header }) => headerKey(header) === headerKey(name))
      : columns[Number(place) - 1]) ??
    null
  );
}

function noSuchColumn(input: MappingInput, columns: readonly Column[], problem: string): ImportError {
  const headers = columns.slice(0, COLUMNS_LISTED).map(({ header }) => JSON.stringify(header.slice(0, 100)));
  const more = columns.length > headers.length ? ` and ${columns.length - headers.length} more` : '';
  return wrongOption(input, problem, `The columns are: ${headers.join(', ')}${more}.`);
}

function wrongOption({ path }: MappingInput, problem: string, remedy = 'Correct the option; nothing was imported.') {
  return new ImportError({ file: path, line: null, problem, remedy });
}

interface Found {
  readonly mapped: ReadonlySet<string>;
  /** The first rows of a JSON input. */
  readonly objects: readonly object[];
  /** The list that has the rows of an answer of an API. */
  readonly rowList: string | null;
}

function requireFields({ kind, path, format, headRows }: MappingInput, { mapped, objects, rowList }: Found): void {
  if (headRows.length === 0) return;
  for (const group of REQUIRED_FIELDS[kind]) {
    if (group.some((field) => mapped.has(field))) continue;
    const isTable = format.kind === 'table';
    const what = isTable ? 'column' : 'key';
    const missing = `no ${what} was recognized as ${group.join(' or ')}`;
    const place = { file: path, line: isTable ? 1 : null };
    const misshapen = isTable ? null : shapeFault(kind, objects, rowList);
    if (misshapen !== null) {
      const { fault, list } = misshapen;
      const remedy = list === null ? `${JSON_SHAPES}.` : `${JSON_SHAPES}, such as the output of jq '.${list}' FILE.`;
      throw new ImportError({ ...place, problem: `${fault}, so ${missing}; nothing was imported`, remedy });
    }
    throw new ImportError({
      ...place,
      problem: missing,
      remedy: `Select it with --map ${group[0]}=NAME; nothing was imported.`,
      remedyInDashboard: `Choose the ${what} for ${group[0]} above.`,
    });
  }
}

/**
 * The list that has the rows of an answer of an API, of which only the first row would be imported; null if there is
 * none. Rows with several such lists, or with further keys in each row, are records.
 */
function listOfRows(mapped: readonly Column[], objects: readonly object[]): string | null {
  const [list, ...others] = new Set(mapped.map(({ list }) => list).filter((path) => path !== undefined));
  if (list === undefined || others.length > 0) return null;
  if (objects.length > 1 && mapped.some((column) => column.list === undefined)) return null;
  const hasSeveral = objects.some((object) => [valueAt(object, list)].flat().filter(isJsonObject).length > 1);
  return hasSeveral ? list : null;
}

const JSON_SHAPES = 'Give one object per line (JSON Lines) or one array of objects';

interface Misshapen {
  readonly fault: string;
  /** The path of the list that may have the rows. */
  readonly list: string | null;
}

/** The reason why JSON has no rows with keys; null if it has some. */
function shapeFault(kind: ImportKind, objects: readonly object[], rowList: string | null): Misshapen | null {
  const [only, ...others] = objects;
  if (only === undefined) return { fault: 'none of the first rows is a JSON object', list: null };
  const list = rowList ?? (others.length > 0 ? null : listPathIn(only, NESTED_FIELDS[kind]));
  if (list === null) return null;
  const row = others.length > 0 ? 'each row' : 'the only row';
  return { fault: `${row} is an object with a list of objects, ${JSON.stringify(list)}`, list };
}

/** Answers of APIs hold their rows in a list at most so deep: `data.companies.edges`. */
const LIST_DEPTH_MAX = 4;

/** The path of the first list of objects within an object; null if there is none. */
function listPathIn(object: object, ownFields: readonly string[], depth = 1): string | null {
  for (const [key, value] of Object.entries(object)) {
    if (ownFields.includes(key)) continue;
    if (Array.isArray(value) && value.some(isJsonObject)) return key;
    const inner = isJsonObject(value) && depth < LIST_DEPTH_MAX ? listPathIn(value, [], depth + 1) : null;
    if (inner !== null) return `${key}.${inner}`;
  }
  return null;
}
