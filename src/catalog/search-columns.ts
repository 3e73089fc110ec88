// The columns of the catalog that search fields read, derived from the record table.
import { dayOf } from '../contract/days.ts';
import { FIELD_SOURCES, type FieldSource, type SearchFieldName } from '../contract/fields.ts';
import type { CompanyRecord, PersonRecord } from '../contract/import-records.ts';
import { effectiveEmployeeCount } from './views/company-json.ts';

export type ColumnValue = string | number | null;

/** A column that holds the value of a search field. */
export interface SearchColumn<Stored> {
  readonly field: SearchFieldName;
  readonly name: string;
  /** `list`: JSON of texts. */
  readonly type: 'text' | 'number' | 'list';
  /** Reads the value from a record in its shown form. */
  readonly read: (record: Stored) => ColumnValue;
}

/** Columns whose name differs from the name of their field. */
const NAMES: Readonly<Partial<Record<SearchFieldName, string>>> = {
  hq_country: 'country_code',
  hq_city: 'city',
  hq_state: 'state',
  country: 'country_code',
};

export const COMPANY_COLUMNS: readonly SearchColumn<CompanyRecord>[] = columnsOf<CompanyRecord>('companies', {
  employee_count: effectiveEmployeeCount,
});

export const PERSON_COLUMNS: readonly SearchColumn<PersonRecord>[] = columnsOf<PersonRecord>('people', {});

function columnsOf<Stored>(
  space: FieldSource['space'],
  own: Readonly<Partial<Record<SearchFieldName, (record: Stored) => ColumnValue>>>,
): SearchColumn<Stored>[] {
  return FIELD_SOURCES.filter((source) => source.space === space).map((source) => ({
    field: source.name,
    name: NAMES[source.name] ?? source.name,
    type: typeOf(source),
    read: own[source.name] ?? reader<Stored>(source),
  }));
}

function typeOf({ isList, as: { kind } }: FieldSource): SearchColumn<unknown>['type'] {
  if (isList) return 'list';
  return kind === 'number' || kind === 'date' ? 'number' : 'text';
}

type Json = Readonly<Record<string, unknown>>;

function reader<Stored>({ member, isList, as: { kind, from } }: FieldSource): (record: Stored) => ColumnValue {
  const of = (record: Stored) => (record as Json)[member];
  if (isList && from === undefined) return (record) => listText(of(record) as readonly string[]);
  if (isList) return (record) => listText(textsIn(of(record) as readonly Json[], from as string));
  if (kind === 'date') {
    return (record) => {
      const date = of(record) as string | null;
      return date === null ? null : dayOf(date);
    };
  }
  if (from === undefined) return (record) => of(record) as ColumnValue;
  return (record) => ((of(record) as Json | null)?.[from] ?? null) as ColumnValue;
}

const textsIn = (entries: readonly Json[], from: string) => entries.flatMap((entry) => (entry[from] ?? []) as string);

function listText(texts: readonly string[]): string {
  return texts.length === 0 ? '[]' : JSON.stringify(texts);
}
