// A catalog that is opened for writing, as its books use it. Implementations: sqlite/, postgres/.
import type { DeferrableIndexes } from './deferrable-indexes.ts';
import type { Sql } from './sql.ts';

/** Exclusive mode, in which a store writes faster while nothing else has it open. */
export interface ExclusiveMode {
  readonly isHeld: boolean;
  /** Does nothing if it cannot be had. */
  begin(): void;
  end(): void;
}

export interface CatalogStore {
  readonly sql: Sql;
  readonly indexes: DeferrableIndexes;
  readonly exclusiveMode: ExclusiveMode;
  /** Executes the work as the only writer, in one transaction: nothing is written if it throws. */
  transact<Result>(work: () => Result): Result;
  /** Makes the rows of a finished run durable. */
  checkpoint(): void;
  /**
   * Every column that contains one of the texts, with the number of rows, of all tables but that of compressed texts
   * (text-traces.ts). Reads everything.
   */
  traces(texts: readonly string[]): { place: string; rows: number }[];
  /** See CatalogKeeper. */
  scrub(isThorough: boolean): void;
  close(): void;
}
