// An edition in layers: a base, and deltas with what changed since. Answers what one edition of the current records
// answers in which the companies of each layer keep their place in the order. Documents of a layer are numbered behind
// those of the layers below; shared-delta.ts says how the layers lie over each other.
import type { Facet } from '../../../contract/facets.ts';
import type { Space } from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { inBackground } from '../../../ops/fair-scheduler.ts';
import { atOnce, type Work } from '../../../ops/work.ts';
import type { Query } from '../../query.ts';
import type { Edition, EditionPlace, Page, PageRequest, Position } from '../edition.ts';
import { type FacetRow, sumRows } from '../facets/facet-counts.ts';
import { type Share, sumShares } from '../facets/staff-shares.ts';
import { type Hidden, type HiddenIds, type HiddenRecords, hide, NOTHING_HIDDEN } from '../hidden.ts';
import type { SearchableEdition } from '../searchable-edition.ts';
import type { SelectedOpenings } from '../selected-openings.ts';
import type { SortKey } from '../sort-key.ts';
import { makeVocabulary, type VocabularyField } from '../terms/vocabularies.ts';
import type { Prefix, Vocabulary } from '../terms/vocabulary.ts';
import { LayerStack } from './layer-stack.ts';
import { LayeredLookUps } from './layered-look-ups.ts';
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
  /** For building the next delta over it. */
  readonly stack: LayerStack;
  readonly #base: Edition;
  readonly #nothingHidden: Hidden;
  readonly #vocabularies = new WeakMap<Hidden, Map<VocabularyField, Promise<Vocabulary>>>();

  /** `delta` lies over these layers, and all have records. */
  constructor(below: Edition | LayeredEdition, delta: SharedDelta) {
    this.stack = stackOf(below).with(delta);
    const [base, ...deltas] = this.stack.editions;
    const newest = deltas.at(-1);
    assert(base && newest, 'there is a base and a delta');
    this.#base = base;
    this.#nothingHidden = atOnce(this.hide(NOTHING_HIDDEN));
    this.id = this.stack.editions.map(({ id }) => id).join('+');
    this.generation = newest.generation;
    this.hiddenGeneration = newest.hiddenGeneration;
    this.counts = this.stack.counts;
    this.changedRecords = below.changedRecords + delta.records;
    this.fileBytes = base.fileBytes;
    this.memoryBytes = below.memoryBytes + newest.memoryBytes;
    this.industries = liveIndustries(this.stack.editions, this.#nothingHidden);
  }

  get records(): LayeredRecords | null {
    const packs = this.stack.editions.flatMap(({ records }) => records ?? []);
    return packs.length < this.stack.editions.length ? null : new LayeredRecords(packs, this.stack.places);
  }

  get lookUps(): LayeredLookUps | null {
    const layers = this.stack.editions.flatMap(({ lookUps }) => lookUps ?? []);
    return layers.length < this.stack.editions.length ? null : new LayeredLookUps(layers, this.stack);
  }

  lookUpsWithout(hidden: HiddenRecords): LayeredLookUps | null {
    const layers = this.stack.editions.flatMap(({ lookUps }) => lookUps ?? []);
    return layers.length < this.stack.editions.length ? null : new LayeredLookUps(layers, this.stack, hidden);
  }

  hide(ids: HiddenIds): Work<Hidden> {
    return this.#hide(ids);
  }

  *search(query: Query, request: PageRequest): Work<Page> {
    const { after, limit, skip = 0, hidden = this.#nothingHidden } = request;
    const { editions } = this.stack;
    const places = this.stack.places[query.space];
    const cap = query.perCompanyMax ?? 0;
    const position = places.positionOf(after);
    const from = cap > 0 ? this.stack.beforeStaffOf(after) : position;
    // Behind the start of an employer at most `cap` admitted people are not after `after`.
    const wanted = skip + limit + cap + 1;
    const searchIn = (layer: number, limits: { readonly limit: number; readonly until?: number }) =>
      editions[layer]!.search(query, { ...limits, after: from[layer]!, hidden: this.#hiddenIn(layer, hidden) });
    if (skip > 0 && !(yield* this.#isAnyAbove(searchIn)))
      return yield* this.#base.search(query, { ...request, after: position[0]!, hidden });
    const found: (readonly number[])[] = [];
    // Mostly no document of a newer layer is before the last one of the base.
    const ends = editions.map(() => Number.POSITIVE_INFINITY);
    for (const layer of editions.keys()) {
      const end = ends[layer]!;
      const isSkipped = layer > 0 && end <= from[layer]! + 1;
      const { docs, more } = isSkipped ? NO_PAGE : yield* searchIn(layer, { limit: wanted, until: end });
      found.push(docs);
      for (let next = layer + 1; more && next < editions.length; next++)
        ends[next] = Math.min(ends[next]!, places.before(next, { layer, own: docs.at(-1)! }));
    }
    const merged = places.merged(found);
    const admitted = cap > 0 ? this.stack.admitted(merged, cap).filter((doc) => places.isAfter(doc, position)) : merged;
    return { docs: admitted.slice(skip, skip + limit), more: admitted.length > skip + limit };
  }

  *#isAnyAbove(searchIn: (layer: number, limits: { readonly limit: number }) => Work<Page>): Work<boolean> {
    for (let layer = 1; layer < this.stack.editions.length; layer++)
      if ((yield* searchIn(layer, { limit: 1 })).docs.length > 0) return true;
    return false;
  }

  *count(query: Query, hidden: Hidden = this.#nothingHidden): Work<number> {
    if (query.perCompanyMax !== undefined) return yield* this.#countAdmitted(query, query.perCompanyMax, hidden);
    let count = 0;
    for (const [layer, edition] of this.stack.editions.entries())
      count += yield* edition.count(query, this.#hiddenIn(layer, hidden));
    return count;
  }

  /** The people of deltas are few: those that pass are counted by employer before those of the base. */
  *#countAdmitted(query: Query, max: number, hidden: Hidden): Work<number> {
    const { editions, places } = this.stack;
    const admitted: number[] = [];
    for (let layer = 1; layer < editions.length; layer++) {
      const request = { after: -1, limit: Number.MAX_SAFE_INTEGER, hidden: this.#hiddenIn(layer, hidden) };
      const { docs } = yield* editions[layer]!.search(query, request);
      for (const doc of docs) admitted.push(places.people.numberOf(layer, doc));
    }
    const passed = this.stack.admitted(admitted, max);
    const byEmployer = Map.groupBy(passed, (doc) => this.stack.employerIdOf(doc));
    const admittedOf = (company: number) => byEmployer.get(this.#base.companyIdOf(company))?.length ?? 0;
    return passed.length + (yield* this.#base.countBeside(query, admittedOf, hidden));
  }

  *facets(query: Query, facets: readonly Facet[], hidden: Hidden = this.#nothingHidden): Work<FacetRow[][]> {
    const found: FacetRow[][][] = [];
    for (const [layer, edition] of this.stack.editions.entries())
      found.push(yield* edition.facets(query, facets, this.#hiddenIn(layer, hidden)));
    const rows: FacetRow[][] = [];
    for (const [place, facet] of facets.entries()) {
      const ofLayers = found.map((one) => one[place] ?? []);
      rows.push(yield* sumRows(facet, ofLayers, this.industries));
    }
    return rows;
  }

  vocabulary(field: VocabularyField, hidden: Hidden): Promise<Vocabulary> {
    const known = this.#vocabularies.get(hidden) ?? new Map<VocabularyField, Promise<Vocabulary>>();
    this.#vocabularies.set(hidden, known);
    const layers = this.stack.editions.map((edition, layer) => edition.vocabularyLayer(this.#hiddenIn(layer, hidden)));
    const facets = (query: Query, some: readonly Facet[]) => this.facets(query, some, hidden);
    const source = { layers, industries: this.industries, facets };
    const vocabulary = known.get(field) ?? inBackground(makeVocabulary(field, source));
    known.set(field, vocabulary);
    return vocabulary;
  }

  *companiesNamed(prefix: Prefix, max: number, hidden: Hidden): Work<number[]> {
    const found: number[][] = [];
    for (const [layer, edition] of this.stack.editions.entries())
      found.push(yield* edition.companiesNamed(prefix, max, this.#hiddenIn(layer, hidden)));
    return this.stack.places.companies.merged(found).slice(0, max);
  }

  *distribution(
    companyId: number,
    by: 'department' | 'country',
    hidden: Hidden = this.#nothingHidden,
  ): Work<Share[] | null> {
    const layers = this.stack.editions.map((edition, layer) => ({
      ...{ edition, hidden: this.#hiddenIn(layer, hidden), place: edition.companyDocOf(companyId) },
    }));
    const known = layers.filter(({ place }) => place >= 0);
    if (known.every((layer) => layer.hidden.sets.companies.has(layer.place))) return null;
    const shares: Share[] = [];
    for (const { edition, place, hidden: ofLayer } of known)
      shares.push(...(yield* edition.staffShares(place, by, ofLayer)));
    return sumShares(shares);
  }

  *selectedOpenings(query: Query, docs: readonly number[]): Work<readonly SelectedOpenings[]> {
    const selected: SelectedOpenings[] = [];
    const ofLayers: { layer: number; own: readonly number[]; indexOf: (place: number) => number }[] = [];
    this.stack.places.jobs.byLayer(docs, (layer, own, indexOf) => void ofLayers.push({ layer, own, indexOf }));
    for (const { layer, own, indexOf } of ofLayers) {
      const found = yield* this.stack.editions[layer]!.selectedOpenings(query, own);
      for (const [place, one] of found.entries()) selected[indexOf(place)] = one;
    }
    return selected;
  }

  position(doc: number): Position {
    return this.#at('people', doc, (edition, own) => edition.position(own));
  }

  firstOf(doc: number): number {
    const { people } = this.stack.places;
    return people.numberOf(
      people.layerOf(doc),
      this.#at('people', doc, (edition, own) => edition.firstOf(own)),
    );
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

  /** Slugs are read from the layers: a cursor continues in the order in which they were built. */
  sortKey(space: Space, doc: number): Promise<SortKey> {
    return new LayeredSeeker(this.stack).keyOf(space, doc);
  }

  seek(space: Space, key: SortKey): Promise<number> {
    return new LayeredSeeker(this.stack).seek(space, key);
  }

  placeOf(space: Space, doc: number): EditionPlace {
    return this.#at(space, doc, (edition, own) => edition.placeOf(space, own));
  }

  docAt(space: Space, place: EditionPlace): number | null {
    for (const [layer, edition] of this.stack.editions.entries()) {
      const own = edition.docAt(space, place);
      if (own !== null) return this.stack.places[space].numberOf(layer, own);
    }
    return null;
  }

  #at<Result>(space: Space, doc: number, read: (edition: Edition, doc: number) => Result): Result {
    const places = this.stack.places[space];
    return read(this.stack.editions[places.layerOf(doc)]!, places.ownOf(doc));
  }

  /** The document in the layer whose copy is valid; -1 if none is. */
  #newestDoc(space: Space, find: (edition: Edition) => number): number {
    for (const [layer, edition] of this.stack.editions.entries()) {
      const own = find(edition);
      if (own >= 0 && !this.stack.hidden[layer]?.sets[space].has(own))
        return this.stack.places[space].numberOf(layer, own);
    }
    return -1;
  }

  /** The part of one layer. */
  #hiddenIn(layer: number, hidden: Hidden): Hidden {
    return layer === 0 ? hidden : (hidden.layers[layer - 1] ?? this.#nothingHidden.layers[layer - 1])!;
  }

  *#hide(ids: HiddenIds): Work<Hidden> {
    const { editions, hidden } = this.stack;
    const found: Hidden[] = [];
    for (const [layer, { index }] of editions.entries()) found.push(yield* hide(index, ids, hidden[layer]));
    const [base, ...layers] = found;
    return { ...base!, layers };
  }
}

const NO_PAGE: Page = { docs: [], more: false };

/** An edition of one layer, or of several. */
export function stackOf(edition: Edition | LayeredEdition): LayerStack {
  return edition instanceof LayeredEdition ? edition.stack : LayerStack.ofBase(edition);
}
