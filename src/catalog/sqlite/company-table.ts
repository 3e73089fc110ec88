// The rows of companies and their domains; the matching rules are in matching/company-rules.ts.

import type { Database, Statement } from 'better-sqlite3';
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { nameKey } from '../company-names.ts';
import type { FoundCompany } from '../matching/lookups.ts';
import type { Origin } from '../matching/source-row.ts';
import { nameBlocks } from '../name-blocks.ts';
import { COMPANY_COLUMNS } from '../search-columns.ts';
import { storedRecord } from '../stored-record.ts';
import { companyMembers } from '../views/company-json.ts';
import { redactRecord } from '../views/redact-record.ts';

interface NewState {
  readonly record: CompanyRecord;
  readonly origin: Origin | null;
  readonly slug: string;
  readonly former: readonly FoundCompany[];
}

type StoredRow = readonly [
  id: number,
  slug: string,
  madeSlug: number,
  hidden: number,
  runId: number | null,
  file: number | null,
  line: number | null,
  hash: number | null,
  record: string,
];

type Columns = readonly (string | number | null)[];

const COLUMNS = [
  ...COMPANY_COLUMNS.map(({ name }) => name),
  ...'slug made_slug name_key match_key block_head block_tail domain email_domain run_id file line hash employer_json rest_json record'.split(
    ' ',
  ),
];
const STORED = 'SELECT company.id, slug, made_slug, hidden, run_id, file, line, hash, record FROM company';
const STORED_ON = `${STORED} JOIN company_domain ON company_id = company.id WHERE company_domain.site = +?`;

/** Batch size of reads for export. */
const PAGE_SIZE = 500;
/** Maximum candidates of one name. */
const NAMESAKES_MAX = 20;
/** Maximum candidates of one blocking key. */
const BLOCK_MAX = 50;

export class CompanyTable {
  readonly #bySlug: Statement<[string], StoredRow>;
  readonly #byId: Statement<[number], StoredRow>;
  readonly #onSite: Statement<[string], StoredRow>;
  readonly #byMatchKey: Statement<[string], StoredRow>;
  readonly #inBlock: Statement<{ block: number }, StoredRow>;
  readonly #withRow: Statement<{ hash: number }, readonly [id: number, runId: number]>;
  readonly #isVisible: Statement<[number], number>;
  readonly #isShared: Statement<[string], number>;
  readonly #share: Statement<[string]>;
  readonly #add: Statement<[...Columns]>;
  readonly #change: Statement<[...Columns, number]>;
  readonly #place: Statement<[number | null, number | null, number | null, number | null, number]>;
  readonly #remove: Statement<[number]>;
  readonly #addDomain: Statement<[string, number, string, string]>;
  readonly #moveDomain: Statement<[number, string, number]>;
  readonly #dropDomain: Statement<[string, number]>;
  readonly #redirect: Statement<[number, number]>;
  readonly #redirectOn: Statement<[number, number]>;
  readonly #after: Statement<[number, number], readonly [id: number, record: string]>;

  constructor(database: Database) {
    this.#bySlug = database.prepare<[string], StoredRow>(`${STORED} WHERE slug = ?`).raw();
    this.#byId = database.prepare<[number], StoredRow>(`${STORED} WHERE id = ?`).raw();
    // The oldest one on it first, so that a repeated import finds the same one.
    this.#onSite = database.prepare<[string], StoredRow>(`${STORED_ON} ORDER BY place, company.id`).raw();
    this.#byMatchKey = database
      .prepare<[string], StoredRow>(`${STORED} WHERE match_key = +? ORDER BY id LIMIT ${NAMESAKES_MAX}`)
      .raw();
    this.#inBlock = database
      .prepare<{ block: number }, StoredRow>(
        `${STORED} WHERE block_head = @block OR block_tail = @block ORDER BY id LIMIT ${BLOCK_MAX}`,
      )
      .raw();
    this.#withRow = database
      .prepare<{ hash: number }, readonly [id: number, runId: number]>(
        `SELECT id, run_id FROM company WHERE hash = @hash UNION ALL
         SELECT record_id, run_id FROM company_contribution WHERE hash = @hash AND superseded_by IS NULL`,
      )
      .raw();
    this.#isVisible = database.prepare<[number], number>('SELECT hidden = 0 FROM company WHERE id = ?').pluck();
    this.#isShared = database.prepare<[string], number>('SELECT 1 FROM shared_site WHERE site = ?').pluck();
    this.#share = database.prepare('INSERT OR IGNORE INTO shared_site VALUES (?)');
    const values = COLUMNS.map(() => '?');
    this.#add = database.prepare(`INSERT INTO company (${COLUMNS}) VALUES (${values})`);
    this.#change = database.prepare(`UPDATE company SET (${COLUMNS}) = (${values}) WHERE id = ?`);
    this.#place = database.prepare('UPDATE company SET run_id = ?, file = ?, line = ?, hash = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM company WHERE id = ?');
    this.#addDomain = database.prepare(
      `INSERT INTO company_domain (domain, company_id, site, place)
       VALUES (?, ?, ?, ifnull((SELECT max(place) FROM company_domain WHERE site = +?), 0) + 1) ON CONFLICT DO NOTHING`,
    );
    this.#moveDomain = database.prepare(
      `INSERT INTO company_domain (domain, company_id, place, site)
       SELECT domain, ?, place, site FROM company_domain WHERE domain = ? AND company_id = ?
       ON CONFLICT DO UPDATE SET place = min(place, excluded.place)`,
    );
    this.#dropDomain = database.prepare('DELETE FROM company_domain WHERE domain = ? AND company_id = ?');
    this.#redirect = database.prepare('INSERT INTO company_redirect VALUES (?, ?)');
    this.#redirectOn = database.prepare('UPDATE company_redirect SET company_id = ? WHERE company_id = ?');
    this.#after = database
      .prepare<[number, number], readonly [id: number, record: string]>(
        'SELECT id, record FROM company WHERE id > ? AND hidden = 0 ORDER BY id LIMIT ?',
      )
      .raw();
  }

  bySlug(slug: string): FoundCompany | null {
    const row = this.#bySlug.get(slug);
    return row ? stored(row) : null;
  }

  byId(id: number): FoundCompany | null {
    const row = this.#byId.get(id);
    return row ? stored(row) : null;
  }

  /** The companies on a site, the oldest one on it first. */
  onSite(site: string): FoundCompany[] {
    return this.#onSite.all(site).map(stored);
  }

  /** The first few companies with this companyNameKey, by id. */
  byMatchKey(key: string): FoundCompany[] {
    return this.#byMatchKey.all(key).map(stored);
  }

  /** The first companies with one of the nameBlocks, by id. */
  inBlock(block: number): FoundCompany[] {
    return this.#inBlock.all({ block }).map(stored);
  }

  /** Ids and runs of the companies with a current row of this hash. */
  withRow(hash: number): { readonly id: number; readonly runId: number }[] {
    return this.#withRow.all({ hash }).map(([id, runId]) => ({ id, runId }));
  }

  /** False for a company that is hidden or removed. */
  isVisible(id: number): boolean {
    return this.#isVisible.get(id) === 1;
  }

  /** Whether a site is known to be shared by several differently named companies. */
  isShared(site: string): boolean {
    return this.#isShared.get(site) === 1;
  }

  share(site: string): void {
    this.#share.run(site);
  }

  /** Writes a company as a new one, or over the survivor, the first of `former`; returns its id. */
  save({ record, origin, slug, former }: NewState): number {
    const [stays, ...joins] = former;
    for (const each of joins) this.#remove.run(each.id);
    const columns = columnsOf(record, slug, origin);
    const id = stays?.id ?? Number(this.#add.run(...columns).lastInsertRowid);
    if (stays) this.#change.run(...columns, id);
    for (const each of joins) this.#redirectTo(id, each);
    for (const domain of former.flatMap((each) => each.record.domains)) {
      if (!record.domains.includes(domain)) this.#dropDomain.run(domain, id);
    }
    for (const domain of record.domains) {
      const site = siteOf(domain);
      this.#addDomain.run(domain, id, site, site);
    }
    return id;
  }

  changeSlug(company: FoundCompany, slug: string): void {
    this.#change.run(...columnsOf(company.record, slug, company.origin), company.id);
  }

  /** Records the origin of the single row of a company; null if there are several. */
  place(id: number, origin: Origin | null): void {
    this.#place.run(origin?.runId ?? null, origin?.file ?? null, origin?.line ?? null, origin?.hash ?? null, id);
  }

  remove(company: FoundCompany): void {
    this.#remove.run(company.id);
    for (const domain of company.record.domains) this.#dropDomain.run(domain, company.id);
  }

  *records(): Generator<CompanyRecord> {
    let last = 0;
    for (;;) {
      const rows = this.#after.all(last, PAGE_SIZE);
      for (const [, record] of rows) yield storedRecord('company', record);
      last = rows.at(-1)?.[0] ?? 0;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  /** Redirects the id of a merged company to the survivor. */
  #redirectTo(id: number, joined: FoundCompany): void {
    for (const domain of joined.record.domains) {
      this.#moveDomain.run(id, domain, joined.id);
      this.#dropDomain.run(domain, joined.id);
    }
    this.#redirectOn.run(id, joined.id);
    this.#redirect.run(joined.id, id);
  }
}

function stored([id, slug, madeSlug, hidden, runId, file, line, hash, record]: StoredRow): FoundCompany {
  const origin = runId === null ? null : { runId, file: file ?? 0, line: line ?? 0, hash: hash ?? 0 };
  return {
    id,
    slug,
    hasMadeSlug: madeSlug === 1,
    isHidden: hidden === 1,
    origin,
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
    origin?.runId ?? null,
    origin?.file ?? null,
    origin?.line ?? null,
    origin?.hash ?? null,
    employer,
    rest,
    JSON.stringify(record),
  ];
}
