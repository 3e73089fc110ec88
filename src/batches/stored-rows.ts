// Stored rows that belong to no batch yet.
import type { BatchFormat } from '../contract/resources/batches.ts';
import type { RowSource } from './row-source.ts';

export interface StoredRows {
  /** The id of the batch that these rows will become. */
  readonly id: string;
  readonly source: RowSource;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly format: BatchFormat;
  /** SHA-256 of the rows, hex. */
  readonly hash: string;
  /** The name of the uploaded file; null if there is none. */
  readonly name: string | null;
}
