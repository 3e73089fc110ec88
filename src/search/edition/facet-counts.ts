// How many matches have each value of some columns: one pass over the documents of a query, whatever the number of columns.
// Which codes make one shown value is facet-groups.ts.
import type { Space } from '../query.ts';
import { nextBit, popcountIn } from './bits.ts';
import type { Blocks, DocSet } from './doc-set.ts';
import type { EditionIndex } from './edition-index.ts';
import type { EmployerFinder } from './employer-finder.ts';
import type { CodeColumn, CodeGroups } from './facet-groups.ts';
import type { Matched } from './repeats.ts';
import type { Ownership } from './staff-set.ts';

/** One value and how many companies, persons or job rows that match have it. */
export interface FacetRow {
  readonly value: string;
  readonly count: number;
}

/** A column to be counted. */
export interface CountedColumn {
  /** Of the documents of the query, or of their employers. */
  readonly side: 'own' | 'employer';
  readonly column: CodeColumn;
  readonly groups: CodeGroups;
}

/**
 * For each column its values with their counts, all of them above 0, by count descending, then value by code units. A person with
 * several matching positions counts once for each value that one of these has.
 */
export function countColumns(
  { space, set }: { readonly space: Space; readonly set: DocSet },
  columns: readonly CountedColumn[],
  { index, employers }: { readonly index: EditionIndex; readonly employers: () => EmployerFinder },
): FacetRow[][] {
  const blocks = index.blocks[space];
  const matched = matchesOf(set, blocks);
  const tallies = columns.map((column) => new Tally(column));
  for (const side of ['own', 'employer'] as const) {
    const ofSide = tallies.filter((tally) => tally.counted.side === side);
    if (ofSide.length === 0) continue;
    const byColumn = [...Map.groupBy(ofSide, (tally) => tally.counted.column)].map(([column, sharing]) => {
      const counts = new Uint32Array(column.codeCount + 1);
      for (const tally of sharing) tally.counts = counts;
      return { column, counts };
    });
    if (side === 'own') for (const { column, counts } of byColumn) countOwn(matched, blocks, { column, counts });
    else if (space !== 'companies')
      countEmployers(matched, blocks, { columns: byColumn, ownership: index.ownership(space) });
  }
  if (space === 'people') leaveOutRepeats(tallies, matched, { index, employers });
  return tallies.map((tally) => tally.rows());
}

interface ColumnCounts {
  readonly column: CodeColumn;
  /** By code. */
  readonly counts: Uint32Array;
}

/** The counts of one column under way. */
class Tally {
  readonly counted: CountedColumn;
  counts = new Uint32Array(0);
  /** By group: positions of persons who are counted for the group already. */
  private readonly repeated: Uint32Array;

  constructor(counted: CountedColumn) {
    this.counted = counted;
    this.repeated = new Uint32Array(counted.groups.labels.length + 1);
  }

  /** Leaves out a document whose person has an earlier one of the same value. */
  leaveOut(doc: number, earlier: readonly number[]): void {
    const group = this.groupAt(doc);
    if (group > 0 && earlier.some((other) => this.groupAt(other) === group)) this.repeated[group]!++;
  }

  rows(): FacetRow[] {
    const { labels, groupOf } = this.counted.groups;
    const sums = new Float64Array(labels.length + 1);
    this.counts.forEach((count, code) => {
      sums[groupOf[code]!]! += count;
    });
    return labels
      .map((value, place) => ({ value, count: sums[place + 1]! - this.repeated[place + 1]! }))
      .filter(({ count }) => count > 0)
      .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
  }

  /** The group of a document, or where the column is one of employers, of an employer. */
  private groupAt(doc: number): number {
    return doc < 0 ? 0 : this.counted.groups.groupOf[this.counted.column.codeAt(doc)]!;
  }
}

function matchesOf(set: DocSet, blocks: Blocks): Matched {
  const matched: Uint32Array[] = [];
  for (let block = set.nextBlock(0); block < blocks.count; block = set.nextBlock(block + 1)) {
    const bits = blocks.newBits();
    set.addTo(blocks.whole(block), bits);
    matched[block] = bits;
  }
  return matched;
}

function countOwn(matched: Matched, blocks: Blocks, { column, counts }: ColumnCounts): void {
  matched.forEach((bits, block) => {
    const start = blocks.start(block);
    for (let word = 0; bits && word < bits.length; word++) {
      const first = start + word * 32;
      for (let left = bits[word]!; left !== 0; left &= left - 1)
        counts[column.codeAt(first + 31 - Math.clz32(left & -left))]!++;
    }
  });
}

/** Counts the matches of each employer at once: those of one employer are neighbours. */
function countEmployers(
  matched: Matched,
  blocks: Blocks,
  { columns, ownership }: { readonly columns: readonly ColumnCounts[]; readonly ownership: Ownership },
): void {
  let company = 0;
  matched.forEach((bits, block) => {
    const start = blocks.start(block);
    const blockEnd = blocks.end(block);
    let bit = bits ? nextBit(bits, 0) : -1;
    while (bits && bit >= 0 && company < ownership.companyCount) {
      if (ownership.end(company) <= start + bit) company = ownership.of(start + bit, company + 1);
      if (company >= ownership.companyCount) return;
      const end = Math.min(ownership.end(company), blockEnd) - start;
      const count = popcountIn(bits, bit, end);
      for (const { column, counts } of columns) counts[column.codeAt(company)]! += count;
      bit = nextBit(bits, end);
    }
  });
}

function leaveOutRepeats(
  tallies: readonly Tally[],
  matched: Matched,
  { index, employers }: { readonly index: EditionIndex; readonly employers: () => EmployerFinder },
): void {
  const own = tallies.filter(({ counted }) => counted.side === 'own');
  const ofEmployers = tallies.filter(({ counted }) => counted.side === 'employer');
  const finder = ofEmployers.length > 0 ? employers() : null;
  index.people.repeats.eachMatched(matched, index.blocks.people, (doc, earlier) => {
    for (const tally of own) tally.leaveOut(doc, earlier);
    if (finder === null) return;
    const company = finder.of(doc);
    const earlierCompanies = earlier.map((other) => finder.of(other));
    for (const tally of ofEmployers) tally.leaveOut(company, earlierCompanies);
  });
}
