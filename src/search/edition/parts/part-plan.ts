// Plans where the parts of a base begin. Parts are consecutive in the order of the contract. An employer and all its
// people are in one part. People without an employer are last; they are cut at places in their own order.
import type { CompanyOutline, PersonOutline, PositionDocument, RecordOutlines } from '../../../contract/documents.ts';
import { type CompanyOrderKey, levelRank } from '../build/edition-input.ts';
import { GrowableNumbers, GrowableTexts } from '../build/growable.ts';
import { idHash } from '../build/id-hash.ts';
import { compareTexts } from '../terms/compare-texts.ts';

/**
 * The maximum number of documents of people and companies in a part, except that an employer is never cut. A build
 * takes about 1.5 GB of memory for a part of this size, whatever the number of parts.
 */
export const PART_DOCUMENTS_MAX = 8_000_000;
/** The limit exists because each part is a layer of every search. */
const PARTS_MAX = 1000;
/**
 * The approximate number of sampled keys by which people without an employer are cut into parts of about equal size.
 */
const SAMPLE_KEYS = 16_384;
/** Two adjacent parts are joined if together they have at most this share of the maximum. */
const JOINED_SHARE = 0.5;
/** Parts are planned with about this share of the maximum or less, so that records can be added without a new plan. */
const PLANNED_SHARE = 0.75;
/** Parts with people without an employer may exceed the planned size by this factor, so that no small part is left. */
const SLACK = 1.25;

/** The place of a document in the order of people without an employer. */
interface UnlinkedKey {
  /** Computed from level and connections. */
  readonly number: number;
  readonly slug: string;
}

/**
 * The first place of a part: a company, or a person without an employer. `unlinked: null` is the place before all
 * people without an employer.
 */
export type PartStart = { readonly company: CompanyOrderKey } | { readonly unlinked: UnlinkedKey | null };

/** The start of each part but the first. Plain data. */
export interface PartPlan {
  readonly starts: readonly PartStart[];
}

/** Without a cut. */
export const ONE_PART: PartPlan = { starts: [] };

export interface PlanOptions {
  readonly documentsMax: number;
  /**
   * The plan of the base before. It is kept unless a part is too large or most parts could be joined, so that parts
   * stay the same.
   */
  readonly former?: PartPlan;
}

export function planParts(
  input: Pick<RecordOutlines, 'companies' | 'people'>,
  { documentsMax, former }: PlanOptions,
): PartPlan {
  const companies = new CompanyWeights(input.companies);
  const unlinked = new KeySample();
  for (const person of input.people) {
    if (person.positions.length === 0) unlinked.add(person, null);
    for (const position of person.positions) if (!companies.add(position.companyId)) unlinked.add(person, position);
  }
  if (former && fits(former, companies, { unlinked, documentsMax })) return former;
  const all = companies.documents + unlinked.count;
  if (all <= documentsMax) return ONE_PART;
  // An even number of parts, because two threads may build them.
  const size = all / (2 * Math.ceil(all / (2 * documentsMax * PLANNED_SHARE)));
  const starts: PartStart[] = [];
  let documents = 0;
  let left = all;
  for (const { key, weight } of companies.inOrder()) {
    const share = left / Math.max(1, Math.round(left / size));
    if (documents > 0 && (documents + weight / 2 > share || documents + weight > documentsMax)) {
      starts.push({ company: key });
      left -= documents;
      documents = 0;
    }
    documents += weight;
  }
  const sizeMax = size * SLACK;
  if (unlinked.count > 0 && documents + unlinked.count > sizeMax) {
    if (documents > 0) starts.push({ unlinked: null });
    for (const cut of unlinked.cuts(Math.ceil(unlinked.count / sizeMax))) starts.push({ unlinked: cut });
  }
  assertFewParts(starts.length + 1);
  return { starts };
}

/** Whether two parts to build are joined into one. */
export function areJoined(documents: number, documentsMax: number): boolean {
  return documents <= documentsMax * JOINED_SHARE;
}

export function assertFewParts(parts: number): void {
  if (parts > PARTS_MAX) throw new RangeError(`an edition has at most ${PARTS_MAX} parts`);
}

/** Whether no part of a plan is too large, and not so many parts are small that most could be joined. */
function fits(
  plan: PartPlan,
  companies: CompanyWeights,
  { unlinked, documentsMax }: { readonly unlinked: KeySample; readonly documentsMax: number },
): boolean {
  const locator = new PartLocator(plan);
  const documents = new Float64Array(locator.count);
  const employers = new Float64Array(locator.count);
  for (const { key, weight } of companies.inOrder()) {
    const part = locator.ofCompany(key);
    documents[part]! += weight;
    employers[part]! += 1;
  }
  for (const [key, weight] of unlinked.weighted()) documents[locator.ofKey(key)]! += weight;
  const isTooLarge = documents.some((count, part) => count > documentsMax && employers[part] !== 1);
  const joinable = documents.filter((count, part) => part > 0 && areJoined(count + documents[part - 1]!, documentsMax));
  return !isTooLarge && joinable.length <= locator.count / 2;
}

/** Finds the part of a record. */
export class PartLocator {
  readonly #starts: readonly PartStart[];

  constructor({ starts }: PartPlan) {
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.length + 1;
  }

  ofCompany(key: CompanyOrderKey): number {
    return this.#last((start) => 'company' in start && compareCompanies(start.company, key) <= 0);
  }

  /** The part of a position without a company in the catalog. `position`: null for a person without positions. */
  ofUnlinked(person: PersonOutline, position: PositionDocument | null): number {
    return this.#starts.every((start) => 'company' in start)
      ? this.#starts.length
      : this.ofKey(keyOf(person, position));
  }

  ofKey(key: UnlinkedKey): number {
    return this.#last(
      (start) => 'company' in start || start.unlinked === null || compareKeys(start.unlinked, key) <= 0,
    );
  }

  /** The number of starts that are at or before a place. Starts ascend. */
  #last(isAtOrBefore: (start: PartStart) => boolean): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isAtOrBefore(this.#starts[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** By employees in descending order, unknown numbers last; then by slug. */
function compareCompanies(left: CompanyOrderKey, right: CompanyOrderKey): number {
  return (right.employee_count ?? -1) - (left.employee_count ?? -1) || compareTexts(left.slug, right.slug);
}

/** Numbers of connections are below 2^32. */
const CONNECTIONS = 2 ** 32;

function keyOf({ connections_count, slug }: PersonOutline, position: PositionDocument | null): UnlinkedKey {
  const level = levelRank(position?.job_level ?? null);
  return {
    number: level * 2 * CONNECTIONS + CONNECTIONS - (connections_count === null ? 0 : connections_count + 1),
    slug,
  };
}

function compareKeys(left: UnlinkedKey, right: UnlinkedKey): number {
  return left.number - right.number || compareTexts(left.slug, right.slug);
}

/** The companies in order, each with the number of its documents: one for the company, and one for each position. */
class CompanyWeights {
  readonly #slugs = new GrowableTexts();
  readonly #employees = new GrowableNumbers();
  readonly #weights: Uint32Array;
  /** By company id, the number of the company here plus 1. */
  #numbers = new Uint32Array(1024);

  constructor(companies: Iterable<CompanyOutline>) {
    for (const { id, slug, employee_count } of companies) {
      this.#slugs.push(slug);
      this.#employees.push(employee_count === null ? 0 : employee_count + 1);
      if (id >= this.#numbers.length) {
        const more = new Uint32Array(Math.max(id + 1, 2 * this.#numbers.length));
        more.set(this.#numbers);
        this.#numbers = more;
      }
      this.#numbers[id] = this.#employees.length;
    }
    this.#weights = new Uint32Array(this.#employees.length).fill(1);
  }

  /** Counts a document; false if the company is unknown. */
  add(companyId: number | null): boolean {
    const number = companyId === null ? 0 : (this.#numbers[companyId] ?? 0);
    if (number > 0) this.#weights[number - 1]! += 1;
    return number > 0;
  }

  /** The number of documents of all companies and their people. */
  get documents(): number {
    return this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  *inOrder(): Generator<{ readonly key: CompanyOrderKey; readonly weight: number }> {
    const order = Uint32Array.from(this.#weights.keys()).sort(
      (left, right) => this.#employees.at(right) - this.#employees.at(left) || this.#slugs.compare(left, right),
    );
    for (const number of order) {
      const employees = this.#employees.at(number);
      const key = { employee_count: employees === 0 ? null : employees - 1, slug: this.#slugs.text(number) };
      yield { key, weight: this.#weights[number]! };
    }
  }
}

/** A sample of the places of people without an employer. It contains the lowest hashes, so that it is deterministic. */
class KeySample {
  count = 0;
  #hashMax = 2 ** 32;
  #keys: { readonly hash: number; readonly key: UnlinkedKey }[] = [];

  add(person: PersonOutline, position: PositionDocument | null): void {
    this.count += 1;
    const hash = idHash(person.id);
    if (hash >= this.#hashMax) return;
    this.#keys.push({ hash, key: keyOf(person, position) });
    if (this.#keys.length < 2 * SAMPLE_KEYS) return;
    this.#hashMax /= 2;
    this.#keys = this.#keys.filter((each) => each.hash < this.#hashMax);
  }

  /**
   * The places that cut all people without an employer into a number of parts of about equal size; fewer if the sample
   * has too few different places.
   */
  cuts(parts: number): UnlinkedKey[] {
    const keys = this.#keys.map(({ key }) => key).sort(compareKeys);
    const cuts: UnlinkedKey[] = [];
    for (let part = 1; part < parts; part++) {
      const cut = keys[Math.floor((part * keys.length) / parts)];
      const before = cuts.at(-1) ?? keys[0];
      if (cut && before && compareKeys(before, cut) < 0) cuts.push(cut);
    }
    return cuts;
  }

  /** The sampled keys, each with the number of documents that it represents. */
  *weighted(): Generator<readonly [UnlinkedKey, number]> {
    const weight = this.count / Math.max(1, this.#keys.length);
    for (const { key } of this.#keys) yield [key, weight];
  }
}
