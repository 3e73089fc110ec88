// The change log: for each generation the ids of the records that its transaction changed, in one row per kind. The log
// has no information on a generation without a row.
import { decodeEmployers, decodeIds, encodeEmployers, encodeIds } from '../changed-ids.ts';
import type { ChangedRecords, EmployerChange } from '../changes-port.ts';
import type { Sql, Write } from './sql.ts';

export type LoggedKind = 'company' | 'person' | 'job_row';

const KINDS: readonly LoggedKind[] = ['company', 'person', 'job_row'];
const IDS_MAX = 1_000_000;

/** Collects the changes of a transaction, and writes them. */
export class ChangeLog {
  readonly #add: Write;
  readonly #clear: { run(): number };
  readonly #ids: Readonly<Record<LoggedKind, Set<number>>> = {
    company: new Set(),
    person: new Set(),
    job_row: new Set(),
  };
  readonly #employers = new EmployerChanges();
  /** While this is true, a generation is logged as a change of everything, so that a large import stores no ids. */
  isCoarse = false;

  constructor(sql: Sql) {
    this.#add = sql.insert('change', ['generation', 'kind', 'ids']);
    this.#clear = sql.command('DELETE FROM change');
  }

  note(kind: LoggedKind, id: number): void {
    if (!this.isCoarse) this.#ids[kind].add(id);
  }

  noteEmployer(change: EmployerChange): void {
    if (!this.isCoarse) this.#employers.add(change);
  }

  /** Writes the noted changes as the changes of this generation. */
  write(generation: number): void {
    if (this.isCoarse) {
      // Rows of earlier generations are no longer of use.
      this.#clear.run();
      this.#add.run(generation, 'everything', encodeIds([]));
      return;
    }
    const noted = KINDS.filter((kind) => this.#ids[kind].size > 0);
    for (const kind of noted) this.#add.run(generation, kind, encodeIds(this.#ids[kind]));
    const employers = this.#employers.composed();
    if (employers.length > 0) this.#add.run(generation, 'employer', encodeEmployers(employers));
    if (noted.length + employers.length === 0) this.#add.run(generation, 'nothing', encodeIds([]));
  }

  clear(): void {
    for (const kind of KINDS) this.#ids[kind].clear();
    this.#employers.clear();
  }
}

/** Composes changes of employers: the first `from` and the last `to` of each employer. */
class EmployerChanges {
  readonly #byId = new Map<number, EmployerChange>();

  get size(): number {
    return this.#byId.size;
  }

  add(change: EmployerChange): void {
    const from = (this.#byId.get(change.employerId) ?? change).from;
    this.#byId.set(change.employerId, { ...change, from });
  }

  composed(): EmployerChange[] {
    return [...this.#byId.values()].sort((a, b) => a.employerId - b.employerId);
  }

  clear(): void {
    this.#byId.clear();
  }
}

type Row = readonly [generation: number, kind: LoggedKind | 'employer' | 'everything' | 'nothing', ids: Buffer];

interface Range {
  /** The changes of this generation are excluded. */
  readonly since: number;
  /** The current generation. */
  readonly upTo: number;
}

const CHANGES_SINCE = 'SELECT generation, kind, ids FROM change WHERE generation > ? ORDER BY generation';

/** See ChangeReading. The connection must be in a read transaction. */
export function readChanges(sql: Sql, { since, upTo }: Range, idsMax = IDS_MAX) {
  const ids = { company: new Set<number>(), person: new Set<number>(), job_row: new Set<number>() };
  const employers = new EmployerChanges();
  const rows = sql.rows<[number], Row>(CHANGES_SINCE);
  const generations = new Set<number>();
  for (const [generation, kind, bytes] of rows.iterate(since)) {
    generations.add(generation);
    if (kind === 'everything') return 'everything';
    if (kind === 'employer') for (const change of decodeEmployers(bytes)) employers.add(change);
    else if (kind !== 'nothing') for (const id of decodeIds(bytes)) ids[kind].add(id);
    if (ids.company.size + ids.person.size + ids.job_row.size + employers.size > idsMax) return 'everything';
  }
  if (generations.size !== upTo - since) return 'everything';
  const ascending = (kind: LoggedKind) => [...ids[kind]].sort((a, b) => a - b);
  return {
    companies: ascending('company'),
    people: ascending('person'),
    jobs: ascending('job_row'),
    employers: employers.composed(),
  } satisfies ChangedRecords;
}

export function trimChanges(sql: Sql, upTo: number): void {
  sql.command<[number]>('DELETE FROM change WHERE generation <= ?').run(upTo);
}
