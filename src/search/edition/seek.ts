// Finds the place of a sort key in an edition by binary search. Numbers are compared in the edition; slugs, which it
// does not contain, are looked up for the few documents with equal numbers.
import type { Space } from '../../contract/fields.ts';
import type { JobLevel } from '../../contract/vocabularies.ts';

import { levelRank } from './build/edition-input.ts';
import type { EditionIndex } from './edition-index.ts';
import { compareKeyText, type SlugLookup, type SortKey } from './sort-key.ts';

/**
 * Result of comparing a document with the key: negative before it, 0 equal, positive after it; null if its slug was
 * removed.
 */
type Order = number | null;

interface Place {
  /** The last document that is not after the key; `from - 1` if all are. */
  readonly last: number;
  /** True if it is equal to the key. */
  readonly equal: boolean;
}

/** Seeks in one edition. */
export class Seeker {
  readonly #index: EditionIndex;
  readonly #slugs: SlugLookup;

  constructor(index: EditionIndex, slugs: SlugLookup) {
    this.#index = index;
    this.#slugs = slugs;
  }

  /**
   * The key of a document. A removed slug counts as empty, so that a walk from there may repeat documents but never
   * skips any.
   */
  async keyOf(space: Space, doc: number): Promise<SortKey> {
    const { companies, numbers, jobs } = this.#index;
    const place = space === 'companies' ? doc : this.#index.ownership(space).of(doc);
    const company =
      place < companies.ids.length
        ? { employees: known(companies.employees.at(place)), slug: (await this.#companySlug(place)) ?? '' }
        : null;
    if (space === 'companies') return { company, person: null, job: null };
    if (space === 'people') {
      const level = this.#level(doc);
      const connections = known(numbers.connections_count.at(doc));
      return { company, person: { level, connections, slug: (await this.#personSlug(doc)) ?? '' }, job: null };
    }
    const job = {
      openings: jobs.openings.at(doc),
      title: jobs.title(doc),
      source: jobs.source(doc),
      id: jobs.ids.at(doc),
    };
    return { company, person: null, job };
  }

  /** The last document that is not after the key; -1 if all are. */
  async seek(space: Space, key: SortKey): Promise<number> {
    const companyCount = this.#index.companies.ids.length;
    const place = key.company
      ? await lastNotBehind(0, companyCount, (company) => this.#orderOfCompany(company, key))
      : { last: companyCount, equal: true };
    if (space === 'companies') return Math.min(place.last, companyCount - 1);
    const ownership = this.#index.ownership(space);
    const end = place.last === companyCount ? this.#index.blocks[space].docCount : ownership.start(place.last + 1);
    if (!place.equal) return end - 1;
    const order = (doc: number) => (space === 'people' ? this.#orderOfPosition(doc, key) : this.#orderOfJob(doc, key));
    return (await lastNotBehind(ownership.start(place.last), end, order)).last;
  }

  async #orderOfCompany(place: number, { company }: SortKey): Promise<Order> {
    if (!company) return -1;
    const byEmployees = unknownAsZero(company.employees) - this.#index.companies.employees.at(place);
    if (byEmployees !== 0) return byEmployees;
    return compareSlug(await this.#companySlug(place), company.slug);
  }

  async #orderOfPosition(doc: number, { person }: SortKey): Promise<Order> {
    if (!person) return -1;
    const byNumbers =
      this.#level(doc) - person.level ||
      unknownAsZero(person.connections) - this.#index.numbers.connections_count.at(doc);
    if (byNumbers !== 0) return byNumbers;
    return compareSlug(await this.#personSlug(doc), person.slug);
  }

  async #orderOfJob(doc: number, { job }: SortKey): Promise<Order> {
    const { jobs } = this.#index;
    if (!job) return -1;
    return (
      job.openings - jobs.openings.at(doc) ||
      compareKeyText(jobs.title(doc), job.title, 'title') ||
      compareKeyText(jobs.source(doc), job.source, 'source') ||
      jobs.ids.at(doc) - job.id
    );
  }

  #level(doc: number): number {
    return levelRank(this.#index.values.job_level.at(doc) as JobLevel | null);
  }

  async #companySlug(place: number): Promise<string | null> {
    return (await this.#slugs.companies([this.#index.companies.ids.at(place)]))[0] ?? null;
  }

  async #personSlug(doc: number): Promise<string | null> {
    return (await this.#slugs.people([this.#index.people.ids.at(doc)]))[0] ?? null;
  }
}

/** Binary search in `from` <= document < `end`, in ascending order; skips documents that cannot be compared. */
async function lastNotBehind(from: number, end: number, orderOf: (position: number) => Promise<Order>): Promise<Place> {
  let low = from;
  let high = end;
  let place = { last: from - 1, equal: false };
  while (low < high) {
    const middle = (low + high) >>> 1;
    let probe = middle;
    let order = await orderOf(probe);
    while (order === null && probe > low) order = await orderOf(--probe);
    if (order !== null && order > 0) high = probe;
    else {
      if (order !== null) place = { last: probe, equal: order === 0 };
      low = middle + 1;
    }
  }
  return place;
}

function compareSlug(slug: string | null, key: string): Order {
  return slug === null ? null : compareKeyText(slug, key, 'slug');
}

/** Stored numbers are incremented by one; 0 is unknown. */
function known(kept: number): number | null {
  return kept === 0 ? null : kept - 1;
}

function unknownAsZero(value: number | null): number {
  return value === null ? 0 : value + 1;
}
