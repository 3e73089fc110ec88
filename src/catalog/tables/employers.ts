// The names of employers in positions and openings, and the current company of each name. Positions store the id of a
// name permanently, while the companies of names may be added, changed and merged.
import type { EmployerReference } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import { employerText, parseEmployerText, type StoredEmployer, storedEmployer } from '../stored-employer.ts';
import type { KeyedRows, Sql, Write } from './sql.ts';

/** Maximum number of cached names: adjacent records often share an employer. */
const CACHED_IDS_MAX = 200_000;

/** All current and former names of a company. */
export interface CompanyKeys {
  readonly slugs: Iterable<string>;
  readonly domains: Iterable<string>;
  /** companyNameKeys, without legal forms. */
  readonly matchKeys: Iterable<string>;
}

/** A name that now refers to another company. */
export interface Relink {
  readonly employerId: number;
  readonly from: number | null;
  readonly to: number | null;
}

type NamedRow = readonly [id: number, slug: string, domain: string, nameKey: string, companyId: number | null];
type IdRow = readonly [id: number];

const NAMED = 'SELECT id, slug, domain, name_key, company_id FROM employer';

export class Employers {
  readonly #bySlug: KeyedRows<NamedRow>;
  readonly #byDomain: KeyedRows<NamedRow>;
  readonly #byName: KeyedRows<NamedRow>;
  readonly #byDomainAlone: KeyedRows<NamedRow>;
  readonly #byMatchKey: KeyedRows<NamedRow>;
  readonly #add: { run(...values: readonly [string, string, string, string, number | null]): number };
  readonly #link: Write;
  readonly #companyOfSlug: KeyedRows<IdRow>;
  readonly #companyOfRow: KeyedRows<IdRow>;
  readonly #companiesOnDomain: KeyedRows<IdRow>;
  readonly #companiesOfName: KeyedRows<IdRow>;
  readonly #companiesOfMatchKey: KeyedRows<IdRow>;
  readonly #companyOf: KeyedRows<readonly [companyId: number | null]>;
  readonly #ids = new Map<string, number>();

  constructor(sql: Sql) {
    const named = (column: string, where = `${column} = ?`) =>
      sql.keyed<NamedRow>(`${NAMED} WHERE ${where} ORDER BY id`, { table: 'employer', column, idAt: 0 });
    this.#bySlug = named('slug');
    this.#byDomain = named('domain', "domain = ? AND domain <> ''");
    this.#byName = named('name_key', "slug = '' AND domain = '' AND name_key = ?");
    this.#byDomainAlone = named('domain', "slug = '' AND domain = ?");
    this.#byMatchKey = named('match_key', "match_key = ? AND match_key <> ''");
    this.#add = sql.insertNew('employer', ['slug', 'domain', 'name_key', 'match_key', 'company_id']);
    this.#link = sql.update('employer', ['company_id'], ['id']);
    const companies = (column: string, text: string) => sql.keyed<IdRow>(text, { table: 'company', column });
    this.#companyOfSlug = companies('slug', 'SELECT id FROM company WHERE slug = ? AND made_slug = 0 ORDER BY id');
    this.#companyOfRow = sql.keyed(
      'SELECT DISTINCT record_id FROM company_contribution WHERE row_key = ? ORDER BY record_id',
      { table: 'company_contribution', column: 'row_key' },
    );
    // If several companies are on a domain, the first in the order of companies is used.
    this.#companiesOnDomain = sql.keyed(
      `SELECT id FROM company_domain JOIN company ON company.id = company_id WHERE company_domain.domain = +?
       ORDER BY employee_count DESC NULLS LAST, slug LIMIT 1`,
      { table: 'company_domain', column: 'domain', joined: 'company' },
    );
    this.#companiesOfName = companies('name_key', 'SELECT id FROM company WHERE name_key = ? ORDER BY id LIMIT 2');
    this.#companiesOfMatchKey = companies(
      'match_key',
      'SELECT id FROM company WHERE match_key = ? ORDER BY id LIMIT 2',
    );
    this.#companyOf = sql.keyed('SELECT company_id FROM employer WHERE id = ?', { table: 'employer', column: 'id' });
  }

  /** Prefetches the rows of new names, in one query. Does nothing if the store has no round trips. */
  prefetch(texts: Iterable<string>): void {
    const unknown = [...new Set(texts)].filter((text) => !this.#ids.has(text)).map(parseEmployerText);
    this.#byName.prefetch(unknown.flatMap((employer) => (isNameAlone(employer) ? [employer.nameKey] : [])));
    this.#bySlug.prefetch(unknown.flatMap(({ slug }) => (slug === '' ? [] : [slug])));
    this.#byDomainAlone.prefetch(
      unknown.flatMap(({ slug, domain }) => (domain === '' ? [] : slug === '' ? [domain] : [])),
    );
    this.#prefetchCompanies(unknown);
  }

  /** The id of a name. An unknown name is added. */
  idOf(reference: EmployerReference): number {
    return this.idOfText(employerText(storedEmployer(reference)));
  }

  /** As idOf, for an employerText. */
  idOfText(text: string): number {
    const cached = this.#ids.get(text);
    if (cached !== undefined) return cached;
    const employer = parseEmployerText(text);
    const id = this.#find(employer) ?? this.#create(employer);
    if (this.#ids.size >= CACHED_IDS_MAX) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }

  /** The company of a name; null if it is not in the catalog. */
  companyOf(employerId: number): number | null {
    return this.#companyOf.of(employerId)[0]?.[0] ?? null;
  }

  /** The companies of several names, in one query if the store has round trips. */
  companiesOf(employerIds: readonly number[]): (number | null)[] {
    this.#companyOf.prefetch(employerIds);
    return employerIds.map((id) => this.companyOf(id));
  }

  /**
   * Prefetches the names that `relink` may change, in a few queries; returns the ids of the prefetched names. Does
   * nothing if the store has no round trips.
   */
  prefetchLinks({ slugs, domains, matchKeys }: CompanyKeys): number[] {
    const read = [
      ...this.#bySlug.prefetch([...slugs]),
      ...this.#byDomain.prefetch([...domains]),
      ...this.#byMatchKey.prefetch([...matchKeys]),
    ];
    return [...new Set(read.map(([id]) => id))];
  }

  /**
   * Resolves each name again that may refer to a company with one of these keys; returns the names whose company
   * changed.
   */
  relink(keys: CompanyKeys): Relink[] {
    const touched = [
      ...[...keys.slugs].flatMap((slug) => this.#bySlug.of(slug)),
      ...[...keys.domains].flatMap((domain) => this.#byDomain.of(domain)),
      ...[...keys.matchKeys].flatMap((name) => this.#byMatchKey.of(name)),
    ];
    const byId = new Map(touched.map((employer) => [employer[0], employer]));
    this.#prefetchCompanies(Array.from(byId.values(), ([, slug, domain, nameKey]) => ({ slug, domain, nameKey })));
    return [...byId.values()].flatMap((employer) => this.#relinkOne(employer) ?? []);
  }

  /** Discards the cache: ids of a rolled-back transaction must not be used again. */
  clear(): void {
    this.#ids.clear();
  }

  #relinkOne([employerId, slug, domain, nameKey, from]: NamedRow): Relink | null {
    const to = this.#resolve({ slug, domain, nameKey });
    if (to === from) return null;
    this.#link.run(to, employerId);
    return { employerId, from, to };
  }

  /**
   * Prefetches the companies to which names may refer, in a few queries. Does nothing if the store has no round trips.
   */
  #prefetchCompanies(employers: readonly StoredEmployer[]): void {
    const keys = employers.flatMap(({ nameKey }) => (nameKey === '' ? [] : [nameKey]));
    const slugs = employers.flatMap(({ slug }) => (slug === '' ? [] : [slug]));
    this.#companyOfSlug.prefetch(slugs);
    this.#companyOfRow.prefetch(slugs.filter((slug) => this.#companyOfSlug.of(slug).length === 0));
    this.#companiesOnDomain.prefetch(employers.flatMap(({ domain }) => (domain === '' ? [] : [domain])));
    this.#companiesOfName.prefetch(keys);
    this.#companiesOfMatchKey.prefetch(keys.map(companyNameKey));
  }

  /** The id of a stored name. */
  #find(employer: StoredEmployer): number | undefined {
    const { slug, domain, nameKey } = employer;
    if (isNameAlone(employer)) return this.#byName.of(nameKey)[0]?.[0];
    const rows = slug === '' ? this.#byDomainAlone.of(domain) : this.#bySlug.of(slug);
    return rows.find((row) => row[2] === domain)?.[0];
  }

  #create(employer: StoredEmployer): number {
    const matchKey = employer.nameKey === '' ? '' : companyNameKey(employer.nameKey);
    return this.#add.run(employer.slug, employer.domain, employer.nameKey, matchKey, this.#resolve(employer));
  }

  /** The company of a name. The slug takes precedence over the domain. */
  #resolve(employer: StoredEmployer): number | null {
    if (employer.nameKey !== '') return this.#companyNamed(employer.nameKey);
    const [bySlug] = employer.slug === '' ? [] : this.#withSlug(employer.slug);
    const [found] = bySlug ? [bySlug] : employer.domain === '' ? [] : this.#companiesOnDomain.of(employer.domain);
    return found?.[0] ?? null;
  }

  /** The company with a slug, else the company into which the one with this slug was merged. */
  #withSlug(slug: string): readonly IdRow[] {
    const own = this.#companyOfSlug.of(slug);
    return own.length > 0 ? own : this.#companyOfRow.of(slug);
  }

  /**
   * A name alone resolves only to a unique company: by its exact form or, if no company has that, without legal forms.
   */
  #companyNamed(nameKey: string): number | null {
    const named = this.#companiesOfName.of(nameKey);
    const [only, ...others] = named.length > 0 ? named : this.#companiesOfMatchKey.of(companyNameKey(nameKey));
    return only === undefined || others.length > 0 ? null : only[0];
  }
}

/** Also true for an absent employer, whose key of the name is empty. */
function isNameAlone({ slug, domain }: StoredEmployer): boolean {
  return slug === '' && domain === '';
}
