// The edition: the immutable search index that answers queries. query.ts defines queries, build-edition.ts builds
// editions, and edition-store.ts stores them.
import type { Facet } from '../../contract/facets.ts';
import type { Space } from '../../contract/fields.ts';
import type { JobLevel } from '../../contract/vocabularies/vocabularies.ts';
import { assert } from '../../ops/assert.ts';
import { inBackground } from '../../ops/scheduling/fair-scheduler.ts';
import { atOnce, type Work } from '../../ops/scheduling/work.ts';
import type { Query } from '../query.ts';
import { EditionPack } from './bodies/edition-pack.ts';
import { type IdentifierLookups, LiveLookups, type PackLookups } from './bodies/lookups.ts';
import { memoryBytesOf, type PackImage } from './bodies/pack-image.ts';
import { PackSlugs } from './bodies/pack-slugs.ts';
import type { RecordPack } from './bodies/record-pack.ts';
import { EditionFile, type EditionHead } from './edition-file.ts';
import { EditionIndex } from './edition-index.ts';
import { FacetCache } from './facets/facet-cache.ts';
import type { FacetRow } from './facets/facet-counts.ts';
import { type Share, staffShares } from './facets/staff-shares.ts';
import { type Hidden, type HiddenIds, type HiddenRecords, hide, NOTHING_HIDDEN } from './hidden.ts';
import { compileQuery } from './query/compile-query.ts';
import { countMembers } from './query/count-members.ts';
import { countAdmitted, EmployerCap } from './query/employer-cap.ts';
import type { DocReference, EarlierDocs, Page, PageRequest } from './query/page.ts';
import { type DocSlugs, seekerIn } from './query/seek.ts';
import { type SelectedOpenings, selectedOpenings } from './query/selected-openings.ts';
import { walk } from './query/walk.ts';
import { cacheResult, type ResultsByHidden, resultName, resultsFor } from './results-by-hidden.ts';
import { Intersection } from './sets/set-algebra.ts';
import type { SlugLookup, SortKey } from './sort-key.ts';
import { companiesNamed } from './terms/companies-named.ts';
import { makeVocabulary, type VocabularyField, type VocabularyLayer } from './terms/vocabularies.ts';
import type { Prefix, Vocabulary } from './terms/vocabulary.ts';

/** A position as shown in answers. For a person without a position, everything except the id is null. */
export interface Position {
  readonly personId: number;
  /** Null if the employer is unknown or not in the edition. */
  readonly companyId: number | null;
  readonly title: string | null;
  readonly level: JobLevel | null;
  readonly function: string | null;
}

/** An edition in the form in which one thread sends it to another. The threads share its memory. */
export interface SharedEdition {
  readonly buffer: ArrayBufferLike;
  /** Null for an edition without records. */
  readonly pack: PackImage | null;
}

/**
 * An opened edition. Its methods return `Work`, which the caller runs at once (`atOnce`), in slices of the turn of a
 * call (`turn.run`) or in the background (`inBackground`). Documents are numbered from 0 in each space, in the order of
 * the contract:
 * - companies by employees descending (unknown last), then slug;
 * - people (one document for each current position) by company (no employer last), then level, connections descending
 *   (unknown last), slug;
 * - job rows by company, then open positions descending, title, source, id.
 *
 * Texts are ordered by code points, which is the order of their UTF-8 bytes.
 */
export class Edition {
  readonly buffer: ArrayBufferLike;
  readonly #image: PackImage | null;
  readonly #pack: EditionPack | null;
  /** Hash of the content; 16 hex digits. */
  readonly id: string;
  readonly generation: number;
  readonly hiddenGeneration: number;
  readonly counts: EditionHead['counts'];
  /** The number of records in the deltas over it: an edition of one layer has none. */
  readonly changedRecords = 0;
  /** Used by layered editions. */
  readonly index: EditionIndex;
  readonly #facetCache: FacetCache;
  readonly #vocabularies: ResultsByHidden<VocabularyField, Promise<Vocabulary>> = new WeakMap();
  readonly #nothingHidden: Hidden;
  readonly #knownCounts: ResultsByHidden<string, number> = new WeakMap();

  /**
   * Throws EditionError if the buffer is not an edition of this format, or is truncated or damaged. The buffer must not
   * be modified afterwards.
   */
  static *open(buffer: ArrayBufferLike): Work<Edition> {
    return new Edition(yield* EditionFile.verified(buffer), { buffer, pack: null });
  }

  /**
   * Opens a buffer that `open` has accepted before, in this or another thread. Does not verify the checksum again.
   * `pack`: the pack of this edition.
   */
  static openAgain(shared: SharedEdition): Edition {
    return new Edition(new EditionFile(shared.buffer), shared);
  }

  private constructor(file: EditionFile, { buffer, pack }: SharedEdition) {
    this.buffer = buffer;
    this.#image = pack;
    this.id = file.id;
    this.generation = file.head.generation;
    this.hiddenGeneration = file.head.hiddenGeneration;
    this.counts = file.head.counts;
    this.index = new EditionIndex(file);
    const { ids, ownership } = this.index.people;
    this.#pack = pack && new EditionPack(pack, { idOf: (doc) => ids.at(doc), companyOf: (doc) => ownership.of(doc) });
    this.#facetCache = new FacetCache(this.index);
    this.#nothingHidden = atOnce(this.hide(NOTHING_HIDDEN));
  }

  /** Needed by `openAgain`. */
  get shared(): SharedEdition {
    return { buffer: this.buffer, pack: this.#image };
  }

  /** The size of the files of the edition. */
  get fileBytes(): number {
    return this.buffer.byteLength + (this.#image?.bytes ?? 0);
  }

  /** The size of the memory that all threads share. */
  get memoryBytes(): number {
    return this.buffer.byteLength + (this.#image ? memoryBytesOf(this.#image) : 0);
  }

  /** Its records as of the build; null if it has none. Opens the pack on first use, and throws if that fails. */
  get records(): RecordPack | null {
    return this.#pack?.records ?? null;
  }

  /** Look-ups of its documents by identifiers. Null, or throws, under the same conditions as `records`. */
  get lookups(): PackLookups | null {
    return this.#pack?.lookups ?? null;
  }

  /** The matches after `after`, in order. In the space `people` a person appears once, at the first match. */
  *search(query: Query, request: PageRequest): Work<Page> {
    const { after, limit, skip = 0, until = Infinity, hidden, earlier, employers } = request;
    const set = yield* this.docsOf(query, hidden, employers);
    const { blocks, people } = this.index;
    const cap = this.#capOf(query);
    const docs: number[] = [];
    let left = skip;
    let more = false;
    let unknownAt = -1;
    const visit = (doc: number) => {
      if (doc >= until) return false;
      if (query.space === 'people' && !people.repeats.isFirstIn(set, doc)) return true;
      const isFoundEarlier = earlier?.isMatched(doc);
      if (isFoundEarlier === null) {
        unknownAt = doc;
        return false;
      }
      if (isFoundEarlier) return true;
      if (cap && (!cap.admits(doc) || doc <= after)) return true;
      if (left > 0) left--;
      else if (docs.length < limit) docs.push(doc);
      else more = true;
      return !more;
    };
    const from = cap && after >= 0 ? cap.startOf(after) : after + 1;
    yield* walk(set, { blocks: blocks[query.space], from, until }, visit);
    // Most pages have no person of several parts, and need no earlier matches.
    if (unknownAt >= 0) {
      yield* earlier!.prepare();
      yield* walk(set, { blocks: blocks[query.space], from: unknownAt, until }, visit);
    }
    return { docs, more };
  }

  /** The exact number of matching companies, people or job rows. Cached by the query and `hidden`. */
  *count(query: Query, hidden: Hidden = this.#nothingHidden): Work<number> {
    const known = resultsFor(this.#knownCounts, hidden);
    const name = resultName(query);
    const count = known.get(name) ?? (yield* this.#countMatches(query, hidden));
    cacheResult(known, [name, count]);
    return count;
  }

  /**
   * For each facet, the values of the matching companies, people or job rows, each with the result of `count` for the
   * query with this value added. Contains all values with counts above 0, by descending count, then by value. Cached
   * like `count`.
   */
  facets(query: Query, facets: readonly Facet[], hidden: Hidden = this.#nothingHidden): Work<FacetRow[][]> {
    return this.#facetCache.rows(query, facets, { hidden, set: () => this.docsOf(query, hidden) });
  }

  /**
   * The vocabulary of a field, for look-ups by prefix. The first call counts all values in the background, which takes
   * about a second if there are many. Cached like `count`.
   */
  vocabulary(field: VocabularyField, hidden: Hidden): Promise<Vocabulary> {
    const known = resultsFor(this.#vocabularies, hidden);
    const source = {
      layers: [this.vocabularyLayer(hidden)],
      industries: this.industries,
      facets: (query: Query, facets: readonly Facet[]) => this.facets(query, facets, hidden),
    };
    const vocabulary = known.get(field) ?? inBackground(makeVocabulary(field, source));
    known.set(field, vocabulary);
    return vocabulary;
  }

  /**
   * The first `max` candidates of the space `companies`, in order. All companies whose name has the prefix are
   * candidates, and possibly others.
   */
  *companiesNamed(prefix: Prefix, max: number, hidden: Hidden): Work<number[]> {
    const blocks = this.index.blocks.companies;
    const all = yield* this.docsOf({ space: 'companies', clauses: [] }, hidden);
    const docs: number[] = [];
    yield* walk(companiesNamed(prefix, this.index, all), { blocks, from: 0 }, (doc) => docs.push(doc) < max);
    return docs;
  }

  /** The position of a document of the space `people`, as shown in answers. */
  position(doc: number): Position {
    const { people, companies, values } = this.index;
    const company = people.ownership.of(doc);
    return {
      personId: people.ids.at(doc),
      companyId: company < people.ownership.ownerCount ? companies.ids.at(company) : null,
      title: people.titles.at(doc),
      level: values.job_level.at(doc) as JobLevel | null,
      function: values.job_function.at(doc),
    };
  }

  /** The document of the employer of a document in the space `companies`; null if it has no employer. */
  companyOf(space: 'people' | 'jobs', doc: number): number | null {
    const ownership = this.index.ownership(space);
    const company = ownership.of(doc);
    return company < ownership.ownerCount ? company : null;
  }

  /** The first document of the person to whom a document of the space `people` belongs. */
  firstOf(doc: number): number {
    return this.index.people.repeats.first(doc);
  }

  /** The id of a document of the space `companies`. */
  companyIdOf(doc: number): number {
    return this.index.companies.ids.at(doc);
  }

  /** The id of a document of the space `jobs`. */
  jobIdOf(doc: number): number {
    return this.index.jobs.ids.at(doc);
  }

  /**
   * For each of these matches of the space `jobs`, the openings that match the clauses on openings. At least one
   * opening of each must match.
   */
  selectedOpenings(query: Query, docs: readonly number[]): Work<readonly SelectedOpenings[]> {
    return selectedOpenings(query, docs, this.index);
  }

  /** The document of a company by id; -1 if it is not in the edition. */
  companyDocOf(companyId: number): number {
    return this.index.companies.docOf(companyId);
  }

  /** The document with the record of a company, by id; -1 if it is not in the edition. */
  companyRecordOf(companyId: number): number {
    return this.companyDocOf(companyId);
  }

  /** The document of a job row, by id; -1 if it is not in the edition. */
  jobDocOf(jobId: number): number {
    return this.index.jobs.docOf(jobId);
  }

  /** The first document of each person; -1 if it has none. The first call takes some nanoseconds per document. */
  *firstDocsOf(people: readonly number[]): Work<readonly number[]> {
    const finder = yield* this.index.personFinder();
    return people.map((id) => finder.firstOf(id));
  }

  /** `lookups` without these records: their documents are never found. */
  lookupsWithout(hidden: HiddenRecords): IdentifierLookups | null {
    const { people, companies } = this.index;
    const { lookups } = this;
    return (
      lookups &&
      new LiveLookups(lookups, {
        people: (doc) => !hidden.people.has(people.ids.at(doc)),
        companies: (doc) => !hidden.companies.has(companies.ids.at(doc)),
      })
    );
  }

  /**
   * The numbers of current people of a company by job function or country of residence, unordered. Each person counts
   * once, with the most senior position in the company. Null if the company is not in the edition or is hidden.
   */
  *distribution(companyId: number, by: 'department' | 'country', hidden = this.#nothingHidden): Work<Share[] | null> {
    const company = this.companyDocOf(companyId);
    if (company < 0 || hidden.sets.companies.has(company)) return null;
    return yield* this.staffShares(company, by, hidden);
  }

  /** The result of `distribution` for a company given by its document, which may be hidden. */
  staffShares(company: number, by: 'department' | 'country', hidden: Hidden): Work<Share[]> {
    return staffShares(this.index, { company, by, hidden: hidden.sets.people });
  }

  /**
   * Creates the `hidden` argument of `search`, `count` and `distribution` that omits these people, these companies and
   * all documents of the companies. The first call with people takes some nanoseconds per document.
   */
  hide(ids: HiddenIds): Work<Hidden> {
    return hide(this.index, ids);
  }

  /** The industries that occur in the edition, in text order. */
  get industries(): readonly string[] {
    return this.index.values.industry.values;
  }

  /** The sort key of a document, which a cursor contains so that `seek` finds its place in another edition. */
  sortKey(space: Space, doc: number, slugs: SlugLookup | null): Promise<SortKey> {
    return seekerIn(this, slugs).keyOf(space, doc);
  }

  /** The last document that is not after the key; -1 if all are after it. `search` continues after it. */
  seek(space: Space, key: SortKey, slugs: SlugLookup | null): Promise<number> {
    return seekerIn(this, slugs).seek(space, key);
  }

  /** The place of a document, which a cursor contains. */
  referenceTo(_space: Space, doc: number): DocReference {
    return { editionId: this.id, doc };
  }

  /** The document at a place; null if the place is in another edition. */
  docOf(_space: Space, { editionId, doc }: DocReference): number | null {
    return editionId === this.id ? doc : null;
  }

  /** The slugs of its documents. Null, or throws, under the same conditions as `records`. */
  get slugs(): DocSlugs | null {
    return this.#pack && new PackSlugs(this.#pack, (doc) => this.firstOf(doc));
  }

  /** This edition as a layer of vocabularies. */
  vocabularyLayer(hidden: Hidden): VocabularyLayer {
    return {
      index: this.index,
      employers: this.#facetCache.employers,
      hidden,
      all: (space) => atOnce(this.docsOf({ space, clauses: [] }, hidden)),
      count: (query) => this.#countMatches(query, hidden),
    };
  }

  /** The documents that satisfy a query. */
  *docsOf(query: Query, hidden = this.#nothingHidden, employers: PageRequest['employers'] = {}): Work<Intersection> {
    const sets = yield* compileQuery(query, this.index, { overrides: hidden.overrides, ...employers });
    const blocks = this.index.blocks[query.space];
    const hiddenDocs = hidden.sets[query.space];
    return new Intersection(blocks, sets, hiddenDocs.intervals.length > 0 ? hiddenDocs : null);
  }

  #capOf({ space, perCompanyMax }: Query): EmployerCap | null {
    if (perCompanyMax === undefined) return null;
    assert(space === 'people', 'people of one employer are limited in searches of people');
    return new EmployerCap(this.index.people.ownership, perCompanyMax);
  }

  /**
   * Counts a query with a maximum number of people per employer. `admittedOf`: the number of people of a company who
   * have been admitted in another layer. `earlier` must be prepared.
   */
  *countWithAdmitted(
    query: Query,
    admittedOf: (company: number) => number,
    { hidden, earlier }: { readonly hidden: Hidden; readonly earlier?: EarlierDocs | undefined },
  ): Work<number> {
    const cap = new EmployerCap(this.index.people.ownership, query.perCompanyMax ?? 0, admittedOf);
    return yield* countAdmitted(yield* this.docsOf(query, hidden), this.index, { cap, earlier });
  }

  /** Returns a function from a document to its shown value of a facet; null for none. */
  facetLabels(facet: Facet, space: Space, hidden: Hidden): (doc: number) => string | null {
    return this.#facetCache.labels(facet, space, hidden);
  }

  *#countMatches(query: Query, hidden: Hidden): Work<number> {
    const set = yield* this.docsOf(query, hidden);
    const cap = this.#capOf(query);
    if (cap) return yield* countAdmitted(set, this.index, { cap });
    return yield* countMembers(set, { space: query.space, index: this.index });
  }
}
