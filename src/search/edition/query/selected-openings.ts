// Sums up the openings of job rows that match the clauses of a query on openings.
import type { Work } from '../../../ops/scheduling/work.ts';
import type { Query } from '../../query.ts';
import type { EditionIndex } from '../edition-index.ts';
import { MemoizedSet } from '../sets/memoized-set.ts';
import { compileOpenings } from './compile-query.ts';

/** The number of openings that are read between two yields. */
const OPENINGS_PER_YIELD = 4096;

/** The location of an opening. At least one of the two is known. */
export interface OpeningLocation {
  readonly city: string | null;
  readonly country_code: string | null;
}

/** The sum of the matching openings of one job row. */
export interface SelectedOpenings {
  /** Catalog id of the job row. */
  readonly jobId: number;
  readonly openPositions: number;
  /** Days since 1970-01-01 of the newest opening; null if no date is known. */
  readonly latestDay: number | null;
  /** Catalog id of the newest opening that has a URL (the first of equally new ones); null if none has one. */
  readonly urlOf: number | null;
  /** Distinct locations, ordered by country, then city. */
  readonly locations: readonly OpeningLocation[];
}

/** For each job row, the sum of its matching openings. Each row must have at least one. */
export function* selectedOpenings(
  query: Query,
  docs: readonly number[],
  index: EditionIndex,
): Work<readonly SelectedOpenings[]> {
  const { openings, jobs, blocks } = index;
  const members = new MemoizedSet(blocks.openings, yield* compileOpenings(query, index));
  const selected: SelectedOpenings[] = [];
  let read = 0;
  for (const doc of docs) {
    const sum = new Sum(index);
    const end = openings.ownership.end(doc);
    let opening = members.next(openings.ownership.start(doc), end);
    for (; opening >= 0; opening = members.next(opening + 1, end)) {
      sum.add(opening);
      if (++read % OPENINGS_PER_YIELD === 0) yield;
    }
    selected.push({ jobId: jobs.ids.at(doc), ...sum.all() });
  }
  return selected;
}

class Sum {
  readonly #index: EditionIndex;
  #openPositions = 0;
  /** Days plus 1; 0 if unknown. */
  #latest = 0;
  /** The same for the newest opening with a URL; -1 if there is none. */
  #latestWithUrl = -1;
  #urlOf: number | null = null;
  readonly #locations = new Map<number, OpeningLocation>();

  constructor(index: EditionIndex) {
    this.#index = index;
  }

  add(opening: number): void {
    const { openings, numbers } = this.#index;
    this.#openPositions += openings.positions.at(opening);
    const day = numbers.posted_day.at(opening);
    this.#latest = Math.max(this.#latest, day);
    const urlId = openings.urlIds.at(opening);
    if (urlId !== 0 && day > this.#latestWithUrl) {
      this.#latestWithUrl = day;
      this.#urlOf = urlId;
    }
    this.#addLocation(opening);
  }

  all(): Omit<SelectedOpenings, 'jobId'> {
    const textOf = ({ country_code, city }: OpeningLocation) => `${country_code ?? ''}\n${city ?? ''}`;
    const byText = [...this.#locations.values()].map((location) => ({ location, text: textOf(location) }));
    byText.sort((left, right) => (left.text < right.text ? -1 : Number(left.text > right.text)));
    return {
      openPositions: this.#openPositions,
      latestDay: this.#latest === 0 ? null : this.#latest - 1,
      urlOf: this.#urlOf,
      locations: byText.map(({ location }) => location),
    };
  }

  #addLocation(opening: number): void {
    const { openings, values } = this.#index;
    const country = values.opening_country.codeAt(opening);
    const city = openings.cities.codeAt(opening);
    const key = city * (values.opening_country.codeCount + 1) + country;
    if (key === 0 || this.#locations.has(key)) return;
    this.#locations.set(key, { city: openings.cities.at(opening), country_code: values.opening_country.at(opening) });
  }
}
