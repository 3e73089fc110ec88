// The one place where the three kinds of import differ: how a row becomes a record, and how records are written.
import type { Batch, CatalogWriter, ImportRun } from '../catalog/writer-port.ts';
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import type { ImportKind } from './map/import-fields.ts';
import { normaliseCompany } from './normalise/company.ts';
import { normaliseOpening } from './normalise/opening.ts';
import { normalisePerson } from './normalise/person.ts';
import { isReject, type Reject, type Scope, textOf } from './normalise/scope.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';

export type ImportRecord = CompanyRecord | PersonRecord | OpeningRecord;
export type Normaliser = (row: Scope) => ImportRecord | Reject;

interface NormaliserContext {
  /** Source of openings that name none. */
  readonly source: string;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
}

/** The normaliser of one run. That of jobs counts: it must see every row of the run, in order. */
export function normaliserOf(kind: ImportKind, context: NormaliserContext): Normaliser {
  if (kind === 'companies') return (row) => normaliseCompany(row, context);
  if (kind === 'people') return (row) => normalisePerson(row, context);
  const occurrences = new OccurrenceCounter();
  return (row) => {
    const opening = normaliseOpening(row, context);
    if (isReject(opening)) return opening;
    const id = textOf(row, 'id');
    if (id !== null && occurrences.repeatsId(opening.source, id)) {
      return { field: 'id', reason: 'an earlier row has the same id: one opening counts once', value: id };
    }
    return occurrences.number(opening);
  };
}

/** Writes records, of the run's kind, and the state of the run as one. */
export async function writeRecords(writer: CatalogWriter, run: ImportRun, batch: Batch<ImportRecord>): Promise<void> {
  if (run.kind === 'companies') await writer.writeCompanies(run, batch as Batch<CompanyRecord>);
  else if (run.kind === 'people') await writer.writePeople(run, batch as Batch<PersonRecord>);
  else await writer.writeOpenings(run, batch as Batch<OpeningRecord>);
}
