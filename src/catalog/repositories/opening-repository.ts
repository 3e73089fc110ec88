// Writes openings of jobs. The URL identifies an opening. An opening without a URL is identified by employer, title,
// source, location, posting date and its number among the equal rows of its file.

import { hash } from 'node:crypto';
import type { OpeningRecord } from '../../contract/import-records.ts';
import type { OnRecords } from '../admin-port.ts';
import type { RowRun, RunSource } from '../matching/source-row.ts';
import { rowHash } from '../row-hash.ts';
import { employerText, storedEmployer } from '../stored-employer.ts';
import { storedRecord } from '../stored-record.ts';
import type { Employers } from '../tables/employers.ts';
import type { Generations } from '../tables/generations.ts';
import type { JobRows } from '../tables/job-rows.ts';
import { MISSING_IN_UNDONE, OpeningVersions, type UndoneRun } from '../tables/opening-versions.ts';
import { Openings, type StoredOpening } from '../tables/openings.ts';
import type { Sql } from '../tables/sql.ts';
import type { SuppressionList } from '../tables/suppression-list.ts';
import { titleKey } from '../title-key.ts';
import { redact } from '../views/redact.ts';
import type { Outcome } from '../writer-port.ts';
import { blocksOf, CountedBlocks } from './blocks.ts';
import type { RunRepository } from './run-repository.ts';

interface Collaborators {
  readonly runs: RunRepository;
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

interface Present extends Pick<StoredOpening, 'id' | 'lastRun'> {
  /** Whether the state was kept while the opening was missing, and the run without it is undone. */
  readonly wasMissing: boolean;
}

export class OpeningRepository {
  readonly #with: Collaborators;
  readonly #openings: Openings;
  readonly #versions: OpeningVersions;

  constructor(sql: Sql, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#openings = new Openings(sql);
    this.#versions = new OpeningVersions(sql);
  }

  /**
   * Prefetches the stored openings and employers of rows in a few queries. Does nothing if the store has no round
   * trips.
   */
  prefetch(records: readonly OpeningRecord[]): void {
    const { employers, suppressions } = this.#with;
    const rows = records.filter((record) => !suppressions.hasEmployer(record));
    employers.prefetch(rows.map((record) => employerText(storedEmployer(record))));
    const ids = rows.map((record) => employers.idOf(record));
    const companies = employers.companiesOf(ids).filter((id) => id !== null);
    this.#openings.prefetchHidden(companies);
    const stored = this.#openings.prefetch(rows.map((record, index) => identityOf(record, ids[index] as number)));
    const changed = rows.flatMap((record, index) => {
      const opening = stored[index];
      return !opening || opening.hash === rowHash(JSON.stringify(record)) ? [] : [opening.id];
    });
    this.#versions.prefetch(changed);
  }

  write(incoming: OpeningRecord, { runId, sourceId }: RowRun): Outcome {
    if (this.#with.suppressions.hasEmployer(incoming)) return 'suppressed';
    const employerId = this.#with.employers.idOf(incoming);
    const companyId = this.#with.employers.companyOf(employerId);
    if (companyId !== null && this.#openings.isHidden(companyId)) return 'suppressed';
    const text = JSON.stringify(incoming);
    const hash = rowHash(text);
    const identity = identityOf(incoming, employerId);
    const stored = this.#openings.byIdentity(identity);
    const { isPush } = this.#with.runs.sourceOf(runId);
    if (stored && this.#isKnown(stored, hash, { sourceId, isPush })) return this.#noteSeen(stored, runId);
    const state = { ...stateOf(incoming, employerId), originRun: runId, lastRun: runId, hash, record: text };
    if (stored) {
      // The states between two calls of one run are not kept: a run is undone as a whole.
      if (!isPush || stored.originRun !== runId) this.#versions.keep(stored.id);
      this.#openings.change(stored.id, state);
      this.#touch(stored);
    } else {
      this.#openings.add(identity, state);
      this.#with.generations.noteRecords('openings', 1);
    }
    this.#with.jobRows.touch(companyId, state);
    this.#with.generations.markVisible();
    return stored ? 'merged' : 'created';
  }

  /**
   * Undoes a run: openings get their previous state, or are removed. Openings that the run closed are open again,
   * unless a later run did not contain them either. A state that later runs contained unchanged is assigned to the
   * first of them. A state that this run contained unchanged is assigned to the previous run, or to the run that first
   * contained it. Returns the number of changed openings.
   */
  undo(run: UndoneRun, onProgress: OnRecords): number {
    const { runId } = run;
    this.#versions.undo(run);
    const changed = this.#openings.concernedBy(runId);
    const present: Present[] = [];
    for (const block of new CountedBlocks(changed.length, onProgress).of(changed)) {
      this.#prefetchUndo(block.filter(({ originRun }) => originRun === runId));
      this.#with.employers.companiesOf(block.map(({ employerId }) => employerId));
      for (const opening of block) {
        this.#touch(opening);
        const restored = opening.originRun === runId ? this.#restore(opening) : { ...opening, wasMissing: false };
        if (opening.originRun !== runId) this.#openings.setLastRun(opening.id, opening.lastRun);
        if (restored !== null) present.push(restored);
      }
    }
    this.#openings.moveRuns(run);
    // The runs before this one have closed what they did not contain, under the companies that were known then.
    const wereMissing = present.filter(({ wasMissing }) => wasMissing);
    const closed = new Set([...this.#closeMissingLater(wereMissing, 0), ...this.#closeMissingLater(present, runId)]);
    if (changed.length > 0) this.#with.generations.markVisible();
    return changed.filter(({ id, originRun }) => originRun === runId || !closed.has(id)).length;
  }

  /** Closes those of the given openings that a run after `runId` did not contain; returns their ids. */
  #closeMissingLater(openings: readonly Present[], runId: number): ReadonlySet<number> {
    const latest = this.#with.runs.latestFile('jobs');
    const closed = new Set<number>();
    if (latest <= runId) return closed;
    for (const block of blocksOf(openings.flatMap(({ id, lastRun }) => (lastRun < latest ? [id] : [])))) {
      for (const [id, missingRun] of this.#openings.missingLater(block, runId)) {
        this.#openings.miss(id, missingRun);
        closed.add(id);
      }
    }
    return closed;
  }

  /** Closes the openings of the run's sources and companies that the run did not contain; returns their number. */
  closeMissing(runId: number): number {
    const closed = this.#openings.notIn(runId);
    for (const opening of closed) {
      this.#openings.miss(opening.id, runId);
      this.#touch(opening);
    }
    if (closed.length > 0) this.#with.generations.markVisible();
    return closed.length;
  }

  /** The openings that are missing from this run on, by id. */
  closedBy(runId: number): OpeningRecord[] {
    return this.#openings.closedBy(runId).map((record) => ({ ...storedRecord('opening', record), is_open: false }));
  }

  /** Every opening, except those at hidden companies, by id. */
  *records(): Generator<OpeningRecord> {
    for (const { isOpen, record } of this.#openings.all())
      yield { ...storedRecord('opening', record), is_open: isOpen };
  }

  /** Whether the source has already sent this state, and no other state in a later run or call. */
  #isKnown(stored: StoredOpening, hash: number, { sourceId, isPush }: Pick<RunSource, 'sourceId' | 'isPush'>): boolean {
    const isOwn = (state: { readonly originRun: number }) =>
      this.#with.runs.sourceOf(state.originRun).sourceId === sourceId;
    if (stored.hash === hash && isOwn(stored)) return true;
    const own = [...this.#versions.of(stored.id), stored].filter(isOwn);
    if (isPush) return own.at(-1)?.hash === hash;
    const latest = Math.max(0, ...own.map(({ originRun }) => originRun));
    return own.some((state) => state.hash === hash && state.lastRun >= latest);
  }

  /**
   * Prefetches the previous states and their employers in a few queries. Does nothing if the store has no round trips.
   */
  #prefetchUndo(openings: readonly StoredOpening[]): void {
    const { employers } = this.#with;
    const texts = this.#versions.prefetchLatest(openings.map(({ id }) => id));
    const records = texts.map((text) => storedRecord('opening', text));
    employers.prefetch(records.map((record) => employerText(storedEmployer(record))));
    employers.companiesOf(records.map((record) => employers.idOf(record)));
  }

  /** Restores the previous state; null if there is none. */
  #restore(opening: StoredOpening): Present | null {
    const before = this.#versions.take(opening.id);
    if (before === null) {
      this.#openings.remove(opening.id);
      this.#with.generations.noteRecords('openings', -1);
      return null;
    }
    const record = storedRecord('opening', before.record);
    const employerId = this.#with.employers.idOf(record);
    const state = { ...stateOf(record, employerId), ...before };
    this.#openings.change(opening.id, state);
    const wasMissing = before.missingRun === MISSING_IN_UNDONE;
    if (before.missingRun !== null && !wasMissing) this.#openings.miss(opening.id, before.missingRun);
    this.#touch(state);
    return { id: opening.id, lastRun: before.lastRun, wasMissing };
  }

  #noteSeen(stored: StoredOpening, runId: number): Outcome {
    if (!stored.isMissing) {
      this.#openings.setLastRun(stored.id, runId);
      return 'unchanged';
    }
    // Keeps the current state, in which the opening is missing: an undo restores it.
    this.#versions.keep(stored.id);
    this.#openings.reopen(stored.id, runId);
    this.#touch(stored);
    this.#with.generations.markVisible();
    return 'merged';
  }

  #touch(opening: Pick<StoredOpening, 'employerId' | 'titleKey' | 'source'>): void {
    this.#with.jobRows.touch(this.#with.employers.companyOf(opening.employerId), opening);
  }
}

function stateOf(opening: OpeningRecord, employerId: number) {
  const { title, source, is_open: isOpen } = opening;
  return { employerId, titleKey: titleKey(redact(title)), source, isOpen };
}

function identityOf(opening: OpeningRecord, employerId: number): string {
  const { url, title, source, location, posted_at, occurrence } = opening;
  const place = [location?.city ?? null, location?.country_code ?? null];
  return hash(
    'sha256',
    JSON.stringify(url === null ? [employerId, title, source, ...place, posted_at, occurrence] : [url]),
    'base64url',
  );
}
