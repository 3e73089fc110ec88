// The job rows: open openings grouped by company, title and source, maintained in the transaction that changes them.

import type { Database, Statement } from 'better-sqlite3';
import type { OpeningRecord } from '../../contract/import-records.ts';
import type { JobRowWire } from '../../contract/records.ts';
import { storedRecord } from '../stored-record.ts';
import { redactRecord } from '../views/redact-record.ts';
import type { Generations } from './generations.ts';

interface Group {
  readonly companyId: number;
  readonly titleKey: string;
  readonly source: string;
}

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
  readonly #openings: Statement<[number, string, string], string>;
  readonly #groupsOfEmployer: Statement<[number], { titleKey: string; source: string }>;
  readonly #find: Statement<[number, string, string], number>;
  readonly #add: Statement<[number, string, string, ...SummaryColumns]>;
  readonly #change: Statement<[...SummaryColumns, number]>;
  readonly #close: Statement<[number]>;
  readonly #generations: Generations;
  readonly #touched = new Map<string, Group>();

  constructor(database: Database, generations: Generations) {
    this.#generations = generations;
    this.#openings = database
      .prepare<[number, string, string], string>(
        `SELECT record FROM employer JOIN opening ON employer_id = employer.id
       WHERE company_id = +? AND title_key = +? AND source = +? AND is_open = 1 AND is_missing = 0 ORDER BY opening.id`,
      )
      .pluck();
    this.#groupsOfEmployer = database.prepare(
      'SELECT DISTINCT title_key AS titleKey, source FROM opening WHERE employer_id = +?',
    );
    this.#find = database
      .prepare<[number, string, string], number>(
        'SELECT id FROM job_row WHERE company_id = ? AND title_key = ? AND source = ?',
      )
      .pluck();
    const columns = 'open_positions, title, latest_posted_at, url, locations';
    this.#add = database.prepare(
      `INSERT INTO job_row (company_id, title_key, source, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#change = database.prepare(`UPDATE job_row SET (${columns}) = (?, ?, ?, ?, ?) WHERE id = ?`);
    this.#close = database.prepare('UPDATE job_row SET open_positions = 0 WHERE id = ?');
  }

  /** Marks a group as changed; without a company there is no row. */
  touch(companyId: number | null, opening: { readonly titleKey: string; readonly source: string }): void {
    if (companyId === null) return;
    const { titleKey, source } = opening;
    this.#touched.set(JSON.stringify([companyId, titleKey, source]), { companyId, titleKey, source });
  }

  /** Marks all openings of an employer as moved from one company to another. */
  touchEmployer(employerId: number, from: number | null, to: number | null): void {
    for (const group of this.#groupsOfEmployer.all(employerId)) {
      this.touch(from, group);
      this.touch(to, group);
    }
  }

  /** Writes the rows of all marked groups. */
  refresh(): void {
    for (const group of this.#touched.values()) this.#refreshOne(group);
    this.forget();
  }

  forget(): void {
    this.#touched.clear();
  }

  #refreshOne({ companyId, titleKey, source }: Group): void {
    const openings = this.#openings
      .all(companyId, titleKey, source)
      .map((record) => redactRecord(storedRecord('opening', record)));
    const id = this.#find.get(companyId, titleKey, source);
    if (openings.length > 0) {
      const columns = columnsOf(summarise(openings));
      if (id !== undefined) this.#change.run(...columns, id);
      const written = id ?? Number(this.#add.run(companyId, titleKey, source, ...columns).lastInsertRowid);
      this.#generations.markRecord('job_row', written);
    } else if (id !== undefined) {
      this.#close.run(id);
      this.#generations.markRecord('job_row', id);
    }
  }
}

function columnsOf({ open_positions, title, latest_posted_at, url, locations }: Summary): SummaryColumns {
  return [open_positions, title, latest_posted_at, url, JSON.stringify(locations)];
}

/** `openings` is not empty; of equally new ones the first counts. */
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

/** The most frequent text; of several the lowest. */
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
