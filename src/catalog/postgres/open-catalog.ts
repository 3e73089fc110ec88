// The reading side of a catalog in PostgreSQL: records by id and by identifiers, as JSON text ready to send.
import { isProfileSlug } from '../../identity/former-slug.ts';
import type { BlockingAccess } from '../../ops/postgres/blocking-connection.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { StoreUnavailable } from '../../ops/store-unavailable.ts';
import type { CheckAge } from '../email-age.ts';
import { externalIdHash, externalIdsOfText } from '../external-ids-text.ts';
import type { CatalogCounts } from '../figures-port.ts';
import type { OpenedCatalog } from '../opened-catalog.ts';
import type {
  Catalog,
  CatalogState,
  CompanyView,
  ComparedCompany,
  HiddenIds,
  JobRowPart,
  PersonView,
} from '../port.ts';
import { countCatalog as countOver } from '../reading/count-catalog.ts';
import { openDocuments } from '../reading/documents.ts';
import { runsAfter } from '../repositories/run-repository.ts';
import { storedRecord } from '../stored-record.ts';
import { StoredTexts } from '../stored-text.ts';
import { hiringMembers, membersAfterCompany, membersBeforeCompany } from '../views/job-row-json.ts';
import { networkUrlOf, urlRewriter, urlRewriterOfBytes } from '../views/profile-urls.ts';
import { companyView, personView, type StoredCompanyView } from '../views/record-views.ts';
import type { ImportRun } from '../writer-port.ts';
import {
  COMPANIES_BY_DOMAIN,
  COMPANIES_BY_EXTERNAL_ID,
  COMPANIES_BY_IDS,
  COMPANY_BY_SLUG,
  COMPANY_IDS_BY_DOMAIN,
  DICTIONARIES,
  EMAILS_OF_SLUG,
  EXTERNAL_IDS_OF_COMPANY,
  EXTERNAL_IDS_OF_PERSON,
  HIDDEN,
  JOB_ROWS_BY_IDS,
  OPEN_OPENING,
  PEOPLE_BY_EMAIL,
  PEOPLE_BY_EXTERNAL_ID,
  PEOPLE_BY_IDS,
  PEOPLE_BY_PHONE,
  PERSON_BY_SLUG,
  type PersonRow,
  PHONES_OF_SLUG,
  RECORD_COUNTS,
  REDIRECTS,
  SLUG_OF_COMPANY_ROW,
  SLUG_OF_PERSON_ROW,
  STATE,
  TRIM_CHANGES,
} from './catalog-statements.ts';
import { PostgresSql } from './postgres-sql.ts';
import { openSql } from './postgres-store.ts';
import { removedPeople } from './removed-people.ts';
import { withPositions } from './with-positions.ts';

const STATEMENT_MS = 10_000;

export interface CatalogOptions extends BlockingAccess {
  /** See sqlite/open-catalog.ts. */
  readonly networkHost: string | null;
}

/** Connects at the first call. */
export function openCatalog(options: CatalogOptions): PostgresCatalog {
  return new PostgresCatalog(options);
}

/** For a serving thread: the state is polled ten times a second, so that no call waits for it. */
export function openPolledCatalog(options: CatalogOptions, schedule: Pick<Schedule, 'every'>): OpenedCatalog {
  return new PolledCatalog(options, schedule);
}

/** Counts one consistent state. `age` decides which verifications of addresses are still valid. */
export function countCatalog(access: BlockingAccess, age: CheckAge): CatalogCounts {
  const sql = new PostgresSql(access);
  try {
    sql.beginReading();
    return countOver(sql, age);
  } finally {
    sql.close();
  }
}

class PostgresCatalog implements OpenedCatalog {
  readonly #options: CatalogOptions;
  readonly #rewrite: (json: string) => string;
  readonly #rewriteBytes: (json: Buffer) => Buffer;
  readonly #dictionaries = new Map<number, Uint8Array>();
  readonly #texts = new StoredTexts((number) => this.#dictionaries.get(number));
  #database: Promise<Database> | null = null;
  #sql: PostgresSql | null = null;
  #secret: Buffer | null = null;

  constructor(options: CatalogOptions) {
    this.#options = options;
    this.#rewrite = urlRewriter(options.networkHost);
    this.#rewriteBytes = urlRewriterOfBytes(options.networkHost);
  }

  async peopleByIds(ids: readonly number[]): Promise<(Buffer | null)[]> {
    const rows = await (await this.#open()).read(PEOPLE_BY_IDS, ids);
    const texts = await this.#textsFor(rows);
    const jsons = new Map(rows.map(({ id, json }) => [id, this.#rewriteBytes(texts.decode(json))]));
    return ids.map((id) => jsons.get(id) ?? null);
  }

  async peopleWithPositions(ids: readonly number[]): ReturnType<Catalog['peopleWithPositions']> {
    const rows = await (await this.#open()).read(PEOPLE_BY_IDS, ids);
    const texts = await this.#textsFor(rows);
    return withPositions(ids, rows, await this.#open(), (json) => this.#rewriteBytes(texts.decode(json)));
  }

  async companiesByIds(ids: readonly number[]): Promise<(CompanyView | null)[]> {
    const database = await this.#open();
    const companies = new Map((await database.read(COMPANIES_BY_IDS, ids)).map((row) => [row.id, this.#company(row)]));
    const missing = ids.filter((id) => !companies.has(id));
    const redirects = missing.length === 0 ? [] : await database.read(REDIRECTS, missing);
    const survivors =
      redirects.length === 0 ? [] : await this.companiesByIds(redirects.map(({ survivor }) => survivor));
    for (const [index, { id }] of redirects.entries()) companies.set(id, survivors[index] ?? null);
    return ids.map((id) => companies.get(id) ?? null);
  }

  async jobRowsByIds(ids: readonly number[]): Promise<(string | null)[]> {
    const rows = await (await this.#open()).read(JOB_ROWS_BY_IDS, ids);
    const jsons = new Map(rows.map((row) => [row.id, this.#jobRow(row)]));
    return ids.map((id) => jsons.get(id) ?? null);
  }

  async partOfJobRow(part: JobRowPart): Promise<string | null> {
    const database = await this.#open();
    const [row] = await database.read(JOB_ROWS_BY_IDS, [part.id]);
    if (row === undefined) return null;
    const [opening] = part.urlOf === null ? [] : await database.read(OPEN_OPENING, part.urlOf);
    const { open_positions, latest_posted_at } = part;
    const url = opening ? storedRecord('opening', opening.record).url : null;
    return this.#jobRow({ ...row, open_positions, latest_posted_at, url, locations: JSON.stringify(part.locations) });
  }

  personBySlug(slug: string): Promise<PersonView | null> {
    return this.#ofSlug(SLUG_OF_PERSON_ROW, slug, async (database, own) =>
      this.#first(await database.read(PERSON_BY_SLUG, own)),
    );
  }

  async peopleByEmail(email: string, max: number): Promise<PersonView[]> {
    return this.#people(await (await this.#open()).read(PEOPLE_BY_EMAIL, email, max));
  }

  async peopleByPhones(phones: readonly string[], max: number): Promise<PersonView[]> {
    for (const phone of phones) {
      const rows = await (await this.#open()).read(PEOPLE_BY_PHONE, phone, max);
      if (rows.length > 0) return this.#people(rows);
    }
    return [];
  }

  emailsOf(slug: string): ReturnType<Catalog['emailsOf']> {
    return this.#ofSlug(SLUG_OF_PERSON_ROW, slug, async (database, own) => {
      const rows = await database.read(EMAILS_OF_SLUG, own);
      if (rows.length === 0) return null;
      return rows.flatMap(({ email, is_primary, ...row }) =>
        email === null ? [] : [{ email, ...row, is_primary: is_primary === 1 }],
      );
    });
  }

  phonesOf(slug: string): ReturnType<Catalog['phonesOf']> {
    return this.#ofSlug(SLUG_OF_PERSON_ROW, slug, async (database, own) => {
      const rows = await database.read(PHONES_OF_SLUG, own);
      if (rows.length === 0) return null;
      return rows.flatMap(({ phone, kind }) => (phone === null ? [] : [{ phone, kind }]));
    });
  }

  async peopleByExternalId(key: string): Promise<PersonView[]> {
    return this.#people(await (await this.#open()).read(PEOPLE_BY_EXTERNAL_ID, externalIdHash(key), key));
  }

  externalIdsOfPerson(slug: string): Promise<readonly string[] | null> {
    return this.#ofSlug(SLUG_OF_PERSON_ROW, slug, async (database, own) => {
      const [row] = await database.read(EXTERNAL_IDS_OF_PERSON, own);
      return row ? externalIdsOfText(row.external_ids) : null;
    });
  }

  companyBySlug(slug: string): Promise<CompanyView | null> {
    return this.#ofSlug(SLUG_OF_COMPANY_ROW, slug, async (database, own) =>
      this.#company((await database.read(COMPANY_BY_SLUG, own))[0]),
    );
  }

  comparedCompanyBySlug(slug: string): Promise<ComparedCompany | null> {
    return this.companyBySlug(slug);
  }

  async companiesByDomain(domain: string, max: number): Promise<CompanyView[]> {
    const rows = await (await this.#open()).read(COMPANIES_BY_DOMAIN, domain, max);
    return rows.map((row) => companyView(row, this.#rewrite));
  }

  async companyIdsByDomain(domain: string): Promise<number[]> {
    const rows = await (await this.#open()).read(COMPANY_IDS_BY_DOMAIN, domain);
    return rows.map(({ id }) => id);
  }

  async companiesByExternalId(key: string): Promise<CompanyView[]> {
    const rows = await (await this.#open()).read(COMPANIES_BY_EXTERNAL_ID, externalIdHash(key), key);
    return rows.map((row) => companyView(row, this.#rewrite));
  }

  externalIdsOfCompany(slug: string): Promise<readonly string[] | null> {
    return this.#ofSlug(SLUG_OF_COMPANY_ROW, slug, async (database, own) => {
      const [row] = await database.read(EXTERNAL_IDS_OF_COMPANY, own);
      return row ? externalIdsOfText(row.external_ids) : null;
    });
  }

  async state(): Promise<CatalogState> {
    const [state] = await (await this.#open()).read(STATE);
    return state ?? { generation: 0, hiddenGeneration: 0 };
  }

  async isCurrent(generation: number): Promise<boolean> {
    return (await this.state()).generation === generation;
  }

  async hidden(): Promise<HiddenIds> {
    const rows = await (await this.#open()).read(HIDDEN);
    const idsOf = (kind: 'person' | 'company') => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    return { people: idsOf('person'), companies: idsOf('company') };
  }

  async removedPeople(known: Iterable<number>): Promise<readonly number[]> {
    return removedPeople(known, await this.#open());
  }

  documents(): ReturnType<Catalog['documents']> {
    const { url, steps } = this.#options;
    const sql = new PostgresSql({ url, steps });
    try {
      sql.beginReading();
      return openDocuments(sql, () => sql.close());
    } catch (error) {
      sql.close();
      throw error;
    }
  }

  async trimChanges(upTo: number): Promise<void> {
    await (await this.#open()).run(TRIM_CHANGES, upTo);
  }

  /** Blocks the thread. */
  importRuns(after: number, among: readonly number[]): ImportRun[] {
    return runsAfter(this.#blocking(), after, among);
  }

  /** The first call blocks the thread, because it opens a separate connection. */
  cursorSecret(): Buffer {
    if (this.#secret !== null) return this.#secret;
    const { url, steps } = this.#options;
    const sql = openSql({ url, steps }, { isAlone: true });
    try {
      const secret = sql.values<[], Buffer>('SELECT cursor_secret FROM meta WHERE id = 1 ORDER BY id').get() as Buffer;
      this.#secret = secret;
      return secret;
    } finally {
      sql.close();
    }
  }

  async recordCounts(): ReturnType<OpenedCatalog['recordCounts']> {
    const [counts] = await (await this.#open()).read(RECORD_COUNTS);
    return counts ?? { companies: 0, people: 0, openings: 0 };
  }

  close(): void {
    this.#sql?.close();
    this.#sql = null;
    void this.#database?.then((database) => database.close());
    this.#database = null;
  }

  /** Loads the driver at the first call. */
  #open(): Promise<Database> {
    this.#database ??= openPool(this.#options);
    return this.#database;
  }

  /** The answer for a slug, else for the record into which the record with this slug was merged. */
  async #ofSlug<Answer>(
    ofRow: typeof SLUG_OF_PERSON_ROW,
    slug: string,
    answerOf: (database: Database, slug: string) => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const database = await this.#open();
    const answer = await answerOf(database, slug);
    if (answer !== null || !isProfileSlug(slug)) return answer;
    const [row] = await database.read(ofRow, slug);
    return row ? answerOf(database, row.slug) : null;
  }

  #blocking(): PostgresSql {
    const { url, steps } = this.#options;
    this.#sql ??= openSql({ url, steps });
    return this.#sql;
  }

  async #first(rows: readonly PersonRow[]): Promise<PersonView | null> {
    return (await this.#people(rows.slice(0, 1)))[0] ?? null;
  }

  async #people(rows: readonly PersonRow[]): Promise<PersonView[]> {
    const texts = await this.#textsFor(rows);
    return rows.map((row) => personView({ ...row, json: texts.text(row.json) }, this.#rewrite));
  }

  /** Loads the missing dictionaries of these rows. */
  async #textsFor(rows: readonly { readonly json: Buffer }[]): Promise<StoredTexts> {
    if (rows.some(({ json }) => !this.#texts.canDecode(json))) {
      const dictionaries = await (await this.#open()).read(DICTIONARIES);
      for (const { id, bytes } of dictionaries) this.#dictionaries.set(id, bytes);
    }
    return this.#texts;
  }

  #company(row: StoredCompanyView | undefined): CompanyView | null {
    return row ? companyView(row, this.#rewrite) : null;
  }

  #jobRow({ employer_json, name, domain, ...row }: JobRowColumns): string {
    const hiring = hiringMembers({ network_url: networkUrlOf(`{${employer_json}}`), name, domain });
    return this.#rewrite(`{${membersBeforeCompany(row)},"company":{${hiring}},${membersAfterCompany(row)}}`);
  }
}

async function openPool({ url, steps }: CatalogOptions): Promise<Database> {
  const [{ Database }, { checkSchema }] = await Promise.all([
    import('../../ops/postgres/database.ts'),
    import('../../ops/postgres/migrate.ts'),
  ]);
  const check = steps === null ? {} : { check: (session: Session) => checkSchema(session, steps) };
  return new Database({ url, ...check, role: 'records', connections: 1, statementMs: STATEMENT_MS });
}

type JobRowColumns = Parameters<typeof membersBeforeCompany>[0] &
  Parameters<typeof membersAfterCompany>[0] &
  Pick<StoredCompanyView, 'employer_json' | 'name' | 'domain'>;

const POLL_MS = 100;
/** A state of this age is not used: a record may have been suppressed since then. */
const STALE_MS = 900;

class PolledCatalog extends PostgresCatalog {
  readonly #stop: () => void;
  #known: { readonly state: CatalogState; readonly atMs: number } | null = null;
  #reading: Promise<CatalogState> | null = null;

  constructor(options: CatalogOptions, schedule: Pick<Schedule, 'every'>) {
    super(options);
    this.#stop = schedule.every(POLL_MS, () => void this.#read().catch(() => undefined));
  }

  /** Rejects with StoreUnavailable if the database has been unreachable for about a second. */
  override async state(): Promise<CatalogState> {
    if (this.#known === null) return await this.#read();
    if (performance.now() - this.#known.atMs < STALE_MS) return this.#known.state;
    throw new StoreUnavailable('the database of records is out of reach');
  }

  override close(): void {
    this.#stop();
    super.close();
  }

  #read(): Promise<CatalogState> {
    if (this.#reading !== null) return this.#reading;
    const atMs = performance.now();
    this.#reading = super
      .state()
      .then((state) => {
        this.#known = { state, atMs };
        return state;
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }
}
