// Precision and recall of an assignment of rows to records: by labelled pair with Wilson intervals, over all pairs of
// rows in one record, and by row (B-cubed).
import type { TruthRow, TruthSet } from './truth.ts';

export interface Share {
  readonly hits: number;
  readonly of: number;
}

const Z_95 = 1.959964;

/** The 95% Wilson interval of a share. */
export function wilson({ hits, of }: Share): readonly [low: number, high: number] {
  if (of === 0) return [0, 1];
  const share = hits / of;
  const spread = Z_95 ** 2 / of;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z_95 / (1 + spread)) * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The decision on a labelled pair. */
export interface JudgedPair {
  readonly kind: string;
  readonly isSame: boolean;
  readonly isMatched: boolean;
  readonly a: string;
  readonly b: string;
}

export function judge({ pairs }: TruthSet, recordOf: ReadonlyMap<string, string>): JudgedPair[] {
  return pairs.map((pair) => ({ ...pair, isMatched: recordOf.get(pair.a) === recordOf.get(pair.b) }));
}

/** Precision and recall of the labelled pairs. */
export function pairwise(pairs: readonly JudgedPair[]): { readonly precision: Share; readonly recall: Share } {
  const matched = pairs.filter(({ isMatched }) => isMatched);
  const same = pairs.filter(({ isSame }) => isSame);
  return {
    precision: { hits: matched.filter(({ isSame }) => isSame).length, of: matched.length },
    recall: { hits: same.filter(({ isMatched }) => isMatched).length, of: same.length },
  };
}

/** Right decisions by kind, in the order of the kinds. */
export function byKind(
  pairs: readonly JudgedPair[],
): { readonly kind: string; readonly isSame: boolean; readonly right: Share }[] {
  return [...Map.groupBy(pairs, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    isSame: ofKind[0]?.isSame ?? false,
    right: { hits: ofKind.filter(({ isSame, isMatched }) => isSame === isMatched).length, of: ofKind.length },
  }));
}

interface Clusters {
  /** Among all pairs of rows in one record, labelled or not: the pairs of one entity. */
  readonly precision: Share;
  readonly bCubedPrecision: number;
  readonly bCubedRecall: number;
  /** Pairs of rows of different entities in one record. */
  readonly wrong: readonly (readonly [string, string])[];
}

export function clusters(rows: readonly TruthRow[], recordOf: ReadonlyMap<string, string>): Clusters {
  const keyed = rows.map((row) => ({ ...row, record: recordOf.get(row.id) ?? row.id }));
  const byRecord = Map.groupBy(keyed, ({ record }) => record);
  const byEntity = Map.groupBy(keyed, ({ entity }) => entity);
  let [hits, of, precision, recall] = [0, 0, 0, 0];
  const wrong: [string, string][] = [];
  for (const row of keyed) {
    const mates = byRecord.get(row.record) ?? [];
    const right = mates.filter(({ entity }) => entity === row.entity).length;
    precision += right / mates.length;
    recall += right / (byEntity.get(row.entity)?.length ?? 1);
    for (const mate of mates) {
      if (mate.id <= row.id) continue;
      of += 1;
      if (mate.entity === row.entity) hits += 1;
      else wrong.push([row.id, mate.id]);
    }
  }
  return {
    precision: { hits, of },
    bCubedPrecision: precision / keyed.length,
    bCubedRecall: recall / keyed.length,
    wrong,
  };
}
