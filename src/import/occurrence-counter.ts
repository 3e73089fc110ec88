// Distinguishes the openings of one run: numbers equal openings without a URL, and detects rows that repeat an id.
import type { OpeningRecord } from '../contract/import-records.ts';
import { wordKey } from '../words/words.ts';

export class OccurrenceCounter {
  /** Counts by a 53-bit hash of the opening: some 40 bytes per opening, independent of the length of the title. */
  readonly #counts = new Map<number, number>();
  readonly #ids = new Set<number>();

  /** The opening with its `occurrence`: the number of equal openings before it. Always 0 for an opening with a URL. */
  number(opening: OpeningRecord): OpeningRecord {
    if (opening.url !== null) return opening;
    const key = hash53(identityOf(opening));
    const occurrence = this.#counts.get(key) ?? 0;
    this.#counts.set(key, occurrence + 1);
    return occurrence === 0 ? opening : { ...opening, occurrence };
  }

  /** Whether an earlier row of the source had this id; adds the id. */
  repeatsId(source: string, id: string): boolean {
    const key = hash53(JSON.stringify([source, id]));
    const isRepeated = this.#ids.has(key);
    this.#ids.add(key);
    return isRepeated;
  }
}

function identityOf(opening: OpeningRecord): string {
  const { company_network_url, company_domain, company_name, title, source, location, posted_at } = opening;
  const company = company_network_url?.slug ?? company_domain ?? wordKey(company_name ?? '');
  return JSON.stringify([company, wordKey(title), source, location?.city, location?.country_code, posted_at]);
}

/** Two multiplicative hashes of 32 and 21 bits, sufficient for some million openings. */
function hash53(text: string): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0);
}
