// A catalog that is open for writing, with the interface that its repositories use. Implementations: sqlite/,
// postgres/.
import type { DeferrableIndexes } from './deferrable-indexes.ts';
import type { Sql } from './sql.ts';

/** Exclusive mode, in which a store writes faster because no other connection has it open. */
export interface ExclusiveMode {
  readonly isHeld: boolean;
  /** Does nothing if exclusive mode is not available. */
  begin(): void;
  end(): void;
}

export interface CatalogStore {
  readonly sql: Sql;
  readonly indexes: DeferrableIndexes;
  readonly exclusiveMode: ExclusiveMode;
  /** Executes the work in one transaction, as the only writer. Nothing is written if it throws. */
  transact<Result>(work: () => Result): Result;
  /** Executes work that only reads, in one snapshot. Does not wait for a writer. */
  read<Result>(work: () => Result): Result;
  /** Makes the rows of a finished run durable. */
  checkpoint(): void;
  /**
   * Every column that contains one of the texts, with the number of rows, in all tables except the table of compressed
   * texts (text-traces.ts). Reads everything.
   */
  traces(texts: readonly string[]): { place: string; rows: number }[];
  /** See CatalogAdmin. */
  scrub(isThorough: boolean): void;
  close(): void;
}
