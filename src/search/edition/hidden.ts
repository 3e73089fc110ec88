// The content of an edition that is not valid as it was built: hidden documents (the reverse of the live documents of a
// segment), and employers whose fields come from a newer layer.
import type { Space } from '../../contract/fields.ts';
import type { Work } from '../../ops/scheduling/work.ts';
import { lowerBound } from './columns/lower-bound.ts';
import type { EditionIndex } from './edition-index.ts';
import { type Interval, IntervalSet, singleDoc } from './sets/interval-set.ts';
import type { Ownership } from './sets/ownership.ts';

/** Documents to omit from all answers. Valid for one edition only. */
export interface Hidden {
  readonly sets: Readonly<Record<Space, IntervalSet>>;
  /** One for each newer layer; no employer is in two of them. */
  readonly overrides: readonly EmployerOverrides[];
  /** For an edition in layers: the hidden content of each layer but the first. */
  readonly layers: readonly Hidden[];
}

/** People and companies by id. */
export interface HiddenIds {
  readonly people: readonly number[];
  readonly companies: readonly number[];
}

/** Sets of people and companies by id, for tests of single ids. */
export interface HiddenRecords {
  readonly people: ReadonlySet<number>;
  readonly companies: ReadonlySet<number>;
}

export const NOTHING_HIDDEN: HiddenIds = { people: [], companies: [] };

/** Companies whose people and job rows are filtered and counted by the fields that the company has in a newer layer. */
export class EmployerOverrides {
  /** Documents of companies, ascending. */
  readonly docs: Uint32Array;
  /** For each of these documents, the document of the same company in the newer layer. */
  readonly newer: Uint32Array;
  readonly set: IntervalSet;
  /** The number of the newer layer, and its index. */
  readonly layer: number;
  readonly index: EditionIndex;
  readonly #own: EditionIndex;

  constructor(
    own: EditionIndex,
    {
      docs,
      newer,
      layer,
      index,
    }: Readonly<Record<'docs' | 'newer', Uint32Array> & { layer: number; index: EditionIndex }>,
  ) {
    this.docs = docs;
    this.newer = newer;
    this.layer = layer;
    this.index = index;
    this.#own = own;
    this.set = new IntervalSet(own.blocks.companies, Array.from(docs, singleDoc));
  }

  /** These overrides without the companies that an even newer layer contains. */
  without(newest: EmployerOverrides): EmployerOverrides {
    const isLeft = (index: number) => newest.newerOf(this.docs[index]!) < 0;
    const left = this.docs.filter((_, index) => isLeft(index));
    if (left.length === this.docs.length) return this;
    const newer = this.newer.filter((_, index) => isLeft(index));
    return new EmployerOverrides(this.#own, { docs: left, newer, layer: this.layer, index: this.index });
  }

  /** The document of a company in the newer layer; -1 if the company is not overridden. */
  newerOf(doc: number): number {
    const index = lowerBound(this.docs, doc);
    return this.docs[index] === doc ? this.newer[index]! : -1;
  }
}

/**
 * Hides people, companies, and all documents of these companies, in addition to `alreadyHidden`. The first call with
 * people takes some nanoseconds per document.
 */
export function* hide(
  index: EditionIndex,
  ids: HiddenIds,
  alreadyHidden: Pick<Hidden, 'sets' | 'overrides'> | null = null,
): Work<Hidden> {
  const { companies, people, jobs, blocks } = index;
  const companyDocs = ids.companies.map((id) => companies.docOf(id)).filter((doc) => doc >= 0);
  const rangesIn = (ownership: Ownership): Interval[] =>
    companyDocs.map((company) => ({ start: ownership.start(company), end: ownership.end(company) }));
  const finder = ids.people.length > 0 ? yield* index.personFinder() : null;
  const docs = ids.people.flatMap((id) => finder?.documentsOf(id) ?? []);
  const setOf = (space: Space, intervals: readonly Interval[]): IntervalSet => {
    const others = alreadyHidden?.sets[space];
    return others ? others.with(intervals) : new IntervalSet(blocks[space], intervals);
  };
  return {
    sets: {
      companies: setOf('companies', companyDocs.map(singleDoc)),
      people: setOf('people', [...rangesIn(people.ownership), ...docs.map(singleDoc)]),
      jobs: setOf('jobs', rangesIn(jobs.ownership)),
    },
    overrides: alreadyHidden?.overrides ?? [],
    layers: [],
  };
}
