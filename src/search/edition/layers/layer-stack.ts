// The layers of an edition: a base and the deltas over it. Determines which documents of each layer are valid, and the
// company of each document.
import type { Space } from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import type { Query } from '../../query.ts';
import { Edition } from '../edition.ts';
import { EmployerOverrides, type Hidden } from '../hidden.ts';
import { PartRepeats, type SharedPartRepeats } from '../parts/part-repeats.ts';
import { IntervalSet, singleDoc } from '../sets/interval-set.ts';
import { LayerNumbering, type LayerPosition } from './layer-numbering.ts';
import type { DeltaSeam, SharedDelta } from './shared-delta.ts';

/** The content of one layer that is not valid as it was built. */
type HiddenInLayer = Pick<Hidden, 'sets' | 'overrides'>;

const NO_DOCS = new Uint32Array(0);
const NO_PARTS = new Uint16Array(0);

function bySpace<Value>(make: (space: Space) => Value): Readonly<Record<Space, Value>> {
  return { companies: make('companies'), people: make('people'), jobs: make('jobs') };
}

interface Content {
  readonly editions: readonly Edition[];
  readonly seams: readonly (readonly DeltaSeam[])[];
  readonly numbering: Readonly<Record<Space, LayerNumbering>>;
  readonly hidden: readonly HiddenInLayer[];
  readonly counts: Edition['counts'];
  readonly repeats: PartRepeats;
}

export class LayerStack {
  /** The base first (one edition, or its parts in order), then the deltas. */
  readonly editions: readonly Edition[];
  /** The people who are in several parts of the base. */
  readonly repeats: PartRepeats;
  readonly numbering: Readonly<Record<Space, LayerNumbering>>;
  /**
   * For each layer: the documents that a newer layer replaces, the guests, and the employers whose fields come from a
   * newer layer.
   */
  readonly hidden: readonly HiddenInLayer[];
  /** The numbers of valid records and positions in all layers. */
  readonly counts: Edition['counts'];
  readonly #all: readonly number[];
  /** For each layer, its seams over the layers below. */
  readonly #seams: readonly (readonly DeltaSeam[])[];

  private constructor({ editions, seams, numbering, hidden, counts, repeats }: Content) {
    this.editions = editions;
    this.#all = [...editions.keys()];
    this.numbering = numbering;
    this.hidden = hidden;
    this.counts = counts;
    this.repeats = repeats;
    this.#seams = seams;
  }

  /** A base of one part, without deltas. */
  static ofBase(base: Edition): LayerStack {
    return LayerStack.ofParts([base], [{ docs: NO_DOCS, previous: NO_DOCS, previousPart: NO_PARTS }]);
  }

  /** The parts of a base, without deltas. */
  static ofParts(parts: readonly Edition[], shared: readonly SharedPartRepeats[]): LayerStack {
    const indexes = parts.map(({ index }) => index);
    const repeats = new PartRepeats(indexes, shared);
    const sum = (kind: keyof Edition['counts']) => parts.reduce((count, { counts }) => count + counts[kind], 0);
    return new LayerStack({
      editions: parts,
      seams: parts.map(() => []),
      numbering: bySpace((space) => LayerNumbering.ofParts(indexes.map(({ blocks }) => blocks[space].docCount))),
      hidden: indexes.map(({ blocks }) => ({
        sets: bySpace((space) => new IntervalSet(blocks[space], [])),
        overrides: [],
      })),
      counts: {
        companies: sum('companies'),
        people: sum('people') - repeats.people,
        positions: sum('positions'),
        jobs: sum('jobs'),
      },
      repeats,
    });
  }

  /** The layers that can have a match. Few layers contain a given employer. */
  layersOf({ clauses }: Query): readonly number[] {
    const employers = clauses.filter((clause) => clause.kind === 'employer');
    if (employers.length === 0) return this.#all;
    return this.#all.filter((layer) =>
      employers.every(({ companyId }) => this.editions[layer]!.companyDocOf(companyId) >= 0),
    );
  }

  /** The number of parts of the base, which are the lowest layers. */
  get partCount(): number {
    return this.repeats.partCount;
  }

  /** Adds a delta that was built over these layers. */
  with({ edition, seams }: SharedDelta): LayerStack {
    const layerIds = this.editions.map(({ id }) => id).join();
    assert(seams.map(({ layerId }) => layerId).join() === layerIds, 'a delta is over its own layers');
    const delta = Edition.openAgain(edition);
    const sets = this.hidden.map((hidden, layer) =>
      bySpace((space) => hidden.sets[space].with(Array.from(seams[layer]!.replaced[space], singleDoc))),
    );
    const { guests, own } = companiesOf(delta, seams, sets);
    const hidden = sets.map((ofLayer, layer) => {
      const newest = this.#overridesBy(delta, { layer, own, companies: seams[layer]!.companyDocs });
      const overrides = [...this.hidden[layer]!.overrides.map((each) => each.without(newest)), newest];
      return { sets: ofLayer, overrides: overrides.filter((each) => each.docs.length > 0) };
    });
    const hiddenInDelta = bySpace(
      (space) => new IntervalSet(delta.index.blocks[space], space === 'companies' ? guests.map(singleDoc) : []),
    );
    return new LayerStack({
      editions: [...this.editions, delta],
      seams: [...this.#seams, seams],
      numbering: bySpace((space) =>
        this.numbering[space].with(
          seams.map(({ docsBefore }) => docsBefore[space]),
          delta.index.blocks[space].docCount,
        ),
      ),
      hidden: [...hidden, { sets: hiddenInDelta, overrides: [] }],
      counts: this.#countsWith(delta, seams, guests.length),
      repeats: this.repeats,
    });
  }

  /** The employers of a layer whose fields come from a new delta. `own`: the companies of the delta. */
  #overridesBy(
    delta: Edition,
    {
      layer,
      own,
      companies,
    }: { readonly layer: number; readonly own: readonly number[]; readonly companies: Uint32Array },
  ): EmployerOverrides {
    const known = own.filter((doc) => companies[doc]! > 0);
    return new EmployerOverrides(this.editions[layer]!.index, {
      docs: Uint32Array.from(known, (doc) => companies[doc]! - 1),
      newer: Uint32Array.from(known),
      layer: this.editions.length,
      index: delta.index,
    });
  }

  /** The company of a person or job row: its document in the layer whose fields are valid. Null without a company. */
  companyOf(space: 'people' | 'jobs', doc: number): number | null {
    const layer = this.numbering[space].layerOf(doc);
    const company = this.editions[layer]!.companyOf(space, this.numbering[space].ownOf(doc));
    if (company === null) return null;
    const { companies } = this.numbering;
    const { overrides, sets } = this.hidden[layer]!;
    for (const each of overrides) {
      const newer = each.newerOf(company);
      if (newer >= 0) return companies.numberOf(each.layer, newer);
    }
    if (!sets.companies.has(company)) return companies.numberOf(layer, company);
    // A guest: a layer below has the company.
    for (const [below, seam] of this.#seams[layer]!.entries()) {
      const own = seam.companyDocs[company]! - 1;
      if (own >= 0 && !this.hidden[below]!.sets.companies.has(own)) return companies.numberOf(below, own);
    }
    return companies.numberOf(layer, company);
  }

  /** The document of a company of a delta in a layer below it; -1 if that layer does not contain the company. */
  docBelow({ layer, company }: { readonly layer: number; readonly company: number }, below: number): number {
    return (this.#seams[layer]![below]?.companyDocs[company] ?? 0) - 1;
  }

  /** The document of a company in the lowest layer that contains it; -1 if none does. */
  firstCompanyDoc(companyId: number): number {
    for (const [layer, edition] of this.editions.entries()) {
      const own = edition.companyDocOf(companyId);
      if (own >= 0) return this.numbering.companies.numberOf(layer, own);
    }
    return -1;
  }

  personIdOf(doc: number): number {
    const { people } = this.numbering;
    return this.editions[people.layerOf(doc)]!.index.people.ids.at(people.ownOf(doc));
  }

  /** The catalog id of the employer of a person; null without one. */
  employerIdOf(doc: number): number | null {
    const { people } = this.numbering;
    const edition = this.editions[people.layerOf(doc)]!;
    const company = edition.companyOf('people', people.ownOf(doc));
    return company === null ? null : edition.companyIdOf(company);
  }

  /**
   * Whether the employer of a person is before the employer of another person in the order of companies. People without
   * an employer are last.
   */
  isEmployerBefore(doc: number, other: number): boolean {
    const [own, next] = [this.employerIdOf(doc), this.employerIdOf(other)];
    if (own === null || next === null) return own !== null;
    return own !== next && this.numbering.companies.isBefore(this.firstCompanyDoc(own), this.firstCompanyDoc(next));
  }

  /**
   * The position, in all layers, before the first person of the employer of a document. Without an employer, the
   * position of the document.
   */
  beforeStaffOf(doc: number): LayerPosition {
    const position = this.numbering.people.positionOf(doc);
    const employerId = doc < 0 ? null : this.employerIdOf(doc);
    if (employerId === null) return position;
    return this.editions.map((edition, layer) => {
      const company = edition.companyDocOf(employerId);
      return company < 0 ? position[layer]! : edition.index.people.ownership.start(company) - 1;
    });
  }

  /** The first `max` people of each employer and all people without an employer. `docs`: people in order. */
  admitted(docs: readonly number[], max: number): number[] {
    const passed = new Map<number, number>();
    return docs.filter((doc) => {
      const employerId = this.employerIdOf(doc);
      if (employerId === null) return true;
      const count = (passed.get(employerId) ?? 0) + 1;
      passed.set(employerId, count);
      return count <= max;
    });
  }

  #countsWith(delta: Edition, seams: SharedDelta['seams'], guests: number): Edition['counts'] {
    const counts = {
      companies: this.counts.companies + delta.counts.companies - guests,
      people: this.counts.people + delta.counts.people,
      positions: this.counts.positions + delta.counts.positions,
      jobs: this.counts.jobs + delta.counts.jobs,
    };
    // A person may be in several parts, and counts once.
    const people = new Set<number>();
    for (const [layer, { replaced }] of seams.entries()) {
      const { sets } = this.hidden[layer]!;
      const gone = bySpace((space) => replaced[space].filter((doc) => !sets[space].has(doc)));
      counts.companies -= gone.companies.length;
      counts.jobs -= gone.jobs.length;
      const { unlinkedEmployers, ownership, ids } = this.editions[layer]!.index.people;
      const unlinkedStart = ownership.start(ownership.ownerCount);
      const hasPosition = (doc: number) => doc < unlinkedStart || unlinkedEmployers.at(doc - unlinkedStart) > 0;
      for (const doc of gone.people) people.add(ids.at(doc));
      counts.positions -= gone.people.filter(hasPosition).length;
    }
    counts.people -= people.size;
    return counts;
  }
}

/**
 * The companies of a delta: its own, and the guests, whose valid documents are in a layer below. `sets`: the hidden
 * documents of the layers below.
 */
function companiesOf(
  delta: Edition,
  seams: SharedDelta['seams'],
  sets: readonly HiddenInLayer['sets'][],
): { readonly own: readonly number[]; readonly guests: readonly number[] } {
  const isValidIn = (doc: number, layer: number) => {
    const below = seams[layer]!.companyDocs[doc]! - 1;
    return below >= 0 && !sets[layer]!.companies.has(below);
  };
  const own: number[] = [];
  const guests: number[] = [];
  for (let doc = 0; doc < delta.index.companies.ids.length; doc++)
    (sets.some((_, layer) => isValidIn(doc, layer)) ? guests : own).push(doc);
  return { own, guests };
}
