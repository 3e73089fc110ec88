// The reading side of catalog.db: records by id and by identifiers, as JSON text ready to send.
import type { Database } from 'better-sqlite3';
import { isSoleUser } from '../../ops/full-disk.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import type { OpenedCatalog } from '../opened-catalog.ts';
import type {
  Catalog,
  CatalogState,
  CompanyView,
  ComparedCompany,
  HiddenIds,
  JobRowPart,
  PersonView,
  PersonWithPositions,
} from '../port.ts';
import { openDocuments } from '../reading/documents.ts';
import { runsAfter } from '../repositories/run-repository.ts';
import { positionDocuments } from '../stored-positions.ts';
import { StoredTexts } from '../stored-text.ts';
import { trimChanges } from '../tables/change-log.ts';
import { readDictionaries } from '../tables/text-dictionaries.ts';
import { urlRewriter, urlRewriterOfBytes } from '../views/profile-urls.ts';
import { companyView, personView } from '../views/record-views.ts';
import type { ImportRun } from '../writer-port.ts';
import { ContactsOfSlug } from './contacts-of-slug.ts';
import { makeMissingIndexes } from './deferred-indexes.ts';
import { FormerSlugs } from './former-slugs.ts';
import { openDatabase } from './open-database.ts';
import { OwnersOfId } from './owners-of-id.ts';
import { SqliteSql } from './sqlite-sql.ts';
import { type Reading, type ReadingOf, TurnSnapshot } from './turn-snapshot.ts';

export interface CatalogOptions {
  /** Path of catalog.db. */
  readonly file: string;
  /**
   * Whether the file is opened read-only; it must then exist. Default: the file is created, or migrated to the newest
   * schema.
   */
  readonly readOnly?: boolean;
  /** Host of all answered profile URLs; null keeps the host in each record. */
  readonly networkHost: string | null;
  /**
   * Uses one snapshot for all reads of one iteration of the event loop, which is cheaper. Default: each read sees the
   * newest state.
   */
  readonly schedule?: Schedule;
}

/**
 * Keeps the inner pages of the trees of people in memory, 5 MB for a million. An uncached row then costs one page read,
 * not two.
 */
const PAGE_CACHE_KIB = 32 * 1024;

/** Throws if this version cannot use the file. */
export function openCatalog({ file, readOnly = false, ...options }: CatalogOptions): SqliteCatalog {
  const database = openDatabase(file, { readOnly });
  if (!readOnly) makeMissingIndexes(database);
  return new SqliteCatalog(database, options);
}

type PersonRow = readonly [id: number, slug: string, positions: string, json: Buffer];
type CompanyRow = readonly [
  id: number,
  slug: string,
  name: string,
  domain: string | null,
  email_domain: string | null,
  employerJson: string,
  restJson: string,
];

// Hidden records have a separate index, so that no row has to be read to check them.
const PERSON_JSON = `SELECT json FROM person_text WHERE person_id = ?
  AND NOT EXISTS (SELECT 1 FROM person INDEXED BY person_hidden WHERE id = person_id AND hidden = 1)`;
const PERSON = `SELECT person.id, person.slug, positions, json FROM person
  JOIN person_text ON person_text.person_id = person.id`;
const COMPANY = `SELECT company.id, slug, name, company.domain, email_domain, employer_json, rest_json FROM company`;

// A switchboard may have hundreds of owners. Only the texts of the first ones are read.
const PEOPLE_BY_PHONE = `${PERSON} JOIN (
    SELECT phone.person_id AS id, row_number() OVER (
        ORDER BY company.id IS NULL, company.employee_count DESC NULLS LAST, company.slug, phone.person_id) AS place
    FROM phone JOIN person ON person.id = phone.person_id
    LEFT JOIN employer ON employer.id = json_extract(positions, '$[0][0]')
    LEFT JOIN company ON company.id = employer.company_id AND company.hidden = 0
    WHERE phone = +? AND person.hidden = 0) AS owner ON owner.id = person.id
  WHERE owner.place <= +? ORDER BY owner.place`;

/**
 * Selects the wire JSON of job rows. `of`: the expressions of the members that differ between a row and a part of it.
 */
const jobRowJson = (of: Readonly<Record<'open_positions' | 'latest_posted_at' | 'url' | 'locations', string>>) =>
  `json_object('title', title, 'open_positions', ${of.open_positions}, 'source', job_row.source,
    'company', json_object(
      'network_url', json_extract('{' || employer_json || '}', '$.network_url'), 'name', name, 'domain', domain),
    'latest_posted_at', ${of.latest_posted_at}, 'url', ${of.url}, 'locations', json(${of.locations}))
  FROM job_row JOIN company ON company.id = company_id`;

const WHOLE_JOB_ROW = jobRowJson({
  open_positions: 'open_positions',
  latest_posted_at: 'latest_posted_at',
  url: 'url',
  locations: 'locations',
});
const JOB_ROWS = `SELECT job_row.id, ${WHOLE_JOB_ROW}
  WHERE job_row.id IN (SELECT value FROM json_each(?)) AND open_positions > 0 AND hidden = 0`;

const SELECTED_OPENINGS = jobRowJson({
  open_positions: 'CAST(:open_positions AS INTEGER)',
  latest_posted_at: ':latest_posted_at',
  url: `(SELECT opening.record ->> '$.url' FROM opening WHERE opening.id = :urlOf AND is_open = 1 AND is_missing = 0)`,
  locations: ':locations',
});
const PART_OF_JOB_ROW = `SELECT ${SELECTED_OPENINGS}
  WHERE job_row.id = :id AND open_positions > 0 AND hidden = 0`;

class SqliteCatalog implements OpenedCatalog {
  readonly #database: Database;
  readonly #snapshot: TurnSnapshot | null;
  readonly #rewrite: (json: string) => string;
  readonly #rewriteBytes: (json: Buffer) => Buffer;
  readonly #contacts: ContactsOfSlug;
  readonly #owners: OwnersOfId<PersonRow, CompanyRow>;
  readonly #texts: StoredTexts;
  readonly #personJson: Reading<[id: number], Buffer>;
  readonly #personWithPositions: Reading<[id: number], readonly [positions: string, json: Buffer]>;
  readonly #companyOfEmployer: Reading<[id: number], number>;
  readonly #personBySlug: Reading<[slug: string], PersonRow>;
  readonly #peopleByEmail: Reading<[email: string, max: number], PersonRow>;
  readonly #peopleByPhone: Reading<[phone: string, max: number], PersonRow>;
  readonly #companyById: Reading<[id: number], CompanyRow>;
  readonly #redirectOf: Reading<[id: number], number>;
  readonly #companyBySlug: Reading<[slug: string], CompanyRow>;
  readonly #former: FormerSlugs;
  readonly #companiesByDomain: Reading<[domain: string, max: number], CompanyRow>;
  readonly #companyIdsByDomain: Reading<[domain: string], number>;
  readonly #jobRowsByIds: Reading<[ids: string], readonly [id: number, json: string]>;
  readonly #partOfJobRow: Reading<[Omit<JobRowPart, 'locations'> & { readonly locations: string }], string>;
  readonly #state: Pick<Reading<[], readonly [generation: number, hiddenGeneration: number]>, 'get'>;
  readonly #hiddenPeople: Reading<[], number>;
  readonly #hiddenCompanies: Reading<[], number>;

  constructor(database: Database, { networkHost, schedule }: Pick<CatalogOptions, 'networkHost' | 'schedule'>) {
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    this.#database = database;
    this.#snapshot = schedule ? new TurnSnapshot(database, schedule) : null;
    this.#rewrite = urlRewriter(networkHost);
    this.#rewriteBytes = urlRewriterOfBytes(networkHost);
    const reading: ReadingOf = (statement) => this.#snapshot?.reading(statement) ?? statement;
    const rows = <Parameters extends unknown[], Row>(sql: string) =>
      reading(database.prepare<Parameters, Row>(sql).raw());
    const values = <Parameters extends unknown[], Value>(sql: string) =>
      reading(database.prepare<Parameters, Value>(sql).pluck());
    this.#former = new FormerSlugs(database, reading);
    this.#contacts = new ContactsOfSlug(database, reading);
    this.#owners = new OwnersOfId(database, reading, { person: PERSON, company: COMPANY });
    this.#texts = new StoredTexts(readDictionaries(new SqliteSql(database)));
    this.#personJson = values(PERSON_JSON);
    this.#personWithPositions = rows(
      `SELECT positions, json FROM person JOIN person_text ON person_id = person.id WHERE person.id = ? AND hidden = 0`,
    );
    this.#companyOfEmployer = values(
      `SELECT company_id FROM employer JOIN company ON company.id = company_id WHERE employer.id = ? AND hidden = 0`,
    );
    this.#personBySlug = rows(`${PERSON} WHERE person.slug = ? AND person.hidden = 0`);
    this.#peopleByEmail = rows(
      `${PERSON} WHERE person.hidden = 0 AND person.id IN (SELECT person_id FROM email WHERE email = +?)
       ORDER BY person.id LIMIT +?`,
    );
    this.#peopleByPhone = rows(PEOPLE_BY_PHONE);
    this.#companyById = rows(`${COMPANY} WHERE id = ? AND hidden = 0`);
    this.#redirectOf = values('SELECT company_id FROM company_redirect WHERE id = ?');
    this.#companyBySlug = rows(`${COMPANY} WHERE slug = ? AND hidden = 0`);
    this.#companiesByDomain = rows(
      `${COMPANY} JOIN company_domain ON company_id = company.id WHERE company_domain.domain = +? AND hidden = 0
       ORDER BY employee_count DESC NULLS LAST, slug LIMIT +?`,
    );
    this.#companyIdsByDomain = values(
      'SELECT company_id FROM company_domain JOIN company ON company.id = company_id WHERE company_domain.domain = ? AND hidden = 0',
    );
    this.#jobRowsByIds = rows(JOB_ROWS);
    this.#partOfJobRow = values(PART_OF_JOB_ROW);
    const state = database
      .prepare<[], readonly [generation: number, hiddenGeneration: number]>(
        'SELECT generation, hidden_generation FROM meta',
      )
      .raw();
    this.#state = this.#snapshot?.once(state) ?? state;
    this.#hiddenPeople = values('SELECT id FROM person WHERE hidden = 1');
    this.#hiddenCompanies = values('SELECT id FROM company WHERE hidden = 1');
  }

  // One statement per id: a list of ids would have to be encoded and parsed, and its rows sorted.
  async peopleByIds(ids: readonly number[]): Promise<(Buffer | null)[]> {
    return ids.map((id) => {
      const json = this.#personJson.get(id);
      return json === undefined ? null : this.#rewriteBytes(this.#texts.decode(json));
    });
  }

  async peopleWithPositions(ids: readonly number[]): Promise<(PersonWithPositions | null)[]> {
    const companyIdOf = (employerId: number) => this.#companyOfEmployer.get(employerId) ?? 0;
    return ids.map((id) => {
      const [positions, json] = this.#personWithPositions.get(id) ?? [];
      if (positions === undefined || json === undefined) return null;
      const decoded = this.#rewriteBytes(this.#texts.decode(json));
      return { json: decoded, positions: positionDocuments(positions, companyIdOf) };
    });
  }

  async companiesByIds(ids: readonly number[]): Promise<(CompanyView | null)[]> {
    return ids.map((id) => this.#company(this.#companyById.get(id) ?? this.#redirectedCompany(id)));
  }

  async jobRowsByIds(ids: readonly number[]): Promise<(string | null)[]> {
    const rows = new Map(this.#jobRowsByIds.all(JSON.stringify(ids)));
    return ids.map((id) => {
      const json = rows.get(id);
      return json === undefined ? null : this.#rewrite(json);
    });
  }

  async partOfJobRow(part: JobRowPart): Promise<string | null> {
    const json = this.#partOfJobRow.get({ ...part, locations: JSON.stringify(part.locations) });
    return json === undefined ? null : this.#rewrite(json);
  }

  async personBySlug(slug: string): Promise<PersonView | null> {
    return this.#former.person(slug, (own) => this.#person(this.#personBySlug.get(own)));
  }

  async peopleByEmail(email: string, max: number): Promise<PersonView[]> {
    return this.#peopleByEmail.all(email, max).map((row) => this.#personView(row));
  }

  async peopleByPhones(phones: readonly string[], max: number): Promise<PersonView[]> {
    for (const phone of phones) {
      const rows = this.#peopleByPhone.all(phone, max);
      if (rows.length > 0) return rows.map((row) => this.#personView(row));
    }
    return [];
  }

  async emailsOf(slug: string): ReturnType<Catalog['emailsOf']> {
    return this.#former.person(slug, (own) => this.#contacts.emails(own));
  }

  async phonesOf(slug: string): ReturnType<Catalog['phonesOf']> {
    return this.#former.person(slug, (own) => this.#contacts.phones(own));
  }

  async peopleByExternalId(key: string): Promise<PersonView[]> {
    return this.#owners.people(key).map((row) => this.#personView(row));
  }

  async externalIdsOfPerson(slug: string): Promise<readonly string[] | null> {
    return this.#former.person(slug, (own) => this.#owners.idsOfPerson(own));
  }

  async companyBySlug(slug: string): Promise<CompanyView | null> {
    return this.#former.company(slug, (own) => this.#company(this.#companyBySlug.get(own)));
  }

  comparedCompanyBySlug(slug: string): Promise<ComparedCompany | null> {
    return this.companyBySlug(slug);
  }

  async companiesByDomain(domain: string, max: number): Promise<CompanyView[]> {
    return this.#companiesByDomain.all(domain, max).map((row) => this.#companyView(row));
  }

  async companyIdsByDomain(domain: string): Promise<number[]> {
    return this.#companyIdsByDomain.all(domain);
  }

  async companiesByExternalId(key: string): Promise<CompanyView[]> {
    return this.#owners.companies(key).map((row) => this.#companyView(row));
  }

  async externalIdsOfCompany(slug: string): Promise<readonly string[] | null> {
    return this.#former.company(slug, (own) => this.#owners.idsOfCompany(own));
  }

  async state(): Promise<CatalogState> {
    const [generation, hiddenGeneration] = this.#state.get() ?? [0, 0];
    return { generation, hiddenGeneration };
  }

  async isCurrent(generation: number): Promise<boolean> {
    return this.#state.get()?.[0] === generation;
  }

  async hidden(): Promise<HiddenIds> {
    return { people: this.#hiddenPeople.all(), companies: this.#hiddenCompanies.all() };
  }

  documents(): ReturnType<Catalog['documents']> {
    const isSole = isSoleUser(this.#database);
    const database = isSole ? this.#database : openDatabase(this.#database.name, { readOnly: true });
    database.exec('BEGIN');
    return openDocuments(new SqliteSql(database), () => void (isSole ? database.exec('COMMIT') : database.close()));
  }

  async trimChanges(upTo: number): Promise<void> {
    trimChanges(new SqliteSql(this.#database), upTo);
  }

  importRuns(after: number, among: readonly number[]): ImportRun[] {
    return runsAfter(new SqliteSql(this.#database), after, among);
  }

  cursorSecret(): Buffer {
    return this.#database.prepare<[], Buffer>('SELECT cursor_secret FROM meta').pluck().get() as Buffer;
  }

  async recordCounts(): ReturnType<OpenedCatalog['recordCounts']> {
    type Counts = Awaited<ReturnType<OpenedCatalog['recordCounts']>>;
    return this.#database.prepare<[], Counts>('SELECT companies, people, openings FROM meta').get() as Counts;
  }

  close(): void {
    this.#snapshot?.leave();
    this.#database.close();
  }

  #person(row: PersonRow | undefined): PersonView | null {
    return row ? this.#personView(row) : null;
  }

  #personView([id, slug, positions, json]: PersonRow): PersonView {
    return personView({ id, slug, positions, json: this.#texts.text(json) }, this.#rewrite);
  }

  #company(row: CompanyRow | undefined): CompanyView | null {
    return row ? this.#companyView(row) : null;
  }

  #companyView([id, slug, name, domain, email_domain, employer_json, rest_json]: CompanyRow): CompanyView {
    return companyView({ id, slug, name, domain, email_domain, employer_json, rest_json }, this.#rewrite);
  }

  /** A company may have been merged into a company that was merged later. */
  #redirectedCompany(id: number): CompanyRow | undefined {
    const into = this.#redirectOf.get(id);
    return into === undefined ? undefined : (this.#companyById.get(into) ?? this.#redirectedCompany(into));
  }
}
