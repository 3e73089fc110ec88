// An edition in layers: a base of one or more parts, and deltas with the changes since. It answers like one edition of
// the current records in which each company keeps the place that it has in the lowest layer with it. The document
// numbers of a layer follow those of the layers below. shared-delta.ts describes how a delta refers to the layers
// below.
import type { Facet } from '../../../contract/facets.ts';
import type { Space } from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { inBackground } from '../../../ops/scheduling/fair-scheduler.ts';
import { atOnce, type Work } from '../../../ops/scheduling/work.ts';
import type { Query } from '../../query.ts';
import type { Edition, Position } from '../edition.ts';
import { LISTS_MAX } from '../facets/facet-cache.ts';
import { type FacetRow, jointLabels, sumRows } from '../facets/facet-counts.ts';
import { type Share, sumShares } from '../facets/staff-shares.ts';
import { type Hidden, type HiddenIds, type HiddenRecords, hide, NOTHING_HIDDEN } from '../hidden.ts';
import type { SharedParts } from '../parts/shared-parts.ts';
import type { DocReference, Page, PageRequest } from '../query/page.ts';
import type { SelectedOpenings } from '../query/selected-openings.ts';
import { cacheResult, type ResultsByHidden, resultName, resultsFor } from '../results-by-hidden.ts';
import type { SearchableEdition } from '../searchable-edition.ts';
import type { SortKey } from '../sort-key.ts';
import { makeVocabulary, type VocabularyField, type VocabularyLayer } from '../terms/vocabularies.ts';
import type { Prefix, Vocabulary } from '../terms/vocabulary.ts';
import { JointEmployers } from './joint-employers.ts';
import { JointPeople, type LabelAt } from './joint-people.ts';
import { LayerStack } from './layer-stack.ts';
import { LayeredLookups } from './layered-lookups.ts';
import { LayeredRecords } from './layered-records.ts';
import { LayeredSeeker } from './layered-seeker.ts';
import { liveIndustries } from './live-industries.ts';
import type { SharedDelta } from './shared-delta.ts';

export class LayeredEdition implements SearchableEdition {
  readonly id: string;
  readonly generation: number;
  readonly hiddenGeneration: number;
  readonly counts: Edition['counts'];
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly changedRecords: number;
  readonly industries: readonly string[];
  /** Needed to build the next delta. */
  readonly stack: LayerStack;
  readonly #parts: SharedParts | null;
  readonly #nothingHidden: Hidden;
  readonly #vocabularies: ResultsByHidden<VocabularyField, Promise<Vocabulary>> = new WeakMap();
  readonly #people: JointPeople;
  readonly #knownFacets: ResultsByHidden<string, FacetRow[][]> = new WeakMap();

  private constructor(stack: LayerStack, facts: Facts) {
    this.stack = stack;
    this.#parts = facts.parts;
    const { editions, repeats } = stack;
    this.#people = new JointPeople({ editions, repeats, hiddenIn: (layer, hidden) => this.#hiddenIn(layer, hidden) });
    this.#nothingHidden = atOnce(this.hide(NOTHING_HIDDEN));
    this.id = facts.id;
    this.generation = facts.generation;
    this.hiddenGeneration = facts.hiddenGeneration;
    this.counts = stack.counts;
    this.changedRecords = facts.changedRecords;
    const parts = stack.editions.slice(0, stack.partCount);
    this.fileBytes = parts.reduce((sum, part) => sum + part.fileBytes, 0);
    this.memoryBytes = stack.editions.reduce((sum, layer) => sum + layer.memoryBytes, 0);
    this.industries = liveIndustries(stack.editions, this.#nothingHidden);
  }

  /** Opens a base of several parts, which have records. */
  static ofParts(shared: SharedParts, parts: readonly Edition[]): LayeredEdition {
    const { id, generation, hiddenGeneration } = shared;
    const facts = { id, generation, hiddenGeneration, changedRecords: 0, parts: shared };
    return new LayeredEdition(LayerStack.ofParts(parts, shared.repeats), facts);
  }

  /** Adds a delta that was built over `below`. All layers have records. */
  static over(below: Edition | LayeredEdition, delta: SharedDelta): LayeredEdition {
    const stack = stackOf(below).with(delta);
    const newest = stack.editions.at(-1);
    assert(newest, 'there is a delta');
    const { generation, hiddenGeneration } = newest;
    const id = `${below.id}+${newest.id}`;
    const changedRecords = below.changedRecords + delta.records;
    return new LayeredEdition(stack, { id, generation, hiddenGeneration, changedRecords, parts: null });
  }

  /** Needed by `openBase`. */
  get shared(): SharedParts {
    assert(this.#parts, 'a base has no deltas');
    return this.#parts;
  }

  get records(): LayeredRecords | null {
    const packs = this.stack.editions.flatMap(({ records }) => records ?? []);
    return packs.length < this.stack.editions.length ? null : new LayeredRecords(packs, this.stack.numbering);
  }

  get lookups(): LayeredLookups | null {
    return this.#lookups(null);
  }

  lookupsWithout(hidden: HiddenRecords): LayeredLookups | null {
    return this.#lookups(hidden);
  }

  *search(query: Query, request: PageRequest): Work<Page> {
    const { after, limit, skip = 0, hidden = this.#nothingHidden } = request;
    const { editions } = this.stack;
    const numbering = this.stack.numbering[query.space];
    const cap = query.perCompanyMax ?? 0;
    const position = numbering.positionOf(after);
    const from = cap > 0 ? this.stack.beforeStaffOf(after) : position;
    // The search starts at the first person of the employer of `after`, so at most `cap` admitted people are not after
    // `after`.
    const wanted = cap > 0 ? skip + limit + cap + 1 : Math.max(1, skip + limit);
    const layers = this.stack.layersOf(query);
    const searchIn = (layer: number, limits: Pick<PageRequest, 'limit' | 'skip' | 'until' | 'employers'>) => {
      const earlier = this.#people.earlier(query, layer, hidden);
      const request = { ...limits, after: from[layer]!, hidden: this.#hiddenIn(layer, hidden), earlier };
      return editions[layer]!.search(query, request);
    };
    if (skip > 0 && cap === 0) {
      const only = yield* this.#onlyLayer(layers, searchIn);
      if (only !== null) {
        const { docs, more } = yield* searchIn(only, { limit, skip });
        return { docs: docs.map((doc) => numbering.numberOf(only, doc)), more };
      }
    }
    const found: (readonly number[])[] = editions.map(() => []);
    let isMore = false;
    const joint = query.space === 'companies' || cap > 0 ? null : new JointEmployers(this.stack, query.space);
    // Each further layer is searched only up to the last document found. Usually none of its documents is before that
    // one.
    const ends = editions.map((_, layer) => numbering.countOf(layer));
    for (const layer of layers) {
      const end = ends[layer]!;
      if (end <= from[layer]! + 1) continue;
      const employers = joint?.in(layer, end);
      if (employers === null) continue;
      const { docs, more } = yield* searchIn(layer, { limit: wanted, until: end, employers });
      found[layer] = docs;
      isMore ||= more && cap === 0;
      for (let next = layer + 1; more && next < editions.length; next++)
        ends[next] = Math.min(ends[next]!, numbering.countBefore(next, { layer, own: docs.at(-1)! }));
    }
    const merged = numbering.merged(found);
    const admitted =
      cap > 0 ? this.stack.admitted(merged, cap).filter((doc) => numbering.isAfter(doc, position)) : merged;
    return { docs: admitted.slice(skip, skip + limit), more: isMore || admitted.length > skip + limit };
  }

  /** The only layer with matches; null if several layers have matches. */
  *#onlyLayer(
    layers: readonly number[],
    searchIn: (layer: number, limits: { readonly limit: number }) => Work<Page>,
  ): Work<number | null> {
    let only = 0;
    let count = 0;
    for (const layer of layers) {
      if ((yield* searchIn(layer, { limit: 1 })).docs.length === 0) continue;
      only = layer;
      count += 1;
      if (count > 1) return null;
    }
    return only;
  }

  *count(query: Query, hidden: Hidden = this.#nothingHidden): Work<number> {
    if (query.perCompanyMax !== undefined) return yield* this.#countAdmitted(query, query.perCompanyMax, hidden);
    const { editions, partCount } = this.stack;
    const isJoint = query.space === 'people' && partCount > 1;
    let count = isJoint ? yield* this.#people.count(query, hidden) : 0;
    for (let layer = isJoint ? partCount : 0; layer < editions.length; layer++)
      count += yield* editions[layer]!.count(query, this.#hiddenIn(layer, hidden));
    return count;
  }

  /**
   * Counts at most `max` people of each employer. Deltas have few people: their admitted people are counted by employer
   * first, then the people of the base.
   */
  *#countAdmitted(query: Query, max: number, hidden: Hidden): Work<number> {
    const { editions, numbering, partCount } = this.stack;
    const admitted: number[] = [];
    for (let layer = partCount; layer < editions.length; layer++) {
      const request = { after: -1, limit: Number.MAX_SAFE_INTEGER, hidden: this.#hiddenIn(layer, hidden) };
      const { docs } = yield* editions[layer]!.search(query, request);
      for (const doc of docs) admitted.push(numbering.people.numberOf(layer, doc));
    }
    const passed = this.stack.admitted(admitted, max);
    const byEmployer = Map.groupBy(passed, (doc) => this.stack.employerIdOf(doc));
    let count = passed.length;
    for (let part = 0; part < partCount; part++) {
      const base = editions[part]!;
      const admittedOf = (company: number) => byEmployer.get(base.companyIdOf(company))?.length ?? 0;
      const earlier = this.#people.earlier(query, part, hidden);
      yield* earlier?.prepare() ?? [];
      count += yield* base.countWithAdmitted(query, admittedOf, { hidden: this.#hiddenIn(part, hidden), earlier });
    }
    return count;
  }

  *facets(query: Query, facets: readonly Facet[], hidden: Hidden = this.#nothingHidden): Work<FacetRow[][]> {
    const known = resultsFor(this.#knownFacets, hidden);
    const name = resultName([query, facets.map(({ list, reads }) => [list, reads])]);
    const rows = known.get(name) ?? (yield* this.#facetRows(query, facets, hidden));
    cacheResult(known, [name, rows], LISTS_MAX);
    return rows;
  }

  *#facetRows(query: Query, facets: readonly Facet[], hidden: Hidden): Work<FacetRow[][]> {
    const found: FacetRow[][][] = [];
    for (const [layer, edition] of this.stack.editions.entries())
      found.push(yield* edition.facets(query, facets, this.#hiddenIn(layer, hidden)));
    const labelOf = facets.map((facet) => jointLabels(facet, this.industries));
    const repeated = yield* this.#people.repeatedLabels(
      query,
      facets.map((facet, index) => {
        const { editions, partCount } = this.stack;
        const labelsOf = editions
          .slice(0, partCount)
          .map((edition, part) => edition.facetLabels(facet, query.space, this.#hiddenIn(part, hidden)));
        return (part: number, doc: number) => {
          const label = labelsOf[part]!(doc);
          return label === null ? null : labelOf[index]!(label);
        };
      }),
      hidden,
    );
    const rows: FacetRow[][] = [];
    for (const index of facets.keys()) {
      const ofLayers = found.map((one) => one[index] ?? []);
      rows.push(yield* sumRows(ofLayers, { labelOf: labelOf[index]!, repeated: repeated[index] }));
    }
    return rows;
  }

  vocabulary(field: VocabularyField, hidden: Hidden): Promise<Vocabulary> {
    const known = resultsFor(this.#vocabularies, hidden);
    const layers = this.stack.editions.map((edition, layer) => this.#vocabularyLayer(edition, layer, hidden));
    const facets = (query: Query, some: readonly Facet[]) => this.facets(query, some, hidden);
    const everyone: Query = { space: 'people', clauses: [] };
    const repeated = (labelAt: LabelAt) => this.#people.repeatedLabel(everyone, labelAt, hidden);
    const isJoint = this.stack.partCount > 1;
    const source = { layers, industries: this.industries, facets, ...(isJoint ? { repeated } : {}) };
    const vocabulary = known.get(field) ?? inBackground(makeVocabulary(field, source));
    known.set(field, vocabulary);
    return vocabulary;
  }

  /** For a part, `count` excludes people who also match in an earlier part. */
  #vocabularyLayer(edition: Edition, layer: number, hidden: Hidden): VocabularyLayer {
    const own = edition.vocabularyLayer(this.#hiddenIn(layer, hidden));
    const { partCount } = this.stack;
    if (layer === 0 || layer >= partCount) return own;
    const count = (query: Query) =>
      query.space === 'people' ? this.#people.countNew(query, layer, hidden) : own.count(query);
    return { ...own, count };
  }

  *companiesNamed(prefix: Prefix, max: number, hidden: Hidden): Work<number[]> {
    const found: number[][] = [];
    for (const [layer, edition] of this.stack.editions.entries())
      found.push(yield* edition.companiesNamed(prefix, max, this.#hiddenIn(layer, hidden)));
    return this.stack.numbering.companies.merged(found).slice(0, max);
  }

  *distribution(
    companyId: number,
    by: 'department' | 'country',
    hidden: Hidden = this.#nothingHidden,
  ): Work<Share[] | null> {
    const layers = this.stack.editions.map((edition, layer) => ({
      edition,
      hidden: this.#hiddenIn(layer, hidden),
      company: edition.companyDocOf(companyId),
    }));
    const known = layers.filter(({ company }) => company >= 0);
    if (known.every((layer) => layer.hidden.sets.companies.has(layer.company))) return null;
    const shares: Share[] = [];
    for (const { edition, company, hidden: ofLayer } of known)
      shares.push(...(yield* edition.staffShares(company, by, ofLayer)));
    return sumShares(shares);
  }

  *selectedOpenings(query: Query, docs: readonly number[]): Work<readonly SelectedOpenings[]> {
    const selected: SelectedOpenings[] = [];
    const ofLayers: { layer: number; own: readonly number[]; indexOf: (own: number) => number }[] = [];
    this.stack.numbering.jobs.byLayer(docs, (layer, own, indexOf) => void ofLayers.push({ layer, own, indexOf }));
    for (const { layer, own, indexOf } of ofLayers) {
      const found = yield* this.stack.editions[layer]!.selectedOpenings(query, own);
      for (const [index, one] of found.entries()) selected[indexOf(index)] = one;
    }
    return selected;
  }

  position(doc: number): Position {
    return this.#at('people', doc, (edition, own) => edition.position(own));
  }

  firstOf(doc: number): number {
    const { people } = this.stack.numbering;
    const first = this.#at('people', doc, (edition, own) => edition.firstOf(own));
    return people.numberOf(people.layerOf(doc), first);
  }

  companyOf(space: 'people' | 'jobs', doc: number): number | null {
    return this.stack.companyOf(space, doc);
  }

  companyIdOf(doc: number): number {
    return this.#at('companies', doc, (edition, own) => edition.companyIdOf(own));
  }

  companyRecordOf(companyId: number): number {
    return this.#newestDoc('companies', (edition) => edition.companyDocOf(companyId));
  }

  jobDocOf(jobId: number): number {
    return this.#newestDoc('jobs', (edition) => edition.jobDocOf(jobId));
  }

  *firstDocsOf(people: readonly number[]): Work<readonly number[]> {
    const docs = new Map<Edition, readonly number[]>();
    for (const edition of this.stack.editions) docs.set(edition, yield* edition.firstDocsOf(people));
    return people.map((_, index) => this.#newestDoc('people', (edition) => docs.get(edition)?.[index] ?? -1));
  }

  jobIdOf(doc: number): number {
    return this.#at('jobs', doc, (edition, own) => edition.jobIdOf(own));
  }

  companyDocOf(companyId: number): number {
    return this.stack.firstCompanyDoc(companyId);
  }

  /** Reads slugs from the layers, because a cursor continues in the order in which the layers were built. */
  sortKey(space: Space, doc: number): Promise<SortKey> {
    return new LayeredSeeker(this.stack).keyOf(space, doc);
  }

  seek(space: Space, key: SortKey): Promise<number> {
    return new LayeredSeeker(this.stack).seek(space, key);
  }

  referenceTo(space: Space, doc: number): DocReference {
    return this.#at(space, doc, (edition, own) => edition.referenceTo(space, own));
  }

  docOf(space: Space, reference: DocReference): number | null {
    for (const [layer, edition] of this.stack.editions.entries()) {
      const own = edition.docOf(space, reference);
      if (own !== null) return this.stack.numbering[space].numberOf(layer, own);
    }
    return null;
  }

  #at<Result>(space: Space, doc: number, read: (edition: Edition, doc: number) => Result): Result {
    const numbering = this.stack.numbering[space];
    return read(this.stack.editions[numbering.layerOf(doc)]!, numbering.ownOf(doc));
  }

  /** The document in the layer whose copy of the record is valid; -1 if no copy is. */
  #newestDoc(space: Space, find: (edition: Edition) => number): number {
    for (const [layer, edition] of this.stack.editions.entries()) {
      const own = find(edition);
      if (own >= 0 && !this.stack.hidden[layer]?.sets[space].has(own))
        return this.stack.numbering[space].numberOf(layer, own);
    }
    return -1;
  }

  /** The hidden content of one layer. */
  #hiddenIn(layer: number, hidden: Hidden): Hidden {
    return layer === 0 ? hidden : (hidden.layers[layer - 1] ?? this.#nothingHidden.layers[layer - 1])!;
  }

  #lookups(hidden: HiddenRecords | null): LayeredLookups | null {
    const layers = this.stack.editions.flatMap(({ lookups }) => lookups ?? []);
    return layers.length < this.stack.editions.length ? null : new LayeredLookups(layers, this.stack, hidden);
  }

  *hide(ids: HiddenIds): Work<Hidden> {
    const { editions, hidden } = this.stack;
    const found: Hidden[] = [];
    for (const [layer, { index }] of editions.entries()) found.push(yield* hide(index, ids, hidden[layer]));
    const [base, ...layers] = found;
    return { ...base!, layers };
  }
}

type Facts = Pick<SearchableEdition, 'id' | 'generation' | 'hiddenGeneration' | 'changedRecords'> & {
  /** Null for an edition with deltas. */
  readonly parts: SharedParts | null;
};

/** The layers of an edition that has one layer or several. */
export function stackOf(edition: Edition | LayeredEdition): LayerStack {
  return edition instanceof LayeredEdition ? edition.stack : LayerStack.ofBase(edition);
}
