// The options of a batch: read from a query or a JSON body, checked against the columns of the input, and stored with
// the batch.
import type { Static, TObject } from 'typebox';
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { invalidAt, invalidInput, type Problem } from '../contract/errors.ts';
import { answerFields, BatchBody, type BatchFormat, BatchOptions, ResumeBody } from '../contract/resources/batches.ts';
import { exactlyOneOf } from '../contract/schemas/schema.ts';
import { validatorOf } from '../http/body/validate.ts';
import { newSuggest } from '../words/nearest.ts';

export type GivenOptions = Static<typeof BatchOptions>;

/** The options as stored: JSON. */
export interface StoredOptions {
  readonly format: BatchFormat;
  readonly columns: readonly string[];
  /** Field of the call: its column. */
  readonly map: Readonly<Record<string, string>>;
  /** Paths of the answer; null for all. */
  readonly fields: readonly string[] | null;
  /** State of the suppression list before the first row was executed. */
  readonly hiddenGeneration: number;
  /** `max_credits` of the creation, which a resume does not change; missing in batches of older versions. */
  readonly createdWith?: number | null;
  /** The name of the uploaded file, if the rows were uploaded in the dashboard. */
  readonly name?: string;
}

const optionProblems = validatorOf(BatchOptions);
const bodyProblems = validatorOf(BatchBody);
const resumeProblems = validatorOf(ResumeBody);

function rejectProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidInput(problems);
}

/** Options in a query: `operation=email&map=field:column&fields=a,b&max_credits=100`. INVALID_INPUT if one is wrong. */
export function optionsOfQuery(query: URLSearchParams): GivenOptions {
  const names = [...new Set(query.keys())];
  return checkedOptions(Object.fromEntries(names.map((name) => [name, optionOf(name, query.getAll(name))])));
}

function optionOf(name: string, values: readonly string[]): unknown {
  const [first = ''] = values;
  if (name === 'map') return mapOf(values);
  if (name === 'fields') return values.flatMap((value) => value.split(','));
  return name === 'max_credits' && /^-?\d{1,15}$/.test(first) ? Number(first) : first;
}

/** Options of a parsed query or body, after their checks. INVALID_INPUT if one is wrong. */
export function checkedOptions(given: object): GivenOptions {
  rejectProblems(optionProblems(given));
  rejectProblems(fieldProblems(given as GivenOptions));
  return given as GivenOptions;
}

function mapOf(values: readonly string[]): Record<string, string> {
  const entries = values.map((value): [string, string] => {
    const at = value.indexOf(':');
    if (at > 0) return [value.slice(0, at), value.slice(at + 1)];
    throw wrongMap(`must be FIELD:COLUMN, not "${value.slice(0, 100)}"`);
  });
  const [repeated] = entries.find(([field], index) => entries.slice(0, index).some(([other]) => other === field)) ?? [];
  if (repeated !== undefined) throw wrongMap(`names two columns for ${repeated.slice(0, 100)}`);
  return Object.fromEntries(entries);
}

function wrongMap(message: string): Error {
  return invalidAt('map', message);
}

/** The options and rows of a JSON body. INVALID_INPUT if one is wrong. */
export function optionsOfBody(body: unknown): { readonly options: GivenOptions; readonly items: readonly unknown[] } {
  rejectProblems(bodyProblems(body));
  const { items, ...options } = body as GivenOptions & { readonly items: readonly unknown[] };
  rejectProblems(fieldProblems(options));
  return { options, items };
}

/** The options of a resume. */
export function optionsOfResume(body: unknown): Static<typeof ResumeBody> {
  rejectProblems(resumeProblems(body));
  return body as Static<typeof ResumeBody>;
}

function fieldProblems({ operation, map = {}, fields = [] }: GivenOptions): Problem[] {
  const suggest = newSuggest();
  const unknown = (path: string, value: string, known: readonly string[]) => {
    const suggestion = suggest(value, known);
    const hint = suggestion === null ? `known are ${known.join(', ')}` : `did you mean "${suggestion}"?`;
    return { path, message: `is unknown; ${hint}`, suggestion };
  };
  const inputFields = [...mappedFields(bodyOf(operation)).keys()];
  const answered = answerFields(ENDPOINTS[operation].answer);
  const isField = (path: string) => answered.some((field) => field === path || field.startsWith(`${path}.`));
  return [
    ...Object.keys(map)
      .filter((field) => !inputFields.includes(field))
      .map((field) => unknown(`map.${field.slice(0, 100)}`, field, inputFields)),
    ...fields.flatMap((field, index) => (isField(field) ? [] : [unknown(`fields[${index}]`, field, answered)])),
  ];
}

const bodyOf = (operation: BulkedOperation): TObject => ENDPOINTS[operation].body;

interface MappedField {
  readonly type?: string;
}

/** The fields of a call that a column may fill, by their paths: members of the body, and members of its objects. */
export function mappedFields({ properties }: TObject): ReadonlyMap<string, MappedField> {
  const fields = Object.entries(properties as Readonly<Record<string, MappedField & Partial<TObject>>>);
  return new Map(
    fields.flatMap(([name, field]): [string, MappedField][] => {
      const members = Object.entries((field.properties ?? {}) as Readonly<Record<string, MappedField>>);
      return [[name, field], ...members.map(([member, inner]): [string, MappedField] => [`${name}.${member}`, inner])];
    }),
  );
}

const NO_READABLE_ROW = 'no row is a JSON object with members; send one a line, in UTF-8, with each key once';

/**
 * The options to store. INVALID_INPUT if the input lacks a mapped column, or a column for a required field, or has no
 * column at all.
 */
export function storedOptions(
  { operation, map = {}, fields, max_credits: createdWith = null }: GivenOptions,
  { format, columns, hiddenGeneration }: Pick<StoredOptions, 'format' | 'columns' | 'hiddenGeneration'>,
): StoredOptions {
  if (columns.length === 0) rejectProblems([{ path: '', message: NO_READABLE_ROW, suggestion: null }]);
  const shown = columns.slice(0, 20).join(', ');
  const problems: Problem[] = Object.entries(map)
    .filter(([, column]) => !columns.includes(column))
    .map(([field, column]) => {
      const suggestion = newSuggest()(column, columns);
      const message = `the input has no column "${column}"; its columns are ${shown}`;
      return { path: `map.${field}`, message, suggestion };
    });
  const { complete, missing } = completeMap(bodyOf(operation), map, columns);
  for (const field of missing) {
    const message = `${field} has no column; name it, as in map=${field}:COLUMN; the columns are ${shown}`;
    problems.push({ path: 'map', message, suggestion: null });
  }
  rejectProblems(problems);
  return { format, columns, map: complete, fields: fields ?? null, hiddenGeneration, createdWith };
}

/**
 * Adds each field to the map that has a column of its own name. `missing` has the required fields without a column. If
 * a body needs exactly one of several members and the caller has mapped none of them, only the first member with
 * columns is filled.
 */
function completeMap(
  body: TObject,
  map: Readonly<Record<string, string>>,
  columns: readonly string[],
): { readonly complete: Readonly<Record<string, string>>; readonly missing: readonly string[] } {
  const { required = [] } = body as { readonly required?: readonly string[] };
  const ways = exactlyOneOf(body);
  const names = [...mappedFields(body).keys()];
  const hasField = (way: string, isWanted: (name: string) => boolean) =>
    names.some((name) => memberOf(name) === way && isWanted(name));
  const mapped = ways.filter((way) => hasField(way, (name) => map[name] !== undefined));
  const first = ways.find((way) => hasField(way, (name) => columns.includes(name)));
  const chosen = mapped.length > 0 || first === undefined ? mapped : [first];
  const unread = ways.filter((way) => !chosen.includes(way));
  const found = names.filter((name) => columns.includes(name) && !unread.includes(memberOf(name)));
  const complete = { ...Object.fromEntries(found.map((name) => [name, name])), ...map };
  const missing = required.filter((name) => complete[name] === undefined);
  return { complete, missing: chosen.length > 0 ? missing : [...missing, ...ways.slice(0, 1)] };
}

/** The member of the body in which a field is. */
const memberOf = (field: string) => field.split('.', 1)[0] ?? '';
