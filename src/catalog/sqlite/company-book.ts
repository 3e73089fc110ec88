// Writes companies: finds the stored company, or companies, that an incoming record means, and keeps the row with the others of it.
// Known by slug; else by the site of a domain, where at most one of the two has a real slug; else by name and country.
import type { Database } from 'better-sqlite3';
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey, companyNameWords } from '../../identity/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { makeSlug } from '../company-names.ts';
import { rowHash } from '../row-hash.ts';
import type { MergeRules, Outcome } from '../writer-port.ts';
import { CompanyTable, type StoredCompany } from './company-table.ts';
import type { Employers } from './employers.ts';
import type { Generations } from './generations.ts';
import type { JobRows } from './job-rows.ts';
import type { RunBook } from './run-book.ts';
import type { MetRows } from './seen-rows.ts';
import type { RowPlace, Session } from './session.ts';
import { ContributionBook, type KeptRow, type Origin } from './source-rows.ts';
import { Separations } from './split-constraints.ts';
import type { SuppressionList } from './suppression-list.ts';

interface Collaborators {
  readonly merge: MergeRules;
  readonly runs: RunBook;
  readonly met: MetRows;
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

type Row = KeptRow<CompanyRecord>;

/** Names of so many words mean one company wherever it is. */
const TELLING_WORDS = 3;

export class CompanyBook {
  readonly kind = 'company';
  readonly separations: Separations;
  readonly rows: ContributionBook<CompanyRecord>;
  readonly #with: Collaborators;
  readonly #table: CompanyTable;

  constructor(database: Database, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#table = new CompanyTable(database);
    this.separations = new Separations(database, 'company');
    this.rows = new ContributionBook(database, 'company', {
      runs: collaborators.runs,
      fold: collaborators.merge.company,
      rowKeyOf: ({ networkUrl, name, domains }) =>
        networkUrl?.slug ?? `${companyNameKey(name)}|${domains.map(siteOf)[0] ?? ''}`,
    });
  }

  /** The first step of a transaction, as other processes may have written. */
  refresh(): void {
    this.separations.refresh();
  }

  write(incoming: CompanyRecord, { file, line }: RowPlace, session: Session): Outcome {
    if (this.#with.suppressions.hasCompany(incoming)) return 'suppressed';
    const added = this.rows.rowOf(
      { runId: session.runId, file, line, hash: rowHash(JSON.stringify(incoming)) },
      incoming,
    );
    const known = this.#knownWith(added, session);
    if (known !== null) return known;
    const pinned = this.separations.recordOf(session.sourceId, added.rowKey);
    const pinnedTo = pinned === null ? null : this.#table.byId(pinned);
    const [stays = null, ...others] = pinnedTo ? [pinnedTo] : this.#matches(incoming, session);
    if (stays === null) {
      this.#save({ record: incoming, origin: added, former: [] });
      return 'created';
    }
    const joins = others.filter((each) => !this.separations.areApart(stays.id, each.id));
    if ([stays, ...joins].some((each) => each.isHidden)) return 'suppressed';
    return this.#take(stays, joins, added);
  }

  /** Every company that may be answered, by id. */
  records(): Iterable<CompanyRecord> {
    return this.#table.records();
  }

  /** Notes sites that stand on several differently named companies: from now on they mean one only together with the name. */
  share(sites: readonly string[]): void {
    for (const site of sites) this.#table.share(site);
  }

  idOf(slug: string): number | null {
    return this.#table.bySlug(slug)?.id ?? null;
  }

  slugOf(id: number): string | null {
    return this.#table.byId(id)?.slug ?? null;
  }

  recordOf(id: number): CompanyRecord {
    return (this.#table.byId(id) as StoredCompany).record;
  }

  rowsOf(id: number): Row[] {
    const { origin, record } = this.#table.byId(id) as StoredCompany;
    return this.rows.rowsOf(id, origin, record);
  }

  /** Makes the company of these rows alone; without any the company goes. */
  rewrite(id: number, rows: readonly Row[]): boolean {
    const company = this.#table.byId(id) as StoredCompany;
    if (rows.length === 0) this.#remove(company);
    return rows.length === 0 || this.#rewrite(company, [], rows);
  }

  /** A new company made of these rows. */
  createFrom(rows: readonly Row[]): number {
    const record = this.#identified(this.rows.fold(rows), rows, null);
    const id = this.#save({ record, origin: null, former: [] });
    const copies = rows.map((row) => ({ ...row, id: null }));
    this.#table.place(id, this.rows.save(id, copies, record));
    return id;
  }

  /** Whether two rows speak of one company by themselves: by slug, site or name. */
  areLinked(a: CompanyRecord, b: CompanyRecord): boolean {
    if (a.networkUrl !== null && b.networkUrl !== null) return a.networkUrl.slug === b.networkUrl.slug;
    const sites = new Set(a.domains.map(siteOf));
    return b.domains.some((domain) => sites.has(siteOf(domain))) || haveOneName(a, b);
  }

  /** What became of a row that its source has brought just so before; null for a new one. */
  #knownWith({ hash }: Row, { runId, sourceId }: Session): Outcome | null {
    const holds = this.#table.withRow(hash).find((each) => this.#with.runs.sourceOf(each.runId).sourceId === sourceId);
    const company = holds ? this.#table.byId(holds.id) : null;
    if (holds === undefined || company === null) return null;
    if (company.isHidden) return 'suppressed';
    if (company.origin === null) {
      const row = this.rows.knownOf(this.rowsOf(company.id), sourceId, hash);
      if (row !== null) this.rows.meet(row, runId);
    } else if (holds.runId !== runId) {
      this.#with.met.mark(runId, company.id);
    }
    return 'unchanged';
  }

  /** The company meant, and those with made slugs that turn out to be the same. */
  #matches(incoming: CompanyRecord, session: Session): StoredCompany[] {
    const onSite = this.#table.onSites(incoming.domains).filter((each) => this.#isOneOnSite(incoming, each));
    const slug = incoming.networkUrl?.slug;
    if (slug === undefined) return (onSite.length > 0 ? onSite : this.#byName(incoming, session)).slice(0, 1);
    const bySlug = this.#table.bySlug(slug);
    const known = bySlug === null || bySlug.hasMadeSlug ? [] : [bySlug];
    const matches = known;
    for (const made of onSite.filter((each) => each.hasMadeSlug)) {
      // A row that fits two companies does not make one of them where they contradict each other.
      if (matches.every((each) => haveOneName(each.record, made.record) || !areElsewhere(each.record, made.record))) {
        matches.push(made);
      }
    }
    return matches.length > 0 ? matches : this.#byName(incoming, session).filter((each) => each.hasMadeSlug);
  }

  /** Two on one site are one where the names are the same; where the site is theirs alone also under another name in the same country. */
  #isOneOnSite(incoming: CompanyRecord, { record }: StoredCompany): boolean {
    if (haveOneName(incoming, record)) return true;
    const sites = new Set(record.domains.map(siteOf));
    const common = incoming.domains.map(siteOf).filter((site) => sites.has(site));
    return common.some((site) => !this.#table.isShared(site)) && !areElsewhere(incoming, record);
  }

  /**
   * By name and country, where nothing says more: both have neither slug nor domain; or one has, is the only company of the name, and
   * another source speaks of it. A source that names a company once with a domain and once without may well mean two.
   */
  #byName(incoming: CompanyRecord, { sourceId }: Session): StoredCompany[] {
    const isTelling = companyNameWords(incoming.name).length >= TELLING_WORDS;
    const namesakes = this.#table
      .byName(incoming.name)
      .filter((each) => isTelling || isSameCountry(incoming, each.record));
    if (isKeyless(incoming)) {
      const keyless = namesakes.filter((each) => isKeyless(each.record));
      const nearest = keyless.find((each) => isSameCountry(incoming, each.record)) ?? keyless[0];
      if (nearest) return [nearest];
    }
    const [only, ...others] = namesakes;
    if (only === undefined || others.length > 0 || areElsewhere(incoming, only.record)) return [];
    const isPlaced = isTelling || incoming.hq?.countryCode != null;
    if (!isPlaced || isKeyless(incoming) === isKeyless(only.record)) return [];
    return this.rowsOf(only.id).some((row) => this.#with.runs.sourceOf(row.runId).sourceId === sourceId) ? [] : [only];
  }

  #take(stays: StoredCompany, joins: readonly StoredCompany[], added: Row): Outcome {
    const rows = this.rows.rowsOf(stays.id, stays.origin, stays.record);
    const joined = joins.flatMap((each) => this.rows.joining(each.id, this.rowsOf(each.id), added.runId));
    const isMet = (row: Row) =>
      row.metRun === added.runId || (row.id === null && this.#with.met.has(added.runId, stays.id));
    const all = this.rows.with([...rows, ...joined], added, isMet);
    if (all === null) return 'unchanged';
    return this.#rewrite(stays, joins, all) ? 'merged' : 'unchanged';
  }

  /** True where the company changes with it. */
  #rewrite(stays: StoredCompany, joins: readonly StoredCompany[], rows: readonly Row[]): boolean {
    const record = this.#identified(this.rows.fold(rows), rows, stays.id);
    const origin = this.rows.save(stays.id, rows, record);
    if (joins.length === 0 && JSON.stringify(record) === JSON.stringify(stays.record)) {
      this.#table.place(stays.id, origin);
      return false;
    }
    for (const each of joins) {
      this.rows.drop(each.id);
      this.separations.move(each.id, stays.id);
    }
    this.#save({ record, origin, former: [stays, ...joins] });
    return true;
  }

  /** Identity is not for the rules to decide: a real slug that no other company has, the first known before later ones. */
  #identified(record: CompanyRecord, rows: readonly Row[], id: number | null): CompanyRecord {
    const real = rows.find(({ record: { networkUrl } }) => {
      const occupant = networkUrl === null ? null : this.#table.bySlug(networkUrl.slug);
      return networkUrl !== null && (occupant === null || occupant.hasMadeSlug || occupant.id === id);
    });
    const slug = real?.record.networkUrl?.slug;
    if (record.networkUrl?.slug === slug) return record;
    return { ...record, networkUrl: real?.record.networkUrl ?? null };
  }

  #save({
    record,
    origin,
    former,
  }: {
    record: CompanyRecord;
    origin: Origin | null;
    former: readonly StoredCompany[];
  }): number {
    const stays = former[0] ?? null;
    const kept = stays?.hasMadeSlug ? stays.slug : null;
    const slug = record.networkUrl?.slug ?? kept ?? this.#madeSlug(record.name);
    if (slug !== stays?.slug) this.#makeWay(slug);
    const id = this.#table.save({ record, origin, slug, former });
    this.#relink([record, ...former.map((each) => each.record)]);
    this.#with.generations.noteRecords('companies', 1 - former.length);
    return id;
  }

  #remove(company: StoredCompany): void {
    this.rows.drop(company.id);
    this.separations.drop(company.id);
    this.#table.remove(company);
    this.#relink([company.record]);
    this.#with.generations.noteRecords('companies', -1);
  }

  /** A made slug gives way to a real one. */
  #makeWay(slug: string): void {
    const occupant = this.#table.bySlug(slug);
    if (occupant === null) return;
    this.#table.changeSlug(occupant, this.#madeSlug(occupant.record.name));
  }

  #madeSlug(name: string): string {
    return makeSlug(name, (slug) => this.#table.bySlug(slug) !== null);
  }

  #relink(records: readonly CompanyRecord[]): void {
    const relinks = this.#with.employers.relink({
      slugs: new Set(records.flatMap((record) => record.networkUrl?.slug ?? [])),
      domains: new Set(records.flatMap((record) => record.domains)),
      matchKeys: new Set(records.map((record) => companyNameKey(record.name))),
    });
    for (const { employerId, from, to } of relinks) this.#with.jobRows.touchEmployer(employerId, from, to);
  }
}

function haveOneName(a: CompanyRecord, b: CompanyRecord): boolean {
  return companyNameKey(a.name) === companyNameKey(b.name);
}

function isKeyless({ networkUrl, domains }: CompanyRecord): boolean {
  return networkUrl === null && domains.length === 0;
}

function isSameCountry(a: CompanyRecord, b: CompanyRecord): boolean {
  return (a.hq?.countryCode ?? null) === (b.hq?.countryCode ?? null);
}

function areElsewhere(a: CompanyRecord, b: CompanyRecord): boolean {
  const [here = null, there = null] = [a.hq?.countryCode, b.hq?.countryCode];
  return here !== null && there !== null && here !== there;
}
