// The rows of companies and their domains; which company a record means is company-book.ts.
import type { Database, Statement } from 'better-sqlite3';
import type { CompanyRecord } from '../../contract/import-records.ts';
import { nameKey } from '../company-names.ts';
import { companyMembers, effectiveEmployeeCount } from '../views/company-json.ts';
import { redactRecord } from '../views/redact-record.ts';

export interface StoredCompany {
  readonly id: number;
  readonly slug: string;
  readonly hasMadeSlug: boolean;
  readonly isHidden: boolean;
  readonly seen: string;
  readonly record: CompanyRecord;
}

interface NewState {
  readonly record: CompanyRecord;
  readonly seen: string;
  readonly slug: string;
  readonly former: readonly StoredCompany[];
}

type StoredRow = readonly [id: number, slug: string, madeSlug: number, hidden: number, seen: string, record: string];

interface CompanyColumns {
  readonly slug: string;
  readonly madeSlug: number;
  readonly employeeCount: number | null;
  readonly name: string;
  readonly nameKey: string;
  readonly industry: string | null;
  readonly type: string | null;
  readonly countryCode: string | null;
  readonly city: string | null;
  readonly domain: string | null;
  readonly emailDomain: string | null;
  readonly seen: string;
  readonly about: string | null;
  readonly specialties: string;
  readonly employerJson: string;
  readonly restJson: string;
  readonly record: string;
}

/** Columns and the parameters that fill them. */
const COLUMNS: Readonly<Record<string, keyof CompanyColumns>> = {
  slug: 'slug',
  made_slug: 'madeSlug',
  employee_count: 'employeeCount',
  name: 'name',
  name_key: 'nameKey',
  industry: 'industry',
  type: 'type',
  country_code: 'countryCode',
  city: 'city',
  domain: 'domain',
  email_domain: 'emailDomain',
  seen: 'seen',
  about: 'about',
  specialties: 'specialties',
  employer_json: 'employerJson',
  rest_json: 'restJson',
  record: 'record',
};
const STORED = 'SELECT company.id, slug, made_slug, hidden, seen, record FROM company';
const STORED_ON = `${STORED} JOIN company_domain ON company_id = company.id WHERE company_domain.domain = ?`;

/** Companies read in one go, for export. */
const PAGE_SIZE = 500;

export class CompanyTable {
  readonly #bySlug: Statement<[string], StoredRow>;
  readonly #firstOn: Statement<[string], StoredRow>;
  readonly #withMadeSlugOn: Statement<[string], StoredRow>;
  readonly #byNameAlone: Statement<[string, string | null], StoredRow>;
  readonly #add: Statement<[CompanyColumns]>;
  readonly #change: Statement<[CompanyColumns & { id: number }]>;
  readonly #see: Statement<[string, number]>;
  readonly #remove: Statement<[number]>;
  readonly #addDomain: Statement<[string, number, string]>;
  readonly #moveDomain: Statement<[number, string, number]>;
  readonly #dropDomain: Statement<[string, number]>;
  readonly #redirect: Statement<[number, number]>;
  readonly #redirectOn: Statement<[number, number]>;
  readonly #after: Statement<[number, number], readonly [id: number, record: string]>;

  constructor(database: Database) {
    this.#bySlug = database.prepare<[string], StoredRow>(`${STORED} WHERE slug = ?`).raw();
    // Of several the one known there longest, so that a file imported again meets the same one.
    this.#firstOn = database.prepare<[string], StoredRow>(`${STORED_ON} ORDER BY place LIMIT 1`).raw();
    this.#withMadeSlugOn = database
      .prepare<[string], StoredRow>(`${STORED_ON} AND made_slug = 1 ORDER BY company.id`)
      .raw();
    this.#byNameAlone = database
      .prepare<[string, string | null], StoredRow>(
        `${STORED} WHERE name_key = ? AND country_code IS ? AND made_slug = 1 AND domain IS NULL ORDER BY id LIMIT 1`,
      )
      .raw();
    const names = Object.keys(COLUMNS);
    const values = Object.values(COLUMNS).map((parameter) => `@${parameter}`);
    this.#add = database.prepare(`INSERT INTO company (${names}) VALUES (${values})`);
    this.#change = database.prepare(`UPDATE company SET (${names}) = (${values}) WHERE id = @id`);
    this.#see = database.prepare('UPDATE company SET seen = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM company WHERE id = ?');
    this.#addDomain = database.prepare(
      `INSERT INTO company_domain SELECT ?, ?, ifnull(max(place), 0) + 1 FROM company_domain WHERE domain = ?
       ON CONFLICT DO NOTHING`,
    );
    this.#moveDomain = database.prepare(
      `INSERT INTO company_domain SELECT domain, ?, place FROM company_domain WHERE domain = ? AND company_id = ?
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

  bySlug(slug: string): StoredCompany | null {
    const row = this.#bySlug.get(slug);
    return row ? stored(row) : null;
  }

  /** A company on the first of these domains that has any. */
  firstOn(domains: readonly string[]): StoredCompany | null {
    for (const domain of domains) {
      const row = this.#firstOn.get(domain);
      if (row) return stored(row);
    }
    return null;
  }

  /** All companies without a real slug on any of these domains, each once. */
  withMadeSlugOn(domains: readonly string[]): StoredCompany[] {
    const companies = domains.flatMap((domain) => this.#withMadeSlugOn.all(domain)).map(stored);
    return [...new Map(companies.map((each) => [each.id, each])).values()];
  }

  /** The company of this name and country that has neither a real slug nor a domain. */
  byNameAlone(record: Pick<CompanyRecord, 'name' | 'hq'>): StoredCompany | null {
    const row = this.#byNameAlone.get(nameKey(record.name), record.hq?.countryCode ?? null);
    return row ? stored(row) : null;
  }

  /** Writes a company as a new one, or over the first of `former`, which the others join; answers its id. */
  save({ record, seen, slug, former }: NewState): number {
    const [stays, ...joins] = former;
    for (const each of joins) this.#remove.run(each.id);
    const columns = columnsOf(record, slug, seen);
    const id = stays?.id ?? Number(this.#add.run(columns).lastInsertRowid);
    if (stays) this.#change.run({ ...columns, id });
    for (const each of joins) this.#redirectTo(id, each);
    for (const domain of former.flatMap((each) => each.record.domains)) {
      if (!record.domains.includes(domain)) this.#dropDomain.run(domain, id);
    }
    for (const domain of record.domains) this.#addDomain.run(domain, id, domain);
    return id;
  }

  changeSlug(company: StoredCompany, slug: string): void {
    this.#change.run({ ...columnsOf(company.record, slug, company.seen), id: company.id });
  }

  see(id: number, seen: string): void {
    this.#see.run(seen, id);
  }

  *records(): Generator<CompanyRecord> {
    let last = 0;
    for (;;) {
      const rows = this.#after.all(last, PAGE_SIZE);
      for (const [, record] of rows) yield JSON.parse(record) as CompanyRecord;
      last = rows.at(-1)?.[0] ?? 0;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  /** What asks for the company that joined is answered the other from now on. */
  #redirectTo(id: number, joined: StoredCompany): void {
    for (const domain of joined.record.domains) {
      this.#moveDomain.run(id, domain, joined.id);
      this.#dropDomain.run(domain, joined.id);
    }
    this.#redirectOn.run(id, joined.id);
    this.#redirect.run(joined.id, id);
  }
}

function stored([id, slug, madeSlug, hidden, seen, record]: StoredRow): StoredCompany {
  return {
    id,
    slug,
    hasMadeSlug: madeSlug === 1,
    isHidden: hidden === 1,
    seen,
    record: JSON.parse(record) as CompanyRecord,
  };
}

function columnsOf(record: CompanyRecord, slug: string, seen: string): CompanyColumns {
  const shown = redactRecord(record);
  const { employer, rest } = companyMembers(shown, slug);
  return {
    slug,
    madeSlug: record.networkUrl === null ? 1 : 0,
    employeeCount: effectiveEmployeeCount(record),
    name: shown.name,
    nameKey: nameKey(record.name),
    industry: shown.industry,
    type: shown.type,
    countryCode: record.hq?.countryCode ?? null,
    city: shown.hq?.city ?? null,
    domain: record.domains[0] ?? null,
    emailDomain: record.emailDomain,
    seen,
    about: shown.about,
    specialties: JSON.stringify(shown.specialties),
    employerJson: employer,
    restJson: rest,
    record: JSON.stringify(record),
  };
}
