// The one place where the three kinds of import differ: how a row becomes a record, and how records are written.

import { type PreparedPerson, preparePerson } from '../catalog/prepare-person.ts';
import type { Batch, CatalogWriter, ImportRun } from '../catalog/writer-port.ts';
import type { CompanyRecord, OpeningRecord } from '../contract/import-records.ts';
import type { ImportKind } from './map/import-fields.ts';
import { normaliseCompany } from './normalise/company.ts';
import { normaliseOpening } from './normalise/opening.ts';
import { normalisePerson } from './normalise/person.ts';
import { isReject, type Reject, type Scope, textOf } from './normalise/scope.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';
import { bareNameKey } from './survey-companies.ts';

/** What is written: people as they are stored. */
export type ImportRecord = CompanyRecord | PreparedPerson | OpeningRecord;
export type Normaliser = (row: Scope) => ImportRecord | Reject;

interface NormaliserContext {
  /** Source of openings that name none. */
  readonly source: string;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
  /** Names (bareNameKey) that do not tell companies apart. */
  readonly commonNames: ReadonlySet<string>;
}

export interface RunNormaliser {
  readonly normalise: Normaliser;
  /** Whether it must see every row of the run, in order, those that are written already too. */
  readonly isCounting: boolean;
}

/** The normaliser of one run. */
export function normaliserOf(kind: ImportKind, context: NormaliserContext): RunNormaliser {
  if (kind === 'people') return { normalise: personNormaliser(context), isCounting: false };
  if (kind === 'jobs') return { normalise: openingNormaliser(context), isCounting: true };
  return { normalise: companyNormaliser(context), isCounting: context.commonNames.size > 0 };
}

function personNormaliser(context: NormaliserContext): Normaliser {
  return (row) => {
    const person = normalisePerson(row, context);
    return isReject(person) ? person : preparePerson(person);
  };
}

/** Of the companies that only a common name tells apart the first of each name counts: the others would be glued to it. */
function companyNormaliser(context: NormaliserContext): Normaliser {
  const named = new Set<string>();
  return (row) => {
    const company = normaliseCompany(row, context);
    const key = isReject(company) ? null : bareNameKey(company);
    if (isReject(company) || key === null) return company;
    if (!context.commonNames.has(key) || !named.has(key)) {
      named.add(key);
      return company;
    }
    const reason =
      'many rows have this name and neither profile URL nor domain to tell them apart: only the first counts';
    return { field: 'name', reason, value: company.name };
  };
}

function openingNormaliser(context: NormaliserContext): Normaliser {
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
  else if (run.kind === 'people') await writer.writePeople(run, batch as Batch<PreparedPerson>);
  else await writer.writeOpenings(run, batch as Batch<OpeningRecord>);
}
