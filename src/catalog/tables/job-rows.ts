// The job rows: open openings grouped by company, title and source, maintained in the transaction that changes them.
import type { OpeningRecord } from '../../contract/import-records.ts';
import type { JobRowWire } from '../../contract/schemas/records.ts';
import { storedRecord } from '../stored-record.ts';
import { redactRecord } from '../views/redact-record.ts';
import type { Generations } from './generations.ts';
import type { KeyedRows, Sql, Write } from './sql.ts';

interface Group {
  readonly companyId: number;
  readonly titleKey: string;
  readonly source: string;
}

/** A stored group: its openings, and the id of its row. */
interface StoredGroup {
  readonly records: readonly string[];
  readonly id: number | undefined;
}

/** Number of groups whose openings are in memory at a time. */
const GROUPS_AT_ONCE = 1000;

type Locations = JobRowWire['locations'];

/** The aggregate of a group's openings. */
interface Summary {
  readonly open_positions: number;
  readonly title: string;
  readonly latest_posted_at: string | null;
  readonly url: string | null;
  readonly locations: Locations;
}

type SummaryColumns = readonly [
  open_positions: number,
  title: string,
  latest_posted_at: string | null,
  url: string | null,
  locations: string,
];

export class JobRows {
  /** By the JSON of the group's key. */
  readonly #openings: (keys: readonly string[]) => (readonly [record: string])[][];
  readonly #groupsOfEmployer: KeyedRows<readonly [titleKey: string, source: string]>;
  readonly #find: (keys: readonly string[]) => (readonly [id: number])[][];
  readonly #add: { run(...values: readonly [number, string, string, ...SummaryColumns]): number };
  readonly #change: Write;
  readonly #close: Write;
  readonly #generations: Generations;
  readonly #touched = new Map<string, Group>();

  constructor(sql: Sql, generations: Generations) {
    this.#generations = generations;
    const { partOfKey } = sql.dialect;
    const group = [partOfKey(0, 'integer'), partOfKey(1, 'text'), partOfKey(2, 'text')] as const;
    const ofGroup = `company_id = ${group[0]} AND title_key = ${group[1]} AND source = ${group[2]}`;
    this.#openings = sql.lookUp(
      `SELECT record FROM employer JOIN opening ON employer_id = employer.id
       WHERE ${ofGroup} AND is_open = 1 AND is_missing = 0 ORDER BY opening.id`,
      'text',
    );
    this.#groupsOfEmployer = sql.keyed(
      'SELECT DISTINCT title_key, source FROM opening WHERE employer_id = +? ORDER BY title_key, source',
      { table: 'opening', column: 'employer_id' },
    );
    this.#find = sql.lookUp(`SELECT id FROM job_row WHERE ${ofGroup}`, 'text');
    const columns = ['open_positions', 'title', 'latest_posted_at', 'url', 'locations'];
    this.#add = sql.insertNew('job_row', ['company_id', 'title_key', 'source', ...columns]);
    this.#change = sql.update('job_row', columns, ['id']);
    this.#close = sql.update('job_row', ['open_positions'], ['id']);
  }

  /** Marks a group as changed. Without a company there is no job row. */
  touch(companyId: number | null, opening: { readonly titleKey: string; readonly source: string }): void {
    if (companyId === null) return;
    const { titleKey, source } = opening;
    this.#touched.set(JSON.stringify([companyId, titleKey, source]), { companyId, titleKey, source });
  }

  /** Prefetches the groups of employers, in one query. Does nothing if the store has no round trips. */
  prefetchEmployers(employerIds: readonly number[]): void {
    this.#groupsOfEmployer.prefetch(employerIds);
  }

  /** Marks all openings of an employer as moved from one company to another. */
  touchEmployer(employerId: number, from: number | null, to: number | null): void {
    for (const [titleKey, source] of this.#groupsOfEmployer.of(employerId)) {
      this.touch(from, { titleKey, source });
      this.touch(to, { titleKey, source });
    }
  }

  /** Writes the job rows of all marked groups. */
  refresh(): void {
    const touched = [...this.#touched];
    for (let from = 0; from < touched.length; from += GROUPS_AT_ONCE) {
      const groups = touched.slice(from, from + GROUPS_AT_ONCE);
      const keys = groups.map(([key]) => key);
      const [records, rows] = [this.#openings(keys), this.#find(keys)];
      for (const [index, [, group]] of groups.entries())
        this.#refreshOne(group, { records: (records[index] ?? []).map(([text]) => text), id: rows[index]?.[0]?.[0] });
    }
    this.clear();
  }

  clear(): void {
    this.#touched.clear();
  }

  #refreshOne({ companyId, titleKey, source }: Group, { records, id }: StoredGroup): void {
    const openings = records.map((record) => redactRecord(storedRecord('opening', record)));
    if (openings.length > 0) {
      const columns = columnsOf(summarise(openings));
      if (id !== undefined) this.#change.run(...columns, id);
      const written = id ?? this.#add.run(companyId, titleKey, source, ...columns);
      this.#generations.markRecord('job_row', written);
    } else if (id !== undefined) {
      this.#close.run(0, id);
      this.#generations.markRecord('job_row', id);
    }
  }
}

function columnsOf({ open_positions, title, latest_posted_at, url, locations }: Summary): SummaryColumns {
  return [open_positions, title, latest_posted_at, url, JSON.stringify(locations)];
}

/** `openings` must not be empty. Of equally new openings, the first one is used. */
function summarise(openings: readonly OpeningRecord[]): Summary {
  const newestFirst = openings.toSorted((a, b) => compare(b.posted_at ?? '', a.posted_at ?? ''));
  return {
    open_positions: openings.reduce((sum, opening) => sum + opening.open_positions, 0),
    title: mostFrequent(openings.map((opening) => opening.title)),
    latest_posted_at: newestFirst[0]?.posted_at ?? null,
    url: newestFirst.find((opening) => opening.url !== null)?.url ?? null,
    locations: distinctLocations(openings),
  };
}

/** The most frequent text; if several are equally frequent, the lowest. */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || compare(a, b));
  return first?.[0] ?? '';
}

function distinctLocations(openings: readonly OpeningRecord[]): Locations {
  const byKey = new Map<string, Locations[number]>();
  for (const { location } of openings) {
    if (location === null || (location.city ?? location.country_code) === null) continue;
    byKey.set(`${location.country_code ?? ''}\n${location.city ?? ''}`, {
      city: location.city,
      country_code: location.country_code,
    });
  }
  return [...byKey].sort(([a], [b]) => compare(a, b)).map(([, location]) => location);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
