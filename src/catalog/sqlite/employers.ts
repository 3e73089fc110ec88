// The names of employers in positions and openings, and the current company of each name.
// Positions store the id of such a name permanently; companies may be added, changed and merged behind it.
import type { Database, Statement } from 'better-sqlite3';
import type { EmployerReference } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-name.ts';
import { type EmployerName, employerName, employerOf, employerText } from '../employer-name.ts';

/** Number of cached names, as adjacent records often share an employer. */
const CACHED_IDS_MAX = 200_000;

/** All current and former names of a company. */
export interface CompanyKeys {
  readonly slugs: Iterable<string>;
  readonly domains: Iterable<string>;
  /** Without legal forms: companyNameKey. */
  readonly matchKeys: Iterable<string>;
}

/** A name that now refers to another company. */
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
    // With RETURNING each row would need its own savepoint, and each page that it changes a write to a temporary file.
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

  /** The company of a name; null while it is not in the catalog. */
  companyOf(employerId: number): number | null {
    return this.#companyOf.get(employerId) ?? null;
  }

  /** Resolves again each name that may refer to a company with one of these keys; returns those that changed. */
  relink(keys: CompanyKeys): Relink[] {
    const touched = [
      ...[...keys.slugs].flatMap((slug) => this.#bySlug.all(slug)),
      ...[...keys.domains].flatMap((domain) => this.#byDomain.all(domain)),
      ...[...keys.matchKeys].flatMap((name) => this.#byMatchKey.all(name)),
    ];
    const byId = new Map(touched.map((employer) => [employer.id, employer]));
    return [...byId.values()].flatMap((employer) => this.#relinkOne(employer) ?? []);
  }

  /** Ids of a rolled-back transaction must not be used again. */
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

  /** The slug has priority over the domain. */
  #resolve(name: EmployerName): number | null {
    if (name.nameKey !== '') return this.#companyNamed(name.nameKey);
    const bySlug = name.slug === '' ? undefined : this.#companyOfSlug.get(name.slug);
    return bySlug ?? (name.domain === '' ? undefined : this.#companyOfDomain.get(name.domain)) ?? null;
  }

  /** A name alone resolves only to a unique company: by its exact form, and if none has it, without legal forms. */
  #companyNamed(nameKey: string): number | null {
    const named = this.#companiesOfName.all(nameKey);
    const [only = null, ...others] = named.length > 0 ? named : this.#companiesOfMatchKey.all(companyNameKey(nameKey));
    return others.length > 0 ? null : only;
  }
}
