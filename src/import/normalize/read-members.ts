// Reads members of a record whose kind in the record table is sufficient to read them. The module of the record reads
// the other members.
import type { RecordOf } from '../../contract/import-records.ts';
import { isStored, type Member, type Members } from '../../contract/record-table/member.ts';
import { type ListName, listedValue } from '../../contract/vocabularies/values.ts';
import { idReader } from './external-ids.ts';
import { companyUrlOf, domainOf, headquartersOf, locationOf } from './identities.ts';
import { parseJobFunction, parseJobLevel } from './level-and-function.ts';
import {
  booleanOf,
  dateOf,
  integerOf,
  type KnownKeys,
  knownKeys,
  knownOf,
  linesOf,
  listedOf,
  noteUnknownKeys,
  objectsOf,
  type Scope,
  statedOf,
  textOf,
  textsOf,
  timestampOf,
} from './scope.ts';

type Reader = (scope: Scope, name: string) => unknown;

/** The members of a record that are read by their kind alone. */
type PlainMembers<Rows extends Members> = {
  readonly [Name in keyof RecordOf<Rows> as Rows[Name] extends { reader: 'own' } ? never : Name]: RecordOf<Rows>[Name];
};

/** The members that the module of the record reads. */
type OwnMembers<Rows extends Members> = Omit<RecordOf<Rows>, keyof PlainMembers<Rows>>;

/** Returns a function that reads the plain members of an object. */
export function plainReader<Rows extends Members>(rows: Rows): (scope: Scope) => PlainMembers<Rows> {
  const readers = readersOf(rows).filter(({ read }) => read !== null) as { name: string; read: Reader }[];
  return (scope) => {
    const members: Record<string, unknown> = {};
    for (const { name, read } of readers) members[name] = read(scope, name);
    return members as PlainMembers<Rows>;
  };
}

/**
 * Returns a function that reads the plain members of a record and adds the members that its module reads, in the order
 * of the table.
 */
export function recordReader<Rows extends Members>(
  rows: Rows,
): (scope: Scope, own: OwnMembers<Rows>) => RecordOf<Rows> {
  const readers = readersOf(rows);
  return (scope, own) => {
    const members: Record<string, unknown> = {};
    const given = own as Readonly<Record<string, unknown>>;
    for (const { name, read } of readers) members[name] = read === null ? given[name] : read(scope, name);
    return members as RecordOf<Rows>;
  };
}

function readersOf(rows: Members): { readonly name: string; readonly read: Reader | null }[] {
  return Object.entries(rows)
    .filter(([, row]) => isStored(row))
    .map(([name, row]) => ({ name, read: row.reader === 'own' ? null : readerOf(row) }));
}

/** The allowed keys of an object with these members. */
export function keysOf(...tables: readonly Members[]): KnownKeys {
  return knownKeys(tables.flatMap((rows) => Object.keys(rows)));
}

function readerOf(row: Member): Reader {
  switch (row.kind) {
    case 'profile':
      return companyUrlOf;
    case 'text':
      return statedOf;
    case 'ids':
      return idReader(row);
    case 'texts':
      return linesOf;
    case 'hostnames':
      return textsOf;
    case 'listed':
      return listReader(row);
    case 'hostname':
      return domainOf;
    case 'integer':
      return integerReader(row);
    case 'boolean':
      return booleanOf;
    case 'date':
    case 'day':
      return dateOf;
    case 'timestamp':
      return timestampOf;
    case 'place':
      return 'state' in (row.members ?? {}) ? headquartersOf : locationOf;
    case 'entries':
      return entriesReader(row.members ?? {});
    default:
      return textOf;
  }
}

/** Closed lists whose values sources express in other words. */
const PARSERS: Readonly<Partial<Record<ListName, (text: string) => string | null>>> = {
  job_level: parseJobLevel,
  job_function: parseJobFunction,
};

function listReader({ list, open }: Member): Reader {
  const name = list as ListName;
  const parse = PARSERS[name] ?? ((text: string) => listedValue(name, text));
  if (open !== true) return (scope, field) => listedOf(scope, field, parse);
  return (scope, field) => knownOf(scope, field, (text) => listedValue(name, text));
}

function integerReader({ min = 0, max = Number.MAX_SAFE_INTEGER }: Member): Reader {
  const bounds = { min, max };
  return (scope, field) => integerOf(scope, field, bounds);
}

function entriesReader(rows: Members): Reader {
  const keys = keysOf(rows);
  const read = plainReader(rows);
  return (scope, field) => {
    const entries = objectsOf(scope, field).map((entry) => {
      noteUnknownKeys(entry, keys);
      return read(entry);
    });
    return entries.filter((entry) => Object.values(entry).some((value) => value !== null));
  };
}
