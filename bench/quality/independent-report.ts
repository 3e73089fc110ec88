// The decisions on the independent cases as Markdown: figures of both kinds, and each pair that is decided wrongly.

import { type ImportedTruth, importTruth, type TruthKind } from './import-truth.ts';
import { type IndependentSet, independentSet } from './independent.ts';
import { clusters, type JudgedPair, judge, pairwise, type Share, wilson } from './measures.ts';
import { type Half, shuffled, type TruthPair } from './truth.ts';

interface Outcome {
  readonly kind: TruthKind;
  readonly set: IndependentSet;
  readonly imported: ImportedTruth;
  /** Pairs with another decision after rows and files were reordered. */
  readonly moved: number;
}

export async function independentReport(half: Half | 'both', seed: number): Promise<string> {
  const outcomes: Outcome[] = [];
  for (const kind of ['companies', 'people'] as const) {
    const set = independentSet(kind, half);
    const imported = await importTruth(kind, set.rows);
    const again = await importTruth(kind, shuffled(set.rows, seed), ['second', 'first']);
    const all = { rows: set.rows, pairs: [...set.pairs, ...set.undecided] };
    const [before, after] = [judge(all, imported.recordOf), judge(all, again.recordOf)];
    const moved = before.filter(({ isMatched }, index) => isMatched !== after[index]?.isMatched).length;
    outcomes.push({ kind, set, imported, moved });
  }
  const wrong = outcomes.flatMap(wrongLines);
  const listed = wrong.length === 0 ? [] : ['', '| of | case | label | decided |', '|---|---|---|---|', ...wrong];
  return [...figures(outcomes), ...listed].join('\n');
}

function figures(outcomes: readonly Outcome[]): string[] {
  const of = outcomes.map((outcome) => ({ ...outcome, judged: judge(outcome.set, outcome.imported.recordOf) }));
  const undecided = outcomes.map(({ set, imported }) =>
    judge({ rows: set.rows, pairs: set.undecided }, imported.recordOf).map((pair) => ({
      ...pair,
      isReviewed: isReviewed(pair, imported),
    })),
  );
  const line = (name: string, cells: readonly (string | number)[]) => `| ${name} | ${cells.join(' | ')} |`;
  const missed = of.map(({ judged, imported }) =>
    judged.filter((pair) => pair.isSame && !pair.isMatched).map((pair) => isReviewed(pair, imported)),
  );
  return [
    line(
      'measure',
      of.map(({ kind }) => kind),
    ),
    '|---|---:|---:|',
    line(
      'true pairs, near misses, undecided pairs',
      of.map(({ set, judged }) => {
        const same = judged.filter(({ isSame }) => isSame).length;
        return `${same}, ${judged.length - same}, ${set.undecided.length}`;
      }),
    ),
    line(
      'precision of labelled pairs',
      of.map(({ judged }) => shown(pairwise(judged).precision)),
    ),
    line(
      'recall of labelled pairs',
      of.map(({ judged }) => shown(pairwise(judged).recall)),
    ),
    line(
      'recall with reviews',
      of.map(({ judged }, index) => {
        const { hits, of: all } = pairwise(judged).recall;
        return shown({ hits: hits + (missed[index]?.filter(Boolean).length ?? 0), of: all });
      }),
    ),
    line(
      'wrong merges of rows of two families',
      of.map(({ set, imported }) => acrossFamilies(set, imported)),
    ),
    line(
      'undecided pairs: merged, in review, apart',
      undecided.map((pairs) => {
        const merged = pairs.filter(({ isMatched }) => isMatched).length;
        const reviewed = pairs.filter((pair) => !pair.isMatched && pair.isReviewed).length;
        return `${merged}, ${reviewed}, ${pairs.length - merged - reviewed}`;
      }),
    ),
    line(
      'near misses in review',
      of.map(
        ({ judged, imported }) =>
          judged.filter((pair) => !pair.isSame && !pair.isMatched && isReviewed(pair, imported)).length,
      ),
    ),
    line(
      'pairs decided otherwise in another order',
      of.map(({ moved }) => moved),
    ),
  ];
}

const isReviewed = ({ a, b }: TruthPair, { recordOf, reviewed }: ImportedTruth): boolean => {
  const [one, other] = [recordOf.get(a), recordOf.get(b)];
  return reviewed.some(([x, y]) => (x === one && y === other) || (x === other && y === one));
};

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function shown(share: Share): string {
  const [low, high] = wilson(share);
  return `${percent(share.hits / share.of)} (${percent(low)}-${percent(high)}) of ${share.of}`;
}

const familyOf = (id: string) => id.slice(0, id.lastIndexOf(' '));

function acrossFamilies({ rows }: IndependentSet, { recordOf }: ImportedTruth): number {
  return clusters(rows, recordOf).wrong.filter(([a, b]) => familyOf(a) !== familyOf(b)).length;
}

function wrongLines({ kind, set, imported }: Outcome): string[] {
  const pairs: JudgedPair[] = [...set.pairs, ...set.undecided.map((pair) => ({ ...pair, isSame: false }))].map(
    (pair) => ({ ...pair, isMatched: imported.recordOf.get(pair.a) === imported.recordOf.get(pair.b) }),
  );
  const wrong = pairs.filter(({ isSame, isMatched }) => isSame !== isMatched);
  const lineOf = (pair: JudgedPair) => {
    const isUndecided = set.undecided.some(({ a, b }) => a === pair.a && b === pair.b);
    const found = pair.isMatched ? 'merged' : isReviewed(pair, imported) ? 'in review' : 'apart';
    const label = isUndecided ? 'undecided' : pair.isSame ? 'one record' : 'two records';
    return `| ${kind} | ${pair.kind}: ${set.reasons.get(pair.a)} | ${label} | ${found} |`;
  };
  return wrong.map(lineOf);
}
