// What the books of companies and of people have in common: records made of rows.
import type { RecordKind } from '../keeper-port.ts';
import type { KeptRow } from './source-rows.ts';
import type { Separations } from './split-constraints.ts';

export interface RecordBook<Stored> {
  readonly kind: RecordKind;
  readonly separations: Separations;
  idOf(slug: string): number | null;
  slugOf(id: number): string | null;
  recordOf(id: number): Stored;
  /** In the order in which they came. */
  rowsOf(id: number): KeptRow<Stored>[];
  /** Makes the record of these rows alone, or takes it away where there is none; true where it changes with it. */
  rewrite(id: number, rows: readonly KeptRow<Stored>[]): boolean;
  createFrom(rows: readonly KeptRow<Stored>[]): number;
  /** Whether two rows of one record speak of the same by themselves. */
  areLinked(a: Stored, b: Stored): boolean;
}
