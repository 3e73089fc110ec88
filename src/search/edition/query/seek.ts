// Finds the place of a sort key in an edition by binary search. Numbers are compared in the edition. Slugs are not in
// the edition; they are looked up for the few documents with equal numbers.
import type { Space } from '../../../contract/fields.ts';
import type { JobLevel } from '../../../contract/vocabularies/vocabularies.ts';
import { assert } from '../../../ops/assert.ts';
import { levelRank } from '../build/edition-input.ts';
import type { EditionIndex } from '../edition-index.ts';
import { compareKeyText, mayBeTruncated, type SlugLookup, type SortKey } from '../sort-key.ts';

/**
 * The result of comparing a document with the key: negative if it is before the key, 0 if equal, positive if after;
 * null if its slug was removed.
 */
type Order = number | null;

interface SeekResult {
  /** The last document that is not after the key; `from - 1` if all are after it. */
  readonly last: number;
  /** True if the last document is equal to the key. */
  readonly equal: boolean;
}

/** The slugs of documents; null for a removed record. */
export interface DocSlugs {
  company(doc: number): string | null | Promise<string | null>;
  person(doc: number): string | null | Promise<string | null>;
}

/** The slugs of documents of an edition, looked up by id. */
function slugsById({ companies, people }: EditionIndex, slugs: SlugLookup): DocSlugs {
  return {
    company: async (doc) => (await slugs.companies([companies.ids.at(doc)]))[0] ?? null,
    person: async (doc) => (await slugs.people([people.ids.at(doc)]))[0] ?? null,
  };
}

interface Ordered {
  readonly index: EditionIndex;
  readonly slugs: DocSlugs | null;
}

/**
 * Seeks by the slugs by which the edition was built. `given`: the look-up of these slugs; null to read them from the
 * records of the edition.
 */
export function seekerIn(edition: Ordered, given: SlugLookup | null): Seeker {
  const slugs = given ? slugsById(edition.index, given) : edition.slugs;
  assert(slugs, 'an edition without records is given the slugs');
  return new Seeker(edition.index, slugs);
}

/** Seeks in one edition. */
export class Seeker {
  readonly #index: EditionIndex;
  readonly #slugs: DocSlugs;

  constructor(index: EditionIndex, slugs: DocSlugs) {
    this.#index = index;
    this.#slugs = slugs;
  }

  /**
   * The key of a document. A removed slug counts as empty, so that a walk from this key may repeat documents but never
   * skips any.
   */
  async keyOf(space: Space, doc: number): Promise<SortKey> {
    const { companies } = this.#index;
    const companyDoc = space === 'companies' ? doc : this.#index.ownership(space).of(doc);
    const company =
      companyDoc < companies.ids.length
        ? {
            employees: decoded(companies.employees.at(companyDoc)),
            slug: (await this.#slugs.company(companyDoc)) ?? '',
          }
        : null;
    return space === 'companies'
      ? { company, person: null, job: null }
      : { ...(await this.keyIn(space, doc)), company };
  }

  /** The part of the key that orders the documents of one company. */
  async keyIn(space: 'people' | 'jobs', doc: number): Promise<SortKey> {
    const { numbers, jobs } = this.#index;
    if (space === 'people') {
      const level = this.#level(doc);
      const connections = decoded(numbers.connections_count.at(doc));
      return { company: null, person: { level, connections, slug: (await this.#slugs.person(doc)) ?? '' }, job: null };
    }
    const job = {
      openings: jobs.openings.at(doc),
      title: jobs.title(doc),
      source: jobs.source(doc),
      id: jobs.ids.at(doc),
    };
    return { company: null, person: null, job };
  }

  /** The last document that is not after the key; -1 if all are after it. */
  async seek(space: Space, key: SortKey): Promise<number> {
    const company = await this.seekCompany(key);
    if (space === 'companies') return Math.min(company.last, this.#index.companies.ids.length - 1);
    const end = this.#endOf(space, company.last);
    if (!company.equal) return end - 1;
    const order = (doc: number) => this.#orderIn(space, doc, key);
    return (await lastAtOrBefore(this.#index.ownership(space).start(company.last), end, order)).last;
  }

  /** The last company that is not after the company of the key. If the key has no company, the number of companies. */
  async seekCompany(key: SortKey): Promise<SeekResult> {
    const companyCount = this.#index.companies.ids.length;
    if (!key.company) return { last: companyCount, equal: true };
    return lastAtOrBefore(0, companyCount, (company) => this.#orderOfCompany(company, key));
  }

  /**
   * The first document of a company, or of the documents without a company, that is not before the key; the end of
   * these documents if all are before it. `former`: the documents, ascending, that may have exactly this key; no other
   * documents have it.
   */
  async firstIn(
    { space, company }: { readonly space: 'people' | 'jobs'; readonly company: number },
    key: SortKey,
    former: readonly number[],
  ): Promise<number> {
    const start = this.#index.ownership(space).start(company);
    for (const doc of key.person && !mayBeTruncated(key.person.slug, 'slug') ? former : [])
      if (start <= doc && doc < this.#endOf(space, company) && (await this.#orderIn(space, doc, key)) === 0) return doc;
    const orderOrAfter = async (doc: number) => {
      const order = await this.#orderIn(space, doc, key);
      return order === 0 ? 1 : order;
    };
    return (await lastAtOrBefore(start, this.#endOf(space, company), orderOrAfter)).last + 1;
  }

  #endOf(space: 'people' | 'jobs', company: number): number {
    const ownership = this.#index.ownership(space);
    return company === ownership.ownerCount ? this.#index.blocks[space].docCount : ownership.end(company);
  }

  async #orderOfCompany(doc: number, { company }: SortKey): Promise<Order> {
    if (!company) return -1;
    const byEmployees = encoded(company.employees) - this.#index.companies.employees.at(doc);
    if (byEmployees !== 0) return byEmployees;
    return compareSlug(await this.#slugs.company(doc), company.slug);
  }

  #orderIn(space: 'people' | 'jobs', doc: number, key: SortKey): Promise<Order> {
    return space === 'people' ? this.#orderOfPosition(doc, key) : this.#orderOfJob(doc, key);
  }

  async #orderOfPosition(doc: number, { person }: SortKey): Promise<Order> {
    if (!person) return -1;
    const byNumbers =
      this.#level(doc) - person.level || encoded(person.connections) - this.#index.numbers.connections_count.at(doc);
    if (byNumbers !== 0) return byNumbers;
    return compareSlug(await this.#slugs.person(doc), person.slug);
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
}

/**
 * Binary search for the last document in `from` <= document < `end` that is not after a key. Documents must ascend.
 * Skips documents that cannot be compared.
 */
async function lastAtOrBefore(
  from: number,
  end: number,
  orderOf: (position: number) => Promise<Order>,
): Promise<SeekResult> {
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

/** Stored numbers are incremented by 1; 0 is unknown. */
function decoded(stored: number): number | null {
  return stored === 0 ? null : stored - 1;
}

function encoded(value: number | null): number {
  return value === null ? 0 : value + 1;
}
