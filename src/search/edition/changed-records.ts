// The changes of records since an edition was built. Deltas are built from them, and the parts of a base are rebuilt.
import type { RecordDocuments } from '../../contract/documents.ts';

/** Records by catalog id. */
export interface IdsBySpace {
  readonly companies: readonly number[];
  readonly people: readonly number[];
  readonly jobs: readonly number[];
}

/** The records that were changed, added or removed since. May contain other records. */
export interface RecordChanges extends IdsBySpace {
  /** Employer names that now refer to another company; null for no company. */
  readonly employers: readonly {
    readonly employerId: number;
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

/** One consistent state of the catalog. */
export interface RecordsById {
  /** The current records with these ids, ordered by id. Removed and hidden records are omitted. */
  documentsOf(ids: IdsBySpace): RecordDocuments;
}

export interface ChangedCatalog extends RecordsById {
  readonly changed: RecordChanges;
}
