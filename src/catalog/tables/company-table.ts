// The rows of companies; the matching rules are in matching/company-rules.ts.

import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import { nameKey } from '../company-names.ts';
import { externalIdsText } from '../external-ids-text.ts';
import { CANDIDATES_MAX, type FoundCompany } from '../matching/lookups.ts';
import type { Origin } from '../matching/source-row.ts';
import { furtherKeys, nameBlocks } from '../name-blocks.ts';
import { COMPANY_COLUMNS } from '../search-columns.ts';
import { storedRecord } from '../stored-record.ts';
import { companyMembers } from '../views/company-json.ts';
import { redactRecord } from '../views/redact-record.ts';
import { CompanyDomains } from './company-domains.ts';
import { RecordKeys } from './record-keys.ts';
import { rowsAfter } from './rows-after.ts';
import { originColumns, storedOrigin } from './source-rows.ts';
import type { KeyedRows, Select, Sql, Write } from './sql.ts';

interface NewState {
  readonly record: CompanyRecord;
  readonly origin: Origin | null;
  readonly slug: string;
  readonly former: readonly FoundCompany[];
  /** A former id for the new company; null assigns a new id. */
  readonly formerId: number | null;
}

type StoredRow = readonly [
  id: number,
  slug: string,
  generatedSlug: number,
  hidden: number,
  runId: number | null,
  file: number | null,
  line: number | null,
  hash: number | null,
  record: string,
];

type Columns = readonly (string | number | null)[];
type LookUp<Key> = (keys: readonly Key[]) => StoredRow[][];

const COLUMNS = [
  ...COMPANY_COLUMNS.map(({ name }) => name),
  ...'slug made_slug name_key match_key block_head block_tail domain email_domain external_ids'.split(' '),
  ...'run_id file line hash employer_json rest_json record'.split(' '),
];
const STORED = 'SELECT company.id, slug, made_slug, hidden, run_id, file, line, hash, record FROM company';
const WITH_ROW = `SELECT id, run_id FROM company WHERE hash = +? UNION ALL
  SELECT record_id, run_id FROM company_contribution WHERE hash = +? AND superseded_by IS NULL ORDER BY 1, 2`;

/** Batch size of reads for export. */
const PAGE_SIZE = 500;
/** Maximum number of candidates with one name. */
const NAMESAKES_MAX = 20;

// The oldest company on the site comes first, so that a repeated import finds the same one.
const STORED_ON = `${STORED} JOIN
  (SELECT company_id, place FROM company_domain WHERE site = +? ORDER BY place, company_id LIMIT ${CANDIDATES_MAX})
  AS on_site ON company_id = company.id ORDER BY place, company.id`;

const first = (id: string, from: string) =>
  `SELECT ${id} FROM (SELECT ${id} FROM ${from} = +? ORDER BY ${id} LIMIT ${CANDIDATES_MAX})`;
const IN_BLOCK = `${first('id', 'company WHERE block_head')} AS heads UNION ALL
  ${first('id', 'company WHERE block_tail')} AS tails UNION ALL
  ${first('company_id', 'company_key WHERE key')} AS others`;

export class CompanyTable {
  readonly #keys: RecordKeys;
  readonly #domains: CompanyDomains;
  readonly #bySlug: LookUp<string>;
  readonly #byId: LookUp<number>;
  readonly #onSite: LookUp<string>;
  readonly #byMatchKey: LookUp<string>;
  readonly #inBlock: LookUp<number>;
  readonly #withRow: (hashes: readonly number[]) => (readonly [id: number, runId: number])[][];
  readonly #areShared: (sites: readonly string[]) => (readonly [number])[][];
  readonly #areRowKeys: (keys: readonly string[]) => (readonly [number])[][];
  readonly #isHidden: KeyedRows<readonly [hidden: number]>;
  readonly #share: Write;
  readonly #add: { run(...values: Columns): number };
  readonly #restore: Write;
  readonly #change: Write;
  readonly #setOrigin: Write;
  readonly #remove: Write;
  readonly #redirect: Write;
  readonly #dropRedirect: Write;
  readonly #dropRedirectsTo: Write;
  readonly #after: Select<[number, number], readonly [id: number, record: string]>;

  constructor(sql: Sql) {
    this.#keys = new RecordKeys(sql, 'company');
    this.#domains = new CompanyDomains(sql);
    this.#bySlug = sql.lookUp(`${STORED} WHERE slug = ?`, 'text');
    this.#byId = sql.lookUp(`${STORED} WHERE id = ?`, 'integer');
    this.#onSite = sql.lookUp(STORED_ON, 'text');
    this.#byMatchKey = sql.lookUp(`${STORED} WHERE match_key = +? ORDER BY id LIMIT ${NAMESAKES_MAX}`, 'text');
    this.#inBlock = sql.lookUp(`${STORED} WHERE id IN (${IN_BLOCK}) ORDER BY id LIMIT ${CANDIDATES_MAX}`, 'bigint');
    this.#withRow = sql.lookUp(WITH_ROW, 'bigint');
    this.#areShared = sql.lookUp('SELECT 1 FROM shared_site WHERE site = ?', 'text');
    this.#areRowKeys = sql.lookUp('SELECT 1 FROM company_contribution WHERE row_key = ? LIMIT 1', 'text');
    this.#isHidden = sql.keyed('SELECT hidden FROM company WHERE id = ?', { table: 'company', column: 'id' });
    this.#share = sql.insert('shared_site', ['site'], { key: ['site'] });
    this.#add = sql.insertNew('company', COLUMNS);
    this.#restore = sql.insert('company', ['id', ...COLUMNS]);
    this.#change = sql.update('company', COLUMNS, ['id']);
    this.#setOrigin = sql.update('company', ['run_id', 'file', 'line', 'hash'], ['id']);
    this.#remove = sql.remove('company', ['id']);
    this.#redirect = sql.insert('company_redirect', ['id', 'company_id'], { key: ['id'], replaces: ['company_id'] });
    this.#dropRedirect = sql.remove('company_redirect', ['id']);
    this.#dropRedirectsTo = sql.remove('company_redirect', ['company_id']);
    this.#after = sql.rows('SELECT id, record FROM company WHERE id > ? AND hidden = 0 ORDER BY id LIMIT ?');
  }

  /** The first step of a transaction: other processes may have written. */
  refresh(): void {
    this.#domains.refresh();
  }

  /**
   * Prefetches the places on sites of companies before they are written, in one query. Does nothing if the store has no
   * round trips.
   */
  prefetch(records: readonly CompanyRecord[]): void {
    this.#domains.prefetch(records);
  }

  bySlug(slugs: readonly string[]): (FoundCompany | null)[] {
    return this.#bySlug(slugs).map(onlyStored);
  }

  byId(ids: readonly number[]): (FoundCompany | null)[] {
    return this.#byId(ids).map(onlyStored);
  }

  /** The first companies on each site, in the order in which they were added to it. */
  onSite(sites: readonly string[]): FoundCompany[][] {
    return this.#onSite(sites).map((rows) => rows.map(stored));
  }

  /** The first few companies with each companyNameKey, by id. */
  byMatchKey(keys: readonly string[]): FoundCompany[][] {
    return this.#byMatchKey(keys).map((rows) => rows.map(stored));
  }

  /** The first companies with each of the nameBlocks or furtherKeys, by id. */
  inBlock(blocks: readonly number[]): FoundCompany[][] {
    return this.#inBlock(blocks).map((rows) => rows.map(stored));
  }

  /** Ids and runs of the companies with a current row of each hash. */
  withRow(hashes: readonly number[]): { readonly id: number; readonly runId: number }[][] {
    return this.#withRow(hashes).map((rows) => rows.map(([id, runId]) => ({ id, runId })));
  }

  /** Prefetches the visibility of companies, in one query. Does nothing if the store has no round trips. */
  prefetchVisible(ids: readonly number[]): void {
    this.#isHidden.prefetch(ids);
  }

  /** False if the company is hidden or removed. */
  isVisible(id: number): boolean {
    return this.#isHidden.of(id)[0]?.[0] === 0;
  }

  /** Whether each site is known to be shared by several differently named companies. */
  isShared(sites: readonly string[]): boolean[] {
    return this.#areShared(sites).map((rows) => rows.length > 0);
  }

  /** Whether each text is the key of a row of a company of several rows. */
  areRowKeys(keys: readonly string[]): boolean[] {
    return this.#areRowKeys(keys).map((rows) => rows.length > 0);
  }

  share(sites: readonly string[]): void {
    for (const site of sites) this.#share.run(site);
  }

  /** Writes a new company, or a new state of the survivor, which is the first of `former`; returns its id. */
  save({ record, origin, slug, former, formerId }: NewState): number {
    const [survivor, ...absorbed] = former;
    for (const each of absorbed) {
      this.#remove.run(each.id);
      this.#keys.remove(each.id);
    }
    const columns = columnsOf(record, slug, origin);
    const id = survivor?.id ?? formerId ?? this.#add.run(...columns);
    if (survivor) this.#change.run(...columns, id);
    else if (formerId !== null) this.#addAgain(formerId, columns);
    if (survivor) this.#keys.replace(id, furtherKeys(record));
    else this.#keys.add(id, furtherKeys(record));
    for (const each of absorbed) {
      this.#domains.move(each.record.domains, each.id, id);
      this.#redirect.run(each.id, id);
    }
    const before = former.flatMap((each) => each.record.domains);
    this.#domains.replace(id, before, record.domains);
    return id;
  }

  /** Redirects the ids of merged companies to another company. Earlier redirects to them are updated. */
  redirect(ids: Iterable<number>, to: number): void {
    for (const id of ids) this.#redirect.run(id, to);
  }

  changeSlug(company: FoundCompany, slug: string): void {
    this.#change.run(...columnsOf(company.record, slug, company.origin), company.id);
  }

  /** Records the origin of the single row of a company; null if there are several. */
  setOrigin(id: number, origin: Origin | null): void {
    this.#setOrigin.run(...originColumns(origin), id);
  }

  remove(company: FoundCompany): void {
    this.#remove.run(company.id);
    this.#dropRedirectsTo.run(company.id);
    this.#keys.remove(company.id);
    this.#domains.drop(company.id, company.record.domains);
  }

  *records(): Generator<CompanyRecord> {
    for (const [, record] of rowsAfter(this.#after, PAGE_SIZE)) yield storedRecord('company', record);
  }

  #addAgain(id: number, columns: Columns): void {
    this.#dropRedirect.run(id);
    this.#restore.run(id, ...columns);
  }
}

function onlyStored([row]: readonly StoredRow[]): FoundCompany | null {
  return row ? stored(row) : null;
}

function stored([id, slug, generatedSlug, hidden, runId, file, line, hash, record]: StoredRow): FoundCompany {
  return {
    id,
    slug,
    hasGeneratedSlug: generatedSlug === 1,
    isHidden: hidden === 1,
    origin: storedOrigin([runId, file, line, hash]),
    record: storedRecord('company', record),
  };
}

/** In the order of COLUMNS. */
function columnsOf(record: CompanyRecord, slug: string, origin: Origin | null): Columns {
  const shown = redactRecord(record);
  const { employer, rest } = companyMembers(shown, slug);
  const [head, tail] = nameBlocks(record);
  return [
    ...COMPANY_COLUMNS.map(({ read }) => read(shown)),
    slug,
    record.network_url === null ? 1 : 0,
    nameKey(record.name),
    companyNameKey(record.name),
    head ?? null,
    tail ?? null,
    record.domains[0] ?? null,
    record.email_domain,
    externalIdsText('company', record),
    ...originColumns(origin),
    employer,
    rest,
    JSON.stringify(record),
  ];
}
