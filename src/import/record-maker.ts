// Records of an import in batches, and the interface that makes them from rows.
import type { PackedPeople } from '../catalog/packed-people.ts';
import type { CompanyRecord, OpeningRecord } from '../contract/import-records.ts';
import type { Reject, Scope } from './normalise/scope.ts';

/** The records of one batch. */
export type ImportRecords =
  | { readonly kind: 'companies'; readonly companies: readonly CompanyRecord[] }
  | { readonly kind: 'people'; readonly people: PackedPeople }
  | { readonly kind: 'jobs'; readonly openings: readonly OpeningRecord[] };

/** Makes the records of one run from its rows. */
export interface RecordMaker<Records = ImportRecords> {
  /** Whether it must see every row of the run, in order, those that are written already too. */
  readonly isCounting: boolean;
  /** Adds the record of a row to the batch under way, or answers why it has none. */
  add(row: Scope): Reject | null;
  /** Sees a row that is written already. */
  pass(row: Scope): void;
  /** The records since the last call. */
  take(): Records;
  /** Takes back records that are written, for the room that they take. */
  giveBack(records: Records): void;
}
