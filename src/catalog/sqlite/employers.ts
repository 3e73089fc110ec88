// The ways in which positions and openings name their employers, and the company that each of them means by now.
// Positions hold the id of such a name for good; companies may come, change and join behind it.
import type { Database, Statement } from 'better-sqlite3';
import type { EmployerReference } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-name.ts';
import { type EmployerName, employerName, employerOf, employerText } from '../employer-name.ts';

/** Names kept in memory, as neighbouring records often share an employer. */
const CACHED_IDS_MAX = 200_000;

/** Everything by which a company is, or was, named. */
export interface CompanyKeys {
  readonly slugs: Iterable<string>;
  readonly domains: Iterable<string>;
  /** Legal forms aside: companyNameKey. */
  readonly matchKeys: Iterable<string>;
}

/** A name that means another company than before. */
export interface Relink {
  readonly employerId: number;
  readonly from: number | null;
  readonly to: number | null;
}

type NamedRow = EmployerName & { readonly id: number; readonly companyId: number | null };

const NAMED = 'SELECT id, slug, domain, name_key AS nameKey, company_id AS companyId FROM employer';

export class Employers {
  readonly #find: Statement<[string, string, string], number>;
  readonly #add: Statement<[string, string, string, string, number | null]>;
  readonly #link: Statement<[number | null, number]>;
  readonly #bySlug: Statement<[string], NamedRow>;
  readonly #byDomain: Statement<[string], NamedRow>;
  readonly #byMatchKey: Statement<[string], NamedRow>;
  readonly #companyOfSlug: Statement<[string], number>;
  readonly #companyOfDomain: Statement<[string], number>;
  readonly #companiesOfName: Statement<[string], number>;
  readonly #companiesOfMatchKey: Statement<[string], number>;
  readonly #companyOf: Statement<[number], number | null>;
  readonly #ids = new Map<string, number>();

  constructor(database: Database) {
    this.#find = database
      .prepare<[string, string, string], number>(
        'SELECT id FROM employer WHERE slug = ? AND domain = ? AND name_key = ?',
      )
      .pluck();
    // With RETURNING each row would be undone by itself if it failed, and each page that it changes written to a temporary file for that.
    this.#add = database.prepare(
      'INSERT INTO employer (slug, domain, name_key, match_key, company_id) VALUES (?, ?, ?, ?, ?)',
    );
    this.#link = database.prepare('UPDATE employer SET company_id = ? WHERE id = ?');
    this.#bySlug = database.prepare(`${NAMED} WHERE slug = ?`);
    this.#byDomain = database.prepare(`${NAMED} WHERE domain = ? AND domain <> ''`);
    this.#byMatchKey = database.prepare(`${NAMED} WHERE match_key = ? AND match_key <> ''`);
    this.#companyOfSlug = database
      .prepare<[string], number>('SELECT id FROM company WHERE slug = ? AND made_slug = 0')
      .pluck();
    // Of several on one domain the first in the order of companies.
    this.#companyOfDomain = database
      .prepare<[string], number>(
        `SELECT id FROM company_domain JOIN company ON company.id = company_id WHERE company_domain.domain = +?
       ORDER BY employee_count DESC NULLS LAST, slug LIMIT 1`,
      )
      .pluck();
    this.#companiesOfName = database
      .prepare<[string], number>('SELECT id FROM company WHERE name_key = ? LIMIT 2')
      .pluck();
    this.#companiesOfMatchKey = database
      .prepare<[string], number>('SELECT id FROM company WHERE match_key = ? LIMIT 2')
      .pluck();
    this.#companyOf = database.prepare<[number], number | null>('SELECT company_id FROM employer WHERE id = ?').pluck();
  }

  /** The id of a name, new or known. */
  idOf(reference: EmployerReference): number {
    return this.idOfText(employerText(employerName(reference)));
  }

  /** The same of employerText. */
  idOfText(text: string): number {
    const cached = this.#ids.get(text);
    if (cached !== undefined) return cached;
    const name = employerOf(text);
    const id = this.#find.get(name.slug, name.domain, name.nameKey) ?? this.#create(name);
    if (this.#ids.size >= CACHED_IDS_MAX) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }

  /** The company that a name means; null while it is not in the catalog. */
  companyOf(employerId: number): number | null {
    return this.#companyOf.get(employerId) ?? null;
  }

  /** Looks again for the company of each name that may mean a company with one of these keys; answers those that mean another one now. */
  relink(keys: CompanyKeys): Relink[] {
    const touched = [
      ...[...keys.slugs].flatMap((slug) => this.#bySlug.all(slug)),
      ...[...keys.domains].flatMap((domain) => this.#byDomain.all(domain)),
      ...[...keys.matchKeys].flatMap((name) => this.#byMatchKey.all(name)),
    ];
    const byId = new Map(touched.map((employer) => [employer.id, employer]));
    return [...byId.values()].flatMap((employer) => this.#relinkOne(employer) ?? []);
  }

  /** Ids of a transaction that did not happen must not be used again. */
  forget(): void {
    this.#ids.clear();
  }

  #relinkOne(employer: NamedRow): Relink | null {
    const to = this.#resolve(employer);
    if (to === employer.companyId) return null;
    this.#link.run(to, employer.id);
    return { employerId: employer.id, from: employer.companyId, to };
  }

  #create(name: EmployerName): number {
    const matchKey = name.nameKey === '' ? '' : companyNameKey(name.nameKey);
    const { lastInsertRowid } = this.#add.run(name.slug, name.domain, name.nameKey, matchKey, this.#resolve(name));
    return Number(lastInsertRowid);
  }

  /** The slug decides before the domain. */
  #resolve(name: EmployerName): number | null {
    if (name.nameKey !== '') return this.#companyNamed(name.nameKey);
    const bySlug = name.slug === '' ? undefined : this.#companyOfSlug.get(name.slug);
    return bySlug ?? (name.domain === '' ? undefined : this.#companyOfDomain.get(name.domain)) ?? null;
  }

  /** A name alone means a company only where no other bears it: as it stands, and where none does, legal forms aside. */
  #companyNamed(nameKey: string): number | null {
    const named = this.#companiesOfName.all(nameKey);
    const [only = null, ...others] = named.length > 0 ? named : this.#companiesOfMatchKey.all(companyNameKey(nameKey));
    return others.length > 0 ? null : only;
  }
}
