// An edition in two layers: a base, and a delta with what changed since. Answers what one edition of the current records
// answers in which the companies of the base keep their place in the order. Documents of the delta are numbered behind
// those of the base; delta-seam.ts says how the layers lie over each other.
import type { Facet } from '../../../contract/facets.ts';
import type { Space } from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { inBackground } from '../../../ops/fair-scheduler.ts';
import { atOnce, type Work } from '../../../ops/work.ts';
import type { Query } from '../../query.ts';
import { Edition, type EditionPlace, type Page, type PageRequest, type Position } from '../edition.ts';
import { type FacetRow, sumRows } from '../facets/facet-counts.ts';
import { type Share, sumShares } from '../facets/staff-shares.ts';
import { type Hidden, type HiddenIds, hide, NOTHING_HIDDEN } from '../hidden.ts';
import type { SearchableEdition } from '../searchable-edition.ts';
import type { SelectedOpenings } from '../selected-openings.ts';
import type { SortKey } from '../sort-key.ts';
import { makeVocabulary, type VocabularyField } from '../terms/vocabularies.ts';
import type { Prefix, Vocabulary } from '../terms/vocabulary.ts';
import type { SharedDelta } from './delta-seam.ts';
import { LayerPair } from './layer-pair.ts';
import { LayeredLookUps } from './layered-look-ups.ts';
import { LayeredRecords } from './layered-records.ts';
import { LayeredSeeker } from './layered-seeker.ts';
import { liveIndustries } from './live-industries.ts';

export class LayeredEdition implements SearchableEdition {
  readonly id: string;
  readonly generation: number;
  readonly hiddenGeneration: number;
  readonly counts: Edition['counts'];
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly changedRecords: number;
  readonly industries: readonly string[];
  readonly #base: Edition;
  readonly #delta: Edition;
  readonly #pair: LayerPair;
  readonly #nothingHidden: Hidden;
  readonly #vocabularies = new WeakMap<Hidden, Map<VocabularyField, Promise<Vocabulary>>>();

  /** `delta` lies over this base, and both have records. */
  constructor(base: Edition, { edition, seam, records }: SharedDelta) {
    assert(seam.baseId === base.id, 'a delta is over its own base');
    this.#base = base;
    this.#delta = Edition.openAgain(edition);
    this.#pair = new LayerPair(base, this.#delta, seam);
    this.#nothingHidden = atOnce(this.hide(NOTHING_HIDDEN));
    this.id = `${base.id}+${this.#delta.id}`;
    this.generation = this.#delta.generation;
    this.hiddenGeneration = this.#delta.hiddenGeneration;
    this.counts = this.#pair.counts();
    this.changedRecords = records;
    this.fileBytes = base.fileBytes;
    this.memoryBytes = base.memoryBytes + this.#delta.memoryBytes;
    this.industries = liveIndustries(base.index, this.#delta.index, this.#nothingHidden);
  }

  get records(): LayeredRecords | null {
    const { records } = this.#base;
    const ofDelta = this.#delta.records;
    return records && ofDelta && new LayeredRecords({ base: records, delta: ofDelta }, this.#pair.places);
  }

  get lookUps(): LayeredLookUps | null {
    const base = this.#base.lookUps;
    const delta = this.#delta.lookUps;
    if (!base || !delta) return null;
    const { places, masked } = this.#pair;
    return new LayeredLookUps({ base, delta, places, masked: masked.sets }, this.#pair);
  }

  hide(ids: HiddenIds): Work<Hidden> {
    return this.#hide(ids);
  }

  *search(query: Query, request: PageRequest): Work<Page> {
    const { after, limit, skip = 0, hidden = this.#nothingHidden } = request;
    const places = this.#pair.places[query.space];
    const cap = query.perCompanyMax ?? 0;
    const position = places.positionOf(after);
    const from = cap > 0 ? this.#pair.beforeStaffOf(after) : position;
    // Behind the start of an employer at most `cap` admitted people are not after `after`.
    const wanted = skip + limit + cap + 1;
    const searchDelta = (count: number) =>
      this.#delta.search(query, { after: from.delta, limit: count, hidden: hidden.delta ?? this.#nothingHidden });
    if (skip > 0 && (yield* searchDelta(1)).docs.length === 0)
      return yield* this.#base.search(query, { ...request, after: position.base, hidden });
    const ofBase = yield* this.#base.search(query, { after: from.base, limit: wanted, hidden });
    // Mostly no document of the delta is before the last one of the base.
    const end = ofBase.more ? places.deltaBefore(ofBase.docs.at(-1)!) : places.deltaCount;
    const ofDelta = end > from.delta + 1 ? (yield* searchDelta(wanted)).docs.filter((doc) => doc < end) : [];
    const merged = places.merged(ofBase.docs, ofDelta);
    const admitted = cap > 0 ? this.#pair.admitted(merged, cap).filter((doc) => places.isAfter(doc, position)) : merged;
    return { docs: admitted.slice(skip, skip + limit), more: admitted.length > skip + limit };
  }

  *count(query: Query, hidden: Hidden = this.#nothingHidden): Work<number> {
    const ofDelta = hidden.delta ?? this.#nothingHidden;
    if (query.perCompanyMax === undefined)
      return (yield* this.#base.count(query, hidden)) + (yield* this.#delta.count(query, ofDelta));
    const request = { after: -1, limit: Number.MAX_SAFE_INTEGER, hidden: ofDelta };
    const { docs } = yield* this.#delta.search(query, request);
    const admitted = this.#pair.staffByBaseCompany(docs);
    const ofBase = yield* this.#base.countBeside(query, (company) => admitted.get(company) ?? 0, hidden);
    return docs.length + ofBase;
  }

  *facets(query: Query, facets: readonly Facet[], hidden: Hidden = this.#nothingHidden): Work<FacetRow[][]> {
    const ofBase = yield* this.#base.facets(query, facets, hidden);
    const ofDelta = yield* this.#delta.facets(query, facets, hidden.delta ?? this.#nothingHidden);
    const rows: FacetRow[][] = [];
    for (const [place, facet] of facets.entries())
      rows.push(yield* sumRows(facet, [ofBase[place] ?? [], ofDelta[place] ?? []], this.industries));
    return rows;
  }

  vocabulary(field: VocabularyField, hidden: Hidden): Promise<Vocabulary> {
    const known = this.#vocabularies.get(hidden) ?? new Map<VocabularyField, Promise<Vocabulary>>();
    this.#vocabularies.set(hidden, known);
    const layers = [
      this.#base.vocabularyLayer(hidden),
      this.#delta.vocabularyLayer(hidden.delta ?? this.#nothingHidden),
    ];
    const facets = (query: Query, some: readonly Facet[]) => this.facets(query, some, hidden);
    const source = { layers, industries: this.industries, facets };
    const vocabulary = known.get(field) ?? inBackground(makeVocabulary(field, source));
    known.set(field, vocabulary);
    return vocabulary;
  }

  *companiesNamed(prefix: Prefix, max: number, hidden: Hidden): Work<number[]> {
    const ofBase = yield* this.#base.companiesNamed(prefix, max, hidden);
    const ofDelta = yield* this.#delta.companiesNamed(prefix, max, hidden.delta ?? this.#nothingHidden);
    return this.#pair.places.companies.merged(ofBase, ofDelta).slice(0, max);
  }

  *distribution(
    companyId: number,
    by: 'department' | 'country',
    hidden: Hidden = this.#nothingHidden,
  ): Work<Share[] | null> {
    const layers = [
      { edition: this.#base, hidden },
      { edition: this.#delta, hidden: hidden.delta ?? this.#nothingHidden },
    ].map((layer) => ({ ...layer, place: layer.edition.companyDocOf(companyId) }));
    const known = layers.filter(({ place }) => place >= 0);
    if (known.every((layer) => layer.hidden.sets.companies.has(layer.place))) return null;
    const shares: Share[] = [];
    for (const { edition, place, hidden: ofLayer } of known)
      shares.push(...(yield* edition.staffShares(place, by, ofLayer)));
    return sumShares(shares);
  }

  *selectedOpenings(query: Query, docs: readonly number[]): Work<readonly SelectedOpenings[]> {
    const places = this.#pair.places.jobs;
    const inBase = (doc: number) => places.inDelta(doc) < 0;
    const ofBase = yield* this.#base.selectedOpenings(query, docs.filter(inBase));
    const others = docs.filter((doc) => !inBase(doc)).map((doc) => places.inDelta(doc));
    const ofDelta = yield* this.#delta.selectedOpenings(query, others);
    const next = { base: 0, delta: 0 };
    return docs.map((doc) => (inBase(doc) ? ofBase[next.base++] : ofDelta[next.delta++]) as SelectedOpenings);
  }

  position(doc: number): Position {
    return this.#at('people', doc, (edition, own) => edition.position(own));
  }

  firstOf(doc: number): number {
    const places = this.#pair.places.people;
    const own = places.inDelta(doc);
    return own < 0 ? this.#base.firstOf(doc) : places.fromDelta(this.#delta.firstOf(own));
  }

  companyOf(space: 'people' | 'jobs', doc: number): number | null {
    return this.#pair.companyOf(space, doc);
  }

  companyIdOf(doc: number): number {
    return this.#at('companies', doc, (edition, own) => edition.companyIdOf(own));
  }

  jobIdOf(doc: number): number {
    return this.#at('jobs', doc, (edition, own) => edition.jobIdOf(own));
  }

  companyDocOf(companyId: number): number {
    const own = this.#base.companyDocOf(companyId);
    if (own >= 0) return own;
    const ofDelta = this.#delta.companyDocOf(companyId);
    return ofDelta < 0 ? -1 : this.#pair.places.companies.fromDelta(ofDelta);
  }

  /** Slugs are read from the layers: a cursor continues in the order in which they were built. */
  sortKey(space: Space, doc: number): Promise<SortKey> {
    return new LayeredSeeker(this.#pair).keyOf(space, doc);
  }

  seek(space: Space, key: SortKey): Promise<number> {
    return new LayeredSeeker(this.#pair).seek(space, key);
  }

  placeOf(space: Space, doc: number): EditionPlace {
    return this.#at(space, doc, (edition, own) => edition.placeOf(space, own));
  }

  docAt(space: Space, place: EditionPlace): number | null {
    const ofDelta = this.#delta.docAt(space, place);
    return ofDelta === null ? this.#base.docAt(space, place) : this.#pair.places[space].fromDelta(ofDelta);
  }

  #at<Result>(space: Space, doc: number, read: (edition: Edition, doc: number) => Result): Result {
    const own = this.#pair.places[space].inDelta(doc);
    return own < 0 ? read(this.#base, doc) : read(this.#delta, own);
  }

  *#hide(ids: HiddenIds): Work<Hidden> {
    const { masked, guests } = this.#pair;
    const delta = yield* hide(this.#delta.index, ids, guests);
    return { ...(yield* hide(this.#base.index, ids, masked)), delta };
  }
}
