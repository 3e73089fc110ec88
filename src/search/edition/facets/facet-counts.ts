// Counts the matches of each value of several columns in one pass over the documents of a query. facet-groups.ts maps
// codes to shown values; repeats.ts finds people with several positions.

import type { Facet } from '../../../contract/facets.ts';
import type { Space } from '../../../contract/fields.ts';
import { industryKey } from '../../../contract/vocabularies/values.ts';
import type { Work } from '../../../ops/scheduling/work.ts';
import type { EmployerFinder } from '../columns/employer-finder.ts';
import type { EditionIndex } from '../edition-index.ts';
import { nextBit, popcountIn } from '../sets/bits.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { Ownership } from '../sets/ownership.ts';
import { sorted } from '../sorting.ts';
import { type CodeColumn, type CodeGroups, industryLabels } from './facet-groups.ts';
import { type BlockBits, countCodes } from './value-counts.ts';

/** One value and the number of matching companies, people or job rows that have it. */
export interface FacetRow {
  readonly value: string;
  readonly count: number;
}

/** A column to be counted. */
export interface CountedColumn {
  /** The documents that the column belongs to: the documents of the query, or their employers. */
  readonly side: 'own' | 'employer';
  readonly column: CodeColumn;
  readonly groups: CodeGroups;
}

/**
 * For each column, its values with counts above 0, by descending count, then by the UTF-16 code units of the value. A
 * person with several matching positions counts once for each distinct value of these positions. Yields between columns
 * and blocks.
 */
export function* countColumns(
  { space, set }: { readonly space: Space; readonly set: DocSet },
  columns: readonly CountedColumn[],
  { index, employers }: { readonly index: EditionIndex; readonly employers: () => EmployerFinder },
): Work<FacetRow[][]> {
  const blocks = index.blocks[space];
  const tallies = columns.map((column) => new Tally(column));
  const own = countsByColumn(tallies, 'own');
  const ofEmployers = countsByColumn(tallies, 'employer');
  const staff =
    space === 'companies' || ofEmployers.length === 0 ? null : new EmployerCounts(index.ownership(space), ofEmployers);
  const repeats = space === 'people' ? new RepeatDeduction(tallies, index, employers) : null;
  for (let block = set.nextBlock(0); block < blocks.count; block = set.nextBlock(block + 1)) {
    const bits = blocks.newBits();
    for (const span of blocks.steps(block)) {
      set.addTo(span, bits);
      yield;
    }
    const matches = { blocks, block, bits };
    for (const { column, counts } of own) {
      countCodes(matches, column, counts);
      yield;
    }
    staff?.count(matches);
    yield;
    repeats?.deduct(matches);
    yield;
  }
  const rows: FacetRow[][] = [];
  for (const tally of tallies) rows.push(yield* sorted(tally.rows(), byCount));
  return rows;
}

/**
 * Maps a value of a facet to the label that all layers share. `industries`: the industries that occur, in text order.
 */
export function jointLabels({ list }: Facet, industries: readonly string[]): (value: string) => string {
  const labels = list === 'industry' ? industryLabels(industries) : null;
  return (value) => labels?.get(industryKey(value)) ?? value;
}

interface SumOptions {
  readonly labelOf: (value: string) => string;
  /** By label, the number of times that the sum over the layers counts a person again; by default none. */
  readonly repeated?: ReadonlyMap<string, number> | undefined;
}

/** Sums the rows of a facet over several layers. */
export function* sumRows(
  layers: readonly (readonly FacetRow[])[],
  { labelOf, repeated }: SumOptions,
): Work<FacetRow[]> {
  const counts = new Map<string, number>();
  for (const { value, count } of layers.flat()) {
    const label = labelOf(value);
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  for (const [label, count] of repeated ?? []) counts.set(label, (counts.get(label) ?? 0) - count);
  return yield* sorted(
    Array.from(counts, ([value, count]) => ({ value, count })),
    byCount,
  );
}

function byCount(left: FacetRow, right: FacetRow): number {
  return right.count - left.count || (left.value < right.value ? -1 : 1);
}

interface ColumnCounts {
  readonly column: CodeColumn;
  /** The counts by code. */
  readonly counts: Uint32Array;
}

/** Counts a column once if several tallies of one side read it. */
function countsByColumn(tallies: readonly Tally[], side: CountedColumn['side']): ColumnCounts[] {
  const ofSide = tallies.filter((tally) => tally.counted.side === side);
  return [...Map.groupBy(ofSide, (tally) => tally.counted.column)].map(([column, sharing]) => {
    const counts = new Uint32Array(column.codeCount + 1);
    for (const tally of sharing) tally.counts = counts;
    return { column, counts };
  });
}

/** The counts of one column during a pass. */
class Tally {
  readonly counted: CountedColumn;
  counts = new Uint32Array(0);
  /** By group, the number of positions whose person has already been counted for the group. */
  readonly #repeated: Uint32Array;

  constructor(counted: CountedColumn) {
    this.counted = counted;
    this.#repeated = new Uint32Array(counted.groups.labels.length + 1);
  }

  /** Deducts a document if an earlier document of the same person, one of `earlier`, has the same value. */
  deduct(doc: number, earlier: readonly number[]): void {
    const group = this.#groupAt(doc);
    if (group === 0) return;
    for (let index = 0; index < earlier.length; index++) {
      if (this.#groupAt(earlier[index]!) !== group) continue;
      this.#repeated[group]!++;
      return;
    }
  }

  /** The values with counts above 0, unordered. */
  rows(): FacetRow[] {
    const { labels, groupOf } = this.counted.groups;
    const sums = new Float64Array(labels.length + 1);
    this.counts.forEach((count, code) => {
      sums[groupOf[code]!]! += count;
    });
    return labels
      .map((value, index) => ({ value, count: sums[index + 1]! - this.#repeated[index + 1]! }))
      .filter(({ count }) => count > 0);
  }

  /** The group of a document; the group of a company if the column belongs to employers. */
  #groupAt(doc: number): number {
    return doc < 0 ? 0 : this.counted.groups.groupOf[this.counted.column.codeAt(doc)]!;
  }
}

/** The number of employers in a batch. Batches let each column be read sequentially. */
const EMPLOYERS_AT_ONCE = 1024;

/** Counts all matches of an employer together, because they are adjacent. */
class EmployerCounts {
  readonly #ownership: Ownership;
  readonly #columns: readonly ColumnCounts[];
  #company = 0;
  readonly #employers = new Uint32Array(EMPLOYERS_AT_ONCE);
  readonly #matches = new Uint32Array(EMPLOYERS_AT_ONCE);

  constructor(ownership: Ownership, columns: readonly ColumnCounts[]) {
    this.#ownership = ownership;
    this.#columns = columns;
  }

  /**
   * Adds the matches of a block to the counts of the values of their employers. Blocks must be passed in ascending
   * order.
   */
  count({ blocks, block, bits }: BlockBits): void {
    const ownership = this.#ownership;
    const employers = this.#employers;
    const matches = this.#matches;
    const start = blocks.start(block);
    const blockEnd = blocks.end(block);
    let found = 0;
    let end = 0;
    for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, end)) {
      this.#company = ownership.of(start + bit, this.#company);
      if (this.#company === ownership.ownerCount) break;
      end = Math.min(ownership.end(this.#company), blockEnd) - start;
      employers[found] = this.#company;
      matches[found++] = popcountIn(bits, bit, end);
      if (found === EMPLOYERS_AT_ONCE) found = this.#add(found);
    }
    this.#add(found);
  }

  /** Adds the first `found` employers; returns 0. */
  #add(found: number): number {
    const employers = this.#employers;
    const matches = this.#matches;
    for (const { column, counts } of this.#columns)
      for (let index = 0; index < found; index++) counts[column.codeAt(employers[index]!)]! += matches[index]!;
    return 0;
  }
}

/** Deducts the positions of people who have already been counted for the same value. */
class RepeatDeduction {
  readonly #own: readonly Tally[];
  readonly #ofEmployers: readonly Tally[];
  readonly #index: EditionIndex;
  readonly #employers: () => EmployerFinder;
  readonly #matched: Uint32Array[] = [];

  constructor(tallies: readonly Tally[], index: EditionIndex, employers: () => EmployerFinder) {
    this.#own = tallies.filter(({ counted }) => counted.side === 'own');
    this.#ofEmployers = tallies.filter(({ counted }) => counted.side === 'employer');
    this.#index = index;
    this.#employers = employers;
  }

  /** Deducts repeated values among the matches of a block. Blocks must be passed in ascending order. */
  deduct({ blocks, block, bits }: BlockBits): void {
    this.#matched[block] = bits;
    const finder = this.#ofEmployers.length > 0 ? this.#employers() : null;
    this.#index.people.repeats.eachIn(this.#matched, { block, blocks }, (doc, earlier) => {
      for (const tally of this.#own) tally.deduct(doc, earlier);
      if (finder === null) return;
      const company = finder.of(doc);
      const earlierCompanies = earlier.map((other) => finder.of(other));
      for (const tally of this.#ofEmployers) tally.deduct(company, earlierCompanies);
    });
  }
}
