// People who are in several parts of a base. Each person counts once over all parts, at the first match.
import { atOnce, type Work } from '../../../ops/scheduling/work.ts';
import type { Query } from '../../query.ts';
import { isMatched, type MatchedBlock } from '../columns/repeats.ts';
import type { Edition } from '../edition.ts';
import type { Hidden } from '../hidden.ts';
import { EarlierMatches } from '../parts/earlier-matches.ts';
import type { PartRepeats, PartTest } from '../parts/part-repeats.ts';
import { countMembers } from '../query/count-members.ts';
import { cacheResult, type ResultsByHidden, resultName, resultsFor } from '../results-by-hidden.ts';
import type { DocSet } from '../sets/doc-set.ts';
import { MemoizedSet } from '../sets/memoized-set.ts';

/** The label of a match in one column; null if it has none. */
export type LabelAt = (part: number, doc: number) => string | null;

interface Parts {
  readonly editions: readonly Edition[];
  readonly repeats: PartRepeats;
  /** The hidden content of one layer. */
  readonly hiddenIn: (layer: number, hidden: Hidden) => Hidden;
}

export class JointPeople {
  readonly #parts: Parts;
  readonly #knownCounts: ResultsByHidden<string, number> = new WeakMap();

  /** `editions`: all layers; the parts are the first ones. */
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get #count(): number {
    return this.#parts.repeats.partCount;
  }

  /**
   * The matches of a query on people in the parts before a part; undefined for the first part, for deltas and for other
   * queries.
   */
  earlier(query: Query, layer: number, hidden: Hidden): EarlierMatches | undefined {
    const { repeats, editions, hiddenIn } = this.#parts;
    if (query.space !== 'people' || layer === 0 || layer >= this.#count) return undefined;
    return new EarlierMatches(repeats, layer, (part) => editions[part]!.docsOf(query, hiddenIn(part, hidden)));
  }

  /** The number of people who match a query, over all parts. */
  *count(query: Query, hidden: Hidden): Work<number> {
    const known = resultsFor(this.#knownCounts, hidden);
    const name = resultName(query);
    let count = known.get(name);
    if (count === undefined) {
      count = 0;
      const { editions, repeats, hiddenIn } = this.#parts;
      const matched: MatchedBlock[][] = [];
      const isMatchedIn: PartTest = (part, doc) => isMatched(matched[part]!, doc, editions[part]!.index.blocks.people);
      for (let part = 0; part < this.#count; part++) {
        const { index } = editions[part]!;
        const set = yield* editions[part]!.docsOf(query, hiddenIn(part, hidden));
        const found: MatchedBlock[] = [];
        matched.push(found);
        count += yield* countMembers(set, { space: 'people', index }, found);
        count -= yield* repeats.countMatched(part, found, isMatchedIn);
      }
    }
    cacheResult(known, [name, count]);
    return count;
  }

  /** The number of people who match a query in a part and in no earlier part. */
  *countNew(query: Query, part: number, hidden: Hidden): Work<number> {
    const { editions, repeats, hiddenIn } = this.#parts;
    const { index } = editions[part]!;
    const set = yield* editions[part]!.docsOf(query, hiddenIn(part, hidden));
    const found: MatchedBlock[] = [];
    const count = yield* countMembers(set, { space: 'people', index }, found);
    const sets = new Map<number, DocSet>();
    const isMatchedIn: PartTest = (other, doc) => {
      const known = sets.get(other) ?? atOnce(editions[other]!.docsOf(query, hiddenIn(other, hidden)));
      sets.set(other, known);
      return known.has(doc);
    };
    return count - (yield* repeats.countMatched(part, found, isMatchedIn));
  }

  /** For each column, by label, the number of people whom a sum over the parts counts too often; see `PartRepeats`. */
  *repeatedLabels(
    query: Query,
    columns: readonly LabelAt[],
    hidden: Hidden,
  ): Work<readonly ReadonlyMap<string, number>[]> {
    const { editions, repeats, hiddenIn } = this.#parts;
    if (query.space !== 'people' || this.#count === 1) return [];
    const sets: MemoizedSet[] = [];
    for (let part = 0; part < this.#count; part++) {
      const set = yield* editions[part]!.docsOf(query, hiddenIn(part, hidden));
      sets.push(new MemoizedSet(editions[part]!.index.blocks.people, set));
    }
    return yield* repeats.repeatedLabels(columns, (part, doc) => sets[part]!.has(doc));
  }

  /** The same as `repeatedLabels`, for one column. */
  *repeatedLabel(query: Query, labelAt: LabelAt, hidden: Hidden): Work<ReadonlyMap<string, number>> {
    const [repeated = new Map()] = yield* this.repeatedLabels(query, [labelAt], hidden);
    return repeated;
  }
}
