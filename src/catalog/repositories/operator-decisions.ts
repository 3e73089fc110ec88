// The decisions of operators over the records of one kind: verdicts, by the keys of rows, and split constraints.
import type { KindTypes, RowVerdict } from '../matching/decide-row.ts';
import type { SourceRow } from '../matching/source-row.ts';
import type { SplitConstraints } from '../tables/split-constraints.ts';
import { DETAIL, type VerdictKeys, type Verdicts, verdictKeysOf } from '../tables/verdicts.ts';
import type { KindStore } from './kind-store.ts';

interface Records<Stored> {
  readonly verdicts: Verdicts;
  readonly constraints: SplitConstraints;
  recordOf(id: number): Stored;
  rowsOf(id: number): readonly SourceRow<Stored>[];
  /** The records with several rows, one of which has this key. */
  recordsOfKey(rowKey: string): readonly number[];
}

export class OperatorDecisions<Kind extends KindTypes> {
  readonly #store: KindStore<Kind>;
  readonly #records: Records<Kind['stored']>;

  constructor(store: KindStore<Kind>, records: Records<Kind['stored']>) {
    this.#store = store;
    this.#records = records;
  }

  /** The keys of a record and of its rows in verdicts. */
  keysOf(id: number): VerdictKeys {
    const { recordOf, rowsOf } = this.#records;
    return verdictKeysOf([recordOf(id), ...rowsOf(id).map(({ record }) => record)], this.#store);
  }

  /** The keys of rows in verdicts. */
  keysOfRows(rows: readonly SourceRow<Kind['stored']>[]): VerdictKeys {
    return verdictKeysOf(
      rows.map(({ record }) => record),
      this.#store,
    );
  }

  /** The records that have a row with a verdict key. */
  holdersOf(key: string): number[] {
    const [plain = key] = key.split(DETAIL, 1);
    const byKey = this.#store.byVerdictKey(plain).map(({ id }) => id);
    return [...new Set([...this.#records.recordsOfKey(plain), ...byKey])].filter((id) => {
      const { plain: own, detailed } = this.keysOf(id);
      return own.includes(key) || detailed.includes(key);
    });
  }

  /** The verdicts over a row. */
  over(row: Kind['stored']): readonly RowVerdict[] {
    return this.#of(verdictKeysOf([row], this.#store));
  }

  /** Whether there is a verdict over two records. */
  areDecided(one: number, other: number): boolean {
    const { verdicts } = this.#records;
    return !verdicts.areNone && verdicts.areDecided(this.keysOf(one), this.keysOf(other));
  }

  /** The records that are never merged with this one, because of a split or a verdict. */
  apartFrom(id: number): readonly number[] {
    const { verdicts, constraints } = this.#records;
    const split = constraints.apartFrom(id);
    if (verdicts.areNone) return split;
    const ruled = this.#of(this.keysOf(id)).filter((ruling) => !ruling.isSame && ruling.id !== id);
    return [...split, ...ruled.map((ruling) => ruling.id)];
  }

  #of({ plain, detailed }: VerdictKeys): RowVerdict[] {
    return [...plain, ...detailed].flatMap((own) =>
      this.#records.verdicts.of(own).flatMap(({ key, isSame }) => this.holdersOf(key).map((id) => ({ id, isSame }))),
    );
  }
}
