// Events of sources outside of the outbox: imports, editions, and the credits of accounts. Each source has a mark in
// the outbox. An event and its mark are written in one transaction, so a crash loses or repeats no event.
import { nextResetAt } from '../accounts/period.ts';
import type { AccountCredits, NewEvent, Webhooks } from '../accounts/webhook-port.ts';
import type { ImportRun } from '../catalog/writer-port.ts';
import { LIMITS } from '../contract/limits.ts';
import type { EventType } from '../contract/resources/webhook-events.ts';
import { restoreState } from '../import/run-state.ts';
import type { Clock } from '../ops/clock.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { RepeatedFailure } from '../ops/monitoring/repeated-failure.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';

const GATHER_MS = 1000;
/** Pause after a failure, for example while an import has the catalog exclusively. */
const AFTER_FAILURE_MS = 10_000;

interface EventSourcesOptions {
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** The runs with a number above `after`, and the runs with the numbers `among`. */
  readonly importRuns: (after: number, among: readonly number[]) => readonly ImportRun[];
  /** Null while there is no edition. */
  readonly editionId: () => Promise<string | null>;
}

/**
 * All runs up to `seen` are reported, except open ones: runs that have not ended, each with the time of its last
 * failure.
 */
interface ReportedRuns {
  readonly seen: number;
  readonly open: readonly (readonly [id: number, failedAt: string | null])[];
}

const LEVELS = ['enough', 'low', 'exhausted'] as const;
type Level = (typeof LEVELS)[number];

const event = (type: EventType, data: object, accountId: string | null = null): NewEvent => ({ accountId, type, data });

export class EventSources {
  readonly #options: EventSourcesOptions;
  readonly #failure = new RepeatedFailure();
  #nextMs = 0;

  constructor(options: EventSourcesOptions) {
    this.#options = options;
  }

  /** Publishes the events since the last call; does nothing if that was less than a second ago. Never rejects. */
  async gather(): Promise<void> {
    if (performance.now() < this.#nextMs) return;
    this.#nextMs = performance.now() + GATHER_MS;
    try {
      await this.#gatherCredits();
      await this.#gatherEdition();
      await this.#gatherImports();
      this.#failure.end();
    } catch (error) {
      this.#nextMs = performance.now() + AFTER_FAILURE_MS;
      // An unreachable store is logged elsewhere, once for the process.
      if (!isStoreUnavailable(error) && this.#failure.isNew(error))
        this.#options.log.error({ err: error }, 'events cannot be gathered; the attempt is repeated');
    }
  }

  async #gatherImports(): Promise<void> {
    const { webhooks, importRuns } = this.#options;
    const from = await webhooks.mark('imports');
    const reported: ReportedRuns = from === null ? { seen: 0, open: [] } : (JSON.parse(from) as ReportedRuns);
    const failures = new Map(reported.open);
    const events: NewEvent[] = [];
    const open: [number, string | null][] = [];
    let { seen } = reported;
    for (const run of importRuns(reported.seen, [...failures.keys()])) {
      seen = Math.max(seen, run.id);
      // Rows are pushed into a push run all day, so it has no end to report.
      if (run.isPush || run.undoneAt !== null) continue;
      const { id: import_id, kind } = run;
      if (run.finishedAt !== null) {
        events.push(event('import.completed', { import_id, kind }));
        continue;
      }
      const failedAt = restoreState(run.progress).failure?.at ?? null;
      if (failedAt !== null && failedAt !== failures.get(run.id))
        events.push(event('import.failed', { import_id, kind }));
      open.push([run.id, failedAt]);
    }
    const to = JSON.stringify({ seen, open } satisfies ReportedRuns);
    // Runs before the first look are not reported.
    if (to !== from) await webhooks.publish(from === null ? [] : events, { name: 'imports', from, to });
  }

  async #gatherEdition(): Promise<void> {
    const { webhooks, editionId } = this.#options;
    const to = await editionId();
    const from = await webhooks.mark('edition');
    if (to === null || to === from) return;
    const events = from === null ? [] : [event('edition.published', { edition_id: to })];
    await webhooks.publish(events, { name: 'edition', from, to });
  }

  /** Publishes an event for each level to which the credits of a month fall, once; after a grant, again. */
  async #gatherCredits(): Promise<void> {
    const { webhooks, clock } = this.#options;
    const resetAt = nextResetAt(clock.now());
    for (const credits of await webhooks.creditsOfSubscribers('credits.')) {
      const name = `credits ${credits.accountId}`;
      const from = await webhooks.mark(name);
      const level = levelOf(credits);
      const to = `${resetAt} ${level}`;
      if (to === from) continue;
      const before = from?.startsWith(resetAt) ? (from.split(' ')[1] as Level) : 'enough';
      const hasFallen = LEVELS.indexOf(level) > LEVELS.indexOf(before);
      const data = { remaining_credits: credits.remaining, credits: credits.total, next_reset_at: resetAt };
      const type = level === 'exhausted' ? 'credits.exhausted' : 'credits.low';
      await webhooks.publish(hasFallen ? [event(type, data, credits.accountId)] : [], { name, from, to });
    }
  }
}

function levelOf({ total, remaining }: AccountCredits): Level {
  if (total === null || remaining === null) return 'enough';
  if (remaining === 0) return 'exhausted';
  return remaining * 100 <= total * LIMITS.lowCreditsPercent ? 'low' : 'enough';
}
