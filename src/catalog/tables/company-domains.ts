// The domains of companies. Companies on one site keep the order in which they came to it, so that a repeated import
// finds the same one first.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { siteOf } from '../../identity/domain.ts';
import type { KeyedRows, Sql, Write } from './sql.ts';

const TABLE = 'company_domain';

export class CompanyDomains {
  readonly #onDomain: KeyedRows<readonly [companyId: number, place: number]>;
  readonly #newestOn: KeyedRows<readonly [place: number]>;
  /** The place of the newest company on each site to which the transaction has added one. */
  readonly #newest = new Map<string, number>();
  readonly #add: Write;
  readonly #setPlace: Write;
  readonly #drop: Write;

  constructor(sql: Sql) {
    this.#onDomain = sql.keyed('SELECT company_id, place FROM company_domain WHERE domain = ? ORDER BY company_id', {
      table: TABLE,
      column: 'domain',
    });
    this.#newestOn = sql.keyed('SELECT place FROM company_domain WHERE site = +? ORDER BY place DESC LIMIT 1', {
      table: TABLE,
      column: 'site',
    });
    this.#add = sql.insert(TABLE, ['domain', 'company_id', 'site', 'place']);
    this.#setPlace = sql.update(TABLE, ['place'], ['domain', 'site', 'company_id']);
    this.#drop = sql.remove(TABLE, ['domain', 'site', 'company_id']);
  }

  /** The first step of a transaction, as other processes may have written. */
  refresh(): void {
    this.#newest.clear();
  }

  /** Reads the places on sites of companies that are about to be written in one step, where that is of use. */
  prefetch(records: readonly CompanyRecord[]): void {
    this.#newestOn.prefetch(records.flatMap((record) => record.domains.map(siteOf)));
  }

  replace(id: number, before: Iterable<string>, now: Iterable<string>): void {
    const [former, current] = [new Set(before), new Set(now)];
    this.drop(id, former.difference(current));
    for (const domain of current.difference(former)) this.#addLast(domain, id);
  }

  drop(id: number, domains: Iterable<string>): void {
    for (const domain of domains) this.#drop.run(domain, siteOf(domain), id);
  }

  /** Moves domains to the survivor of a merge, which keeps the older of two places. */
  move(domains: readonly string[], from: number, to: number): void {
    for (const domain of domains) {
      const places = new Map(this.#onDomain.of(domain));
      const [place, own] = [places.get(from), places.get(to)];
      if (place === undefined) continue;
      const site = siteOf(domain);
      this.#drop.run(domain, site, from);
      if (own === undefined) this.#add.run(domain, to, site, place);
      else if (place < own) this.#setPlace.run(place, domain, site, to);
    }
  }

  #addLast(domain: string, id: number): void {
    const site = siteOf(domain);
    const place = (this.#newest.get(site) ?? this.#newestOn.of(site)[0]?.[0] ?? 0) + 1;
    this.#add.run(domain, id, site, place);
    this.#newest.set(site, place);
  }
}
