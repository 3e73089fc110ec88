// The differences between the three kinds of import: how a row becomes a record, and how records are written.

import { buffersOf, PeoplePacker, unpackPeople } from '../catalog/packed-people.ts';
import type { Batch, CatalogWriter, ImportRun } from '../catalog/writer-port.ts';
import type { CompanyRecord, OpeningRecord } from '../contract/import-records.ts';
import { bareNameKey } from './ambiguous-identities.ts';
import type { ImportKind } from './map/import-fields.ts';
import { normalizeCompany } from './normalize/company.ts';
import { normalizeOpening } from './normalize/opening.ts';
import { normalizePerson } from './normalize/person.ts';
import { isReject, type Reject, type Scope, textOf } from './normalize/scope.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';
import type { ImportRecords, RecordBuilder } from './record-builder.ts';

interface BuilderContext {
  /** Source of openings that name none. */
  readonly source: string;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** The country of places without one, ISO alpha-2; null for none. */
  readonly country?: string | null;
  /** Names (bareNameKey) that do not identify a company. */
  readonly commonNames: ReadonlySet<string>;
}

/** Buffers of the records that a message transfers instead of copying. */
export function transferOf(records: ImportRecords): ArrayBuffer[] {
  return records.kind === 'people' ? buffersOf(records.people) : [];
}

/** Creates the record builder of one run. */
export function recordBuilder(kind: ImportKind, context: BuilderContext): RecordBuilder {
  if (kind === 'people') return personBuilder(context);
  if (kind === 'jobs') {
    const normalize = openingNormalizer(context);
    return { isCounting: true, ...listBuilder(normalize, (openings) => ({ kind, openings })) };
  }
  const normalize = companyNormalizer(context);
  return {
    isCounting: context.commonNames.size > 0,
    ...listBuilder(normalize, (companies) => ({ kind, companies })),
  };
}

type Normalizer<Normalized> = (row: Scope) => Normalized | Reject;

function listBuilder<Normalized extends object>(
  normalize: Normalizer<Normalized>,
  recordsOf: (list: readonly Normalized[]) => ImportRecords,
) {
  let list: Normalized[] = [];
  return {
    add: (row: Scope) => {
      const record = normalize(row);
      if (isReject(record)) return record;
      list.push(record);
      return null;
    },
    pass: (row: Scope) => void normalize(row),
    take: () => {
      const records = recordsOf(list);
      list = [];
      return records;
    },
    giveBack: () => {},
  };
}

function personBuilder(context: BuilderContext): RecordBuilder {
  const packer = new PeoplePacker();
  return {
    isCounting: false,
    add: (row) => {
      const person = normalizePerson(row, context);
      if (isReject(person)) return person;
      packer.add(person);
      return null;
    },
    pass: () => {},
    take: () => ({ kind: 'people', people: packer.take() }),
    giveBack: (records) => {
      if (records.kind === 'people') packer.giveBack(records.people);
    },
  };
}

/** Accepts only the first of the companies that have only a common name: the others would be merged with it. */
function companyNormalizer(context: BuilderContext): Normalizer<CompanyRecord> {
  const named = new Set<string>();
  return (row) => {
    const company = normalizeCompany(row, context);
    const key = isReject(company) ? null : bareNameKey(company);
    if (isReject(company) || key === null) return company;
    if (!context.commonNames.has(key) || !named.has(key)) {
      named.add(key);
      return company;
    }
    const reason = 'many rows have this name, without profile URL or domain: only the first one is imported';
    return { field: 'name', reason, value: company.name, isDuplicate: true };
  };
}

function openingNormalizer(context: BuilderContext): Normalizer<OpeningRecord> {
  const occurrences = new OccurrenceCounter();
  return (row) => {
    const opening = normalizeOpening(row, context);
    if (isReject(opening)) return opening;
    const id = textOf(row, 'id');
    if (id !== null && occurrences.repeatsId(opening.source, id)) {
      const reason = 'an earlier row has the same id: each opening is imported once';
      return { field: 'id', reason, value: id, isDuplicate: true };
    }
    return occurrences.number(opening);
  };
}

/** Writes records of the run's kind and the state of the run in one transaction. */
export async function writeRecords(
  writer: CatalogWriter,
  run: ImportRun,
  { records, ...batch }: Omit<Batch<never>, 'records'> & { readonly records: ImportRecords },
): Promise<void> {
  if (records.kind === 'companies') await writer.writeCompanies(run, { ...batch, records: records.companies });
  else if (records.kind === 'people')
    await writer.writePeople(run, { ...batch, records: unpackPeople(records.people) });
  else await writer.writeOpenings(run, { ...batch, records: records.openings });
}
