// The records that changed since an edition was built, as its deltas and its parts are brought up to date by them.
import type { RecordDocuments } from '../../contract/documents.ts';

/** Records by catalog id. */
export interface IdsBySpace {
  readonly companies: readonly number[];
  readonly people: readonly number[];
  readonly jobs: readonly number[];
}

/** The records that changed, were added or removed since; it may contain others. */
export interface RecordChanges extends IdsBySpace {
  /** Names of employers that refer to another company than before; null for none. */
  readonly employers: readonly {
    readonly employerId: number;
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

/** One consistent state of the catalog. */
export interface RecordsById {
  /** The current records of these ids, by id; those that are removed or hidden are missing. */
  documentsOf(ids: IdsBySpace): RecordDocuments;
}

export interface ChangedCatalog extends RecordsById {
  readonly changed: RecordChanges;
}
