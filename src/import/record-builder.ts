// The records of an import in batches, and the interface of the builders that produce them from rows.
import type { PackedPeople } from '../catalog/packed-people.ts';
import type { CompanyRecord, OpeningRecord } from '../contract/import-records.ts';
import type { Reject, Scope } from './normalize/scope.ts';

/** The records of one batch. */
export type ImportRecords =
  | { readonly kind: 'companies'; readonly companies: readonly CompanyRecord[] }
  | { readonly kind: 'people'; readonly people: PackedPeople }
  | { readonly kind: 'jobs'; readonly openings: readonly OpeningRecord[] };

/** Builds the records of one run from its rows. */
export interface RecordBuilder<Records = ImportRecords> {
  /** Whether the builder must receive every row of the run in order, including rows that are already written. */
  readonly isCounting: boolean;
  /** Adds the record of a row to the current batch, or returns the reason why there is none. */
  add(row: Scope): Reject | null;
  /** Counts a row that is already written. */
  pass(row: Scope): void;
  /** The records since the last call. */
  take(): Records;
  /** Returns written records to the builder, so that it can reuse their memory. */
  giveBack(records: Records): void;
}
