// The origin of each field of a record: the row that supplied its value, and the values of the other rows. The origin
// is not stored: it is computed from the rows by the rules of merge.ts.
import { isDeepStrictEqual } from 'node:util';
import type { RecordOrigins, RecordRow } from '../catalog/admin-port.ts';
import { evidenceOfCompanies } from '../catalog/matching/company-rules.ts';
import { evidenceOfPeople } from '../catalog/matching/person-rules.ts';
import type { CompanyRecord, PersonRecord } from '../contract/import-records.ts';
import { COMPANY } from '../contract/record-table/company-members.ts';
import type { Member } from '../contract/record-table/member.ts';
import { PERSON } from '../contract/record-table/person-members.ts';
import type { Evidence, Finding } from '../identity/evidence.ts';
import { companyForm, personForm } from './import-form.ts';
import { isEmpty, ranked } from './merge.ts';

type Value = string | number | boolean | null | readonly unknown[] | object;

export interface FieldOrigin {
  /** Field path of the import form, such as `hq.city`; one per entry of a merged list. */
  readonly field: string;
  readonly value: Value;
  /** Null for a value that no row contains, such as a generated slug. */
  readonly from: RowPlace | null;
  /** The other values with their rows, in order of precedence. */
  readonly not_chosen: readonly { readonly value: Value; readonly from: RowPlace }[];
}

interface RowPlace {
  readonly source: string;
  readonly run: number;
  readonly file: string;
  readonly line: number | null;
  /** The date of the row, or the date of its run if the row has none. */
  readonly date: string;
}

export interface Explanation {
  readonly slug: string;
  readonly fields: readonly FieldOrigin[];
  /** The source rows of the record, in the order of their import. */
  readonly rows: readonly (RowPlace & {
    readonly id: number | null;
    readonly priority: number;
    readonly replaced: boolean;
    /** The evidence for the row that matches it best; null if the record has only one row. */
    readonly link: RowLink | null;
  })[];
}

/** The reason why a row is in the same record as another row. A low weight means that an operator merged them. */
export interface RowLink {
  /** The id of the other row. */
  readonly with: number | null;
  readonly weight: number;
  /** The findings for and against the match, as listed in docs/identity.md. */
  readonly reasons: readonly Finding[];
}

const ROWS: readonly (readonly [name: string, row: Member])[] = [COMPANY, PERSON].flatMap((rows) =>
  Object.entries(rows),
);
/** Merged lists. Each entry has its own origin, under the member that identifies the entry. */
const UNITED: ReadonlyMap<string, string | null> = new Map(
  ROWS.flatMap(([name, { kind, members = {} }]): [name: string, key: string | null][] => {
    if (kind === 'hostnames' || kind === 'ids') return [[name, null]];
    const key = Object.keys(members).find((member) => members[member]?.kind === 'address');
    return kind === 'entries' && key !== undefined ? [[name, key]] : [];
  }),
);
/** Objects whose members are merged one by one. */
const PLACES = new Set(ROWS.flatMap(([name, { kind }]) => (kind === 'place' ? [name] : [])));
/** Members that are derived from others. */
const REPEATED = new Set(ROWS.flatMap(([name, { part }]) => (part === 'answer' ? [name] : [])));

export function explainCompany(origins: RecordOrigins<CompanyRecord>): Explanation {
  return explain(origins, { formOf: companyForm, evidenceOf: evidenceOfCompanies });
}

export function explainPerson(origins: RecordOrigins<PersonRecord>): Explanation {
  return explain(origins, { formOf: personForm, evidenceOf: evidenceOfPeople });
}

function explain<Stored extends CompanyRecord | PersonRecord>(
  { slug, record, rows }: RecordOrigins<Stored>,
  { formOf, evidenceOf }: Explaining<Stored>,
): Explanation {
  const said = ranked(rows).map((row) => ({ from: placeOf(row), values: new Map(valuesOf(formOf(row.record))) }));
  const fields = valuesOf(formOf(record)).map(([field, value]): FieldOrigin => {
    const others = said.flatMap(({ from, values }) => {
      const other = values.get(field);
      return other === undefined ? [] : [{ from, value: other }];
    });
    const winner = others.find((other) => isDeepStrictEqual(other.value, value)) ?? null;
    const notChosen = others.filter((other) => !isDeepStrictEqual(other.value, value));
    return { field, value, from: winner?.from ?? null, not_chosen: notChosen };
  });
  return {
    slug,
    fields,
    rows: rows.map((row) => ({
      id: row.id,
      ...placeOf(row),
      priority: row.priority,
      replaced: row.supersededBy !== null,
      link: linkOf(row, rows, evidenceOf),
    })),
  };
}

interface Explaining<Stored> {
  readonly formOf: (record: Stored) => Readonly<Record<string, unknown>>;
  readonly evidenceOf: (a: Stored, b: Stored) => Evidence;
}

/** Maximum number of rows that each row is compared with: a record may have hundreds of rows. */
const COMPARED_MAX = 50;

function linkOf<Stored>(
  row: RecordRow<Stored>,
  rows: readonly RecordRow<Stored>[],
  evidenceOf: Explaining<Stored>['evidenceOf'],
): RowLink | null {
  const links = rows
    .filter((other) => other !== row)
    .slice(0, COMPARED_MAX)
    .map((other) => ({ with: other.id, evidence: evidenceOf(row.record, other.record) }));
  const [first, ...others] = links;
  if (first === undefined) return null;
  const best = others.reduce((found, each) => (each.evidence.weight > found.evidence.weight ? each : found), first);
  return { with: best.with, weight: best.evidence.weight, reasons: best.evidence.findings };
}

function placeOf({ source, runId, file, line, record, runAt }: RecordRow<CompanyRecord | PersonRecord>): RowPlace {
  return { source, run: runId, file, line, date: record.updated_at ?? runAt };
}

/** The non-empty fields, each under the name that the merge uses. */
function valuesOf(form: Readonly<Record<string, unknown>>): [field: string, value: Value][] {
  return Object.entries(form).flatMap(([field, value]): [string, Value][] => {
    if (isEmpty(value) || REPEATED.has(field)) return [];
    const key = UNITED.get(field);
    if (key !== undefined && Array.isArray(value)) return entriesOf(field, key, value);
    if (!PLACES.has(field)) return [[field, value as Value]];
    return Object.entries(value as object).flatMap(([member, each]): [string, Value][] =>
      isEmpty(each) ? [] : [[`${field}.${member}`, each as Value]],
    );
  });
}

function entriesOf(field: string, key: string | null, entries: readonly unknown[]): [string, Value][] {
  return entries.map((entry) => {
    const name = key === null ? String(entry) : String((entry as Readonly<Record<string, unknown>>)[key]);
    return [`${field}: ${name}`, entry as Value];
  });
}
