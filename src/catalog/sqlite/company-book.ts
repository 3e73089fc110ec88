// Writes companies: finds the stored company, or companies, that an incoming record means, and makes them one.
// Known by slug; else by a domain, where at most one of the two has a real slug; else, with neither, by name and country.
import type { Database } from 'better-sqlite3';
import type { CompanyRecord } from '../../contract/import-records.ts';
import { makeSlug, nameKey } from '../company-names.ts';
import type { MergeRules, Outcome } from '../writer-port.ts';
import { CompanyTable, type StoredCompany } from './company-table.ts';
import type { Employers } from './employers.ts';
import type { Generations } from './generations.ts';
import type { JobRows } from './job-rows.ts';
import { rowHash, type SeenRows } from './seen-rows.ts';
import type { SuppressionList } from './suppression-list.ts';

interface Collaborators {
  readonly merge: MergeRules;
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

/** What an incoming record means: the company that stays, and those with made slugs that turn out to be the same. */
interface Match {
  readonly stays: StoredCompany | null;
  readonly joins: readonly StoredCompany[];
}

export class CompanyBook {
  readonly #with: Collaborators;
  readonly #table: CompanyTable;

  constructor(database: Database, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#table = new CompanyTable(database);
  }

  write(incoming: CompanyRecord, rows: SeenRows): Outcome {
    const match = this.#match(incoming);
    const matched = match.stays ? [match.stays, ...match.joins] : match.joins;
    if (this.#with.suppressions.hasCompany(incoming) || matched.some((each) => each.isHidden)) return 'suppressed';
    const hash = rowHash(JSON.stringify(incoming));
    if (match.stays === null) {
      this.#save({ record: incoming, seen: rows.with(null, hash), match });
      return 'created';
    }
    if (match.joins.length === 0 && rows.has(match.stays, hash)) return 'unchanged';
    const seen = rows.with(match.stays, hash, match.joins);
    const record = this.#merged(match.stays, match.joins, incoming);
    if (match.joins.length === 0 && JSON.stringify(record) === JSON.stringify(match.stays.record)) {
      this.#table.see(match.stays.id, seen);
      return 'unchanged';
    }
    this.#save({ record, seen, match });
    return 'merged';
  }

  /** Every company that may be answered, by id. */
  records(): Iterable<CompanyRecord> {
    return this.#table.records();
  }

  #match({ networkUrl, domains, ...incoming }: CompanyRecord): Match {
    if (networkUrl === null) {
      const keyless = domains.length === 0 ? this.#table.byNameAlone(incoming) : null;
      return { stays: this.#table.firstOn(domains) ?? keyless, joins: [] };
    }
    const bySlug = this.#table.bySlug(networkUrl.slug);
    const known = bySlug?.hasMadeSlug ? null : bySlug;
    const [stays = null, ...joins] = [...(known ? [known] : []), ...this.#table.withMadeSlugOn(domains)];
    return { stays, joins };
  }

  #merged(stays: StoredCompany, joins: readonly StoredCompany[], incoming: CompanyRecord): CompanyRecord {
    const { company } = this.#with.merge;
    const record = joins.reduce((merged, each) => company(each.record, merged), company(stays.record, incoming));
    // Identity is not for the rules to decide: a real slug, once known, stays.
    const slug = stays.record.networkUrl?.slug ?? incoming.networkUrl?.slug;
    if (slug === undefined || record.networkUrl?.slug === slug) return record;
    return { ...record, networkUrl: { slug, host: record.networkUrl?.host ?? incoming.networkUrl?.host ?? null } };
  }

  #save({ record, seen, match }: { record: CompanyRecord; seen: string; match: Match }): void {
    const former = match.stays ? [match.stays, ...match.joins] : [];
    const slug = record.networkUrl?.slug ?? match.stays?.slug ?? this.#madeSlug(record.name);
    if (slug !== match.stays?.slug) this.#makeWay(slug);
    this.#table.save({ record, seen, slug, former });
    this.#relink([record, ...former.map((each) => each.record)]);
    this.#with.generations.markVisible();
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
      nameKeys: new Set(records.map((record) => nameKey(record.name))),
    });
    for (const { employerId, from, to } of relinks) this.#with.jobRows.touchEmployer(employerId, from, to);
  }
}
