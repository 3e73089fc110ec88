// The catalog of a server that has only editions: reads from the serving edition, without the records that were hidden
// since it was built. Its answers equal those of the catalog from which the edition was built.
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Catalog,
  CatalogState,
  CompanyView,
  ComparedCompany,
  EmailContact,
  HiddenIds,
  HiddenState,
  JobRowPart,
  PersonView,
  PersonWithPositions,
  PhoneContact,
} from '../catalog/port.ts';
import { urlRewriter, urlRewriterOfBytes } from '../catalog/views/profile-urls.ts';
import { ApiError } from '../contract/errors.ts';
import { inBackground } from '../ops/scheduling/fair-scheduler.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { StoreUnavailable } from '../ops/store-unavailable.ts';
import type { Records } from '../search/edition/bodies/record-pack.ts';
import type { HiddenRecords } from '../search/edition/hidden.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { ClockCache } from './clock-cache.ts';
import { companyView, EditionLookups } from './edition-lookups.ts';
import type { Employer } from './edition-records.ts';
import { packedRows } from './packed-rows.ts';

/** An edition whose records can be read. */
interface Source {
  readonly edition: SearchableEdition;
  readonly records: Records;
}

const NOTHING_HIDDEN: HiddenState = { generation: -1, hiddenGeneration: 0, people: [], companies: [] };

/** If the hidden ids were read longer ago than this, they are not used: other records may have been hidden since. */
const STALE_MS = 900;
/** On a busy machine the next reading of hidden ids may be late: a call waits for it this long. */
const LATE_MS = 1000;

export class EditionCatalog implements Catalog {
  readonly #nowMs: (() => number) | null;
  #polledMs = Number.NEGATIVE_INFINITY;
  #nextPoll = Promise.withResolvers<void>();
  readonly #networkHost: string | null;
  readonly #rewrite: (json: string) => string;
  readonly #rewriteBytes: (json: Buffer) => Buffer;
  #edition: SearchableEdition | null = null;
  #hidden: HiddenState = NOTHING_HIDDEN;
  #hiddenRecords: HiddenRecords = hiddenRecordsOf(NOTHING_HIDDEN);

  /**
   * `networkHost`: the host of all profile URLs in answers; null keeps that of each record. `nowMs`: the clock of
   * `notePoll`; null if hidden records do not change.
   */
  constructor(networkHost: string | null, nowMs: (() => number) | null = null) {
    this.#networkHost = networkHost;
    this.#nowMs = nowMs;
    this.#rewrite = urlRewriter(networkHost);
    this.#rewriteBytes = urlRewriterOfBytes(networkHost);
  }

  /** Serves from this edition from now on. */
  replace(edition: SearchableEdition): void {
    this.#edition = edition;
  }

  /** Hides these records in all editions that were built earlier. */
  hide(hidden: HiddenState): void {
    this.#hidden = hidden;
    this.#hiddenRecords = hiddenRecordsOf(hidden);
  }

  /** Records that everything hidden by this time has been passed to `hide`. */
  notePoll(atMs: number): void {
    this.#polledMs = atMs;
    this.#nextPoll.resolve();
    this.#nextPoll = Promise.withResolvers();
  }

  /** Rejects with a StoreUnavailable if the ids of hidden records have not been read for about two seconds. */
  async state(): Promise<CatalogState> {
    if (this.#isStale()) await this.#untilPoll();
    const edition = this.#edition;
    const isNewest = edition !== null && isBuiltSince(edition.generation, this.#hidden);
    const { generation, hiddenGeneration } = isNewest ? edition : this.#hidden;
    return { generation, hiddenGeneration };
  }

  /** An edition is complete: it is outdated only by records hidden since. */
  async isCurrent(generation: number): Promise<boolean> {
    if (this.#isStale()) await this.#untilPoll();
    return isBuiltSince(generation, this.#hidden);
  }

  async hidden(): Promise<HiddenIds> {
    return this.#hidden;
  }

  async peopleByIds(ids: readonly number[]): Promise<(Buffer | null)[]> {
    const { edition, records } = this.#source();
    const docs = await inBackground(edition.firstDocsOf(ids));
    const found: (Buffer | null)[] = ids.map(() => null);
    const shown = indexesOf(docs, (index) => !this.#isHidden('people', ids[index] as number));
    records.people(
      shown.map((index) => docs[index] as number),
      (nth, json) => {
        found[shown[nth] as number] = Buffer.from(this.#rewriteBytes(json));
      },
    );
    return found;
  }

  async peopleWithPositions(ids: readonly number[]): Promise<(PersonWithPositions | null)[]> {
    return (await this.peopleByIds(ids)).map((json) => json && { json, positions: null });
  }

  async companiesByIds(ids: readonly number[]): Promise<(CompanyView | null)[]> {
    const { edition, records } = this.#source();
    const docs = ids.map((id) => edition.companyRecordOf(id));
    const found: (CompanyView | null)[] = ids.map(() => null);
    const shown = indexesOf(docs, (index) => !this.#isHidden('companies', ids[index] as number));
    records.companies(
      shown.map((index) => docs[index] as number),
      (nth, unit) => {
        const index = shown[nth] as number;
        found[index] = companyView(ids[index] as number, unit, this.#rewrite);
      },
    );
    return found;
  }

  async jobRowsByIds(ids: readonly number[]): Promise<(string | null)[]> {
    const source = this.#source();
    return ids.map((id) => this.#jobRow(source.edition.jobDocOf(id), source));
  }

  async partOfJobRow({ id, urlOf, ...part }: JobRowPart): Promise<string | null> {
    const source = this.#source();
    const doc = source.edition.jobDocOf(id);
    const whole = this.#jobRow(doc, source);
    if (whole === null) return null;
    const row = JSON.parse(whole) as Record<string, unknown>;
    // The URL of the row is the URL of one of its openings.
    const url = urlOf === null ? null : (source.records.jobUrls(doc)[urlOf] ?? row['url']);
    return JSON.stringify({ ...row, ...part, url });
  }

  async personBySlug(slug: string): Promise<PersonView | null> {
    return this.#lookups().personBySlug(slug);
  }

  async peopleByEmail(email: string, max: number): Promise<PersonView[]> {
    return this.#lookups().peopleByEmail(email, max);
  }

  async peopleByPhones(phones: readonly string[], max: number): Promise<PersonView[]> {
    return this.#lookups().peopleByPhones(phones, max);
  }

  async emailsOf(slug: string): Promise<readonly EmailContact[] | null> {
    return this.#lookups().emailsOf(slug);
  }

  async phonesOf(slug: string): Promise<readonly PhoneContact[] | null> {
    return this.#lookups().phonesOf(slug);
  }

  async peopleByExternalId(key: string): Promise<PersonView[]> {
    return this.#lookups().peopleByExternalId(key);
  }

  async externalIdsOfPerson(slug: string): Promise<readonly string[] | null> {
    return this.#lookups().externalIdsOfPerson(slug);
  }

  async companyBySlug(slug: string): Promise<CompanyView | null> {
    return this.#lookups().companyBySlug(slug);
  }

  async comparedCompanyBySlug(slug: string): Promise<ComparedCompany | null> {
    return this.#lookups().comparedCompanyBySlug(slug);
  }

  async companiesByDomain(domain: string, max: number): Promise<CompanyView[]> {
    return this.#lookups().companiesByDomain(domain, max);
  }

  async companyIdsByDomain(domain: string, turn: Turn): Promise<number[]> {
    return turn.run(this.#lookups().companyIdsByDomain(domain));
  }

  async companiesByExternalId(key: string): Promise<CompanyView[]> {
    return this.#lookups().companiesByExternalId(key);
  }

  async externalIdsOfCompany(slug: string): Promise<readonly string[] | null> {
    return this.#lookups().externalIdsOfCompany(slug);
  }

  documents(): never {
    throw new Error('an edition is built from the catalog of the builder');
  }

  /** False if there is no edition: calls then fail with a different error. */
  #isStale(): boolean {
    return this.#nowMs !== null && this.#edition !== null && this.#nowMs() - this.#polledMs >= STALE_MS;
  }

  async #untilPoll(): Promise<void> {
    await Promise.race([this.#nextPoll.promise, sleep(LATE_MS, undefined, { ref: false })]);
    if (this.#isStale()) throw new StoreUnavailable('the database of records is out of reach');
  }

  #source(): Source {
    const edition = this.#edition;
    const records = edition?.records ?? null;
    if (edition === null || records === null) throw noEdition();
    return { edition, records };
  }

  #lookups(): EditionLookups {
    const { edition, records } = this.#source();
    const lookups = edition.lookupsWithout(this.#hiddenRecords);
    if (lookups === null) throw noEdition();
    return new EditionLookups({ lookups, records, edition, networkHost: this.#networkHost });
  }

  /** The job row of a document; null for -1, and for a row of a hidden company. */
  #jobRow(doc: number, { edition, records }: Source): string | null {
    if (doc < 0) return null;
    const company = edition.companyOf('jobs', doc);
    if (company !== null && this.#isHidden('companies', edition.companyIdOf(company))) return null;
    const readable = { pack: records, employers: NO_EMPLOYERS };
    const [row] = packedRows('job', [doc], { records: readable, edition, networkHost: this.#networkHost });
    return row?.toString() ?? null;
  }

  #isHidden(kind: 'people' | 'companies', id: number): boolean {
    return this.#hiddenRecords[kind].has(id);
  }
}

/** Unused: job rows read no employers. */
const NO_EMPLOYERS = new ClockCache<number, Employer>(0, () => 0);

/** Whether an edition was built after these records were hidden, and so contains none of them. */
function isBuiltSince(generation: number, hidden: HiddenState): boolean {
  return generation >= hidden.generation;
}

function hiddenRecordsOf({ people, companies }: HiddenIds): HiddenRecords {
  return { people: new Set(people), companies: new Set(companies) };
}

/** The indexes of documents that exist and are wanted. */
function indexesOf(docs: readonly number[], isWanted: (index: number) => boolean): number[] {
  return [...docs.keys()].filter((index) => (docs[index] as number) >= 0 && isWanted(index));
}

/** The error of a call while no edition is loaded. */
export function noEdition(): ApiError {
  return new ApiError('DATA_SERVICE_ERROR', 'there is no edition of the search index yet; try again in a moment', {
    headers: { 'retry-after': '5' },
  });
}
