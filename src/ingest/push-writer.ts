// Writes pushed calls. Waiting calls are committed together, in their order, and answered after the commit. Only one
// writer at a time changes records, so a group waits during an import or another change.
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { CatalogWriter, Outcome } from '../catalog/writer-port.ts';
import { ingestPath } from '../contract/ingest.ts';
import { LIMITS } from '../contract/limits.ts';
import { ImportError } from '../import/import-error.ts';
import { type ReadPush, readPush } from '../import/read-push.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import type { PushOrder, PushResult, Warnings } from './push-order.ts';

/** Maximum number of rows in a group; a larger call is a group of its own. */
const GROUP_ROWS = 2000;
const LOCK_RETRY_MS = 25;
/** An import takes several seconds at least. */
const RETRY_AFTER_MS = 10_000;

export interface PushWriterOptions {
  readonly writer: Pick<CatalogWriter, 'push'>;
  /** The exclusive right to change records; null while another process or thread has it or waits for it. */
  readonly lock: () => { release(): void } | null;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  /** Called after a commit that changed records. */
  readonly onChange: () => void;
  /** Receives each error that is not a rejection. */
  readonly onFault: (error: unknown) => void;
}

interface Waiting {
  readonly order: PushOrder;
  readonly sinceMs: number;
  readonly resolve: (result: PushResult) => void;
}

interface Prepared extends Waiting {
  readonly read: ReadPush;
}

export class PushWriter {
  readonly #options: PushWriterOptions;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  constructor(options: PushWriterOptions) {
    this.#options = options;
  }

  /** Resolves after the commit of the rows, or with the reason for which there is none. */
  push(order: PushOrder): Promise<PushResult> {
    return new Promise((resolve) => {
      this.#waiting.push({ order, sinceMs: this.#options.monotonicMs(), resolve });
      this.#running ??= this.#run().finally(() => {
        this.#running = null;
      });
    });
  }

  /** Resolves once no call waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      let group: Prepared[] = [];
      try {
        group = await this.#nextGroup();
        await this.#write(group);
      } catch (error) {
        for (const { resolve } of group) resolve(this.#failed(error));
      }
      // Calls that arrived during the commit join the next group.
      await turn();
    }
  }

  async #nextGroup(): Promise<Prepared[]> {
    const group: Prepared[] = [];
    for (let lines = 0; ; ) {
      const [next] = this.#waiting;
      if (next === undefined || (lines > 0 && lines + next.order.lines > GROUP_ROWS)) return group;
      this.#waiting.shift();
      lines += next.order.lines;
      const prepared = await this.#prepare(next);
      if (prepared !== null) group.push(prepared);
    }
  }

  async #prepare(waiting: Waiting): Promise<Prepared | null> {
    const { kind, source, bytes } = waiting.order;
    const at = new Date(this.#options.nowMs()).toISOString();
    try {
      const origin = `POST ${ingestPath(kind)}`;
      const read = await readPush({ kind, source, origin, at, bytes: Buffer.from(bytes.buffer) });
      return { ...waiting, read };
    } catch (error) {
      if (error instanceof ImportError) waiting.resolve({ outcome: 'invalid', message: error.stop.problem });
      else {
        this.#options.onFault(error);
        waiting.resolve({ outcome: 'failed', message: 'the rows could not be read' });
      }
      return null;
    }
  }

  async #write(group: Prepared[]): Promise<void> {
    for (;;) {
      const lock = this.#options.lock();
      if (lock !== null) {
        try {
          await this.#commit(group);
        } finally {
          lock.release();
        }
        return;
      }
      this.#waiting = this.#withoutLate(this.#waiting);
      group = this.#withoutLate(group);
      if (group.length === 0) return;
      await sleep(LOCK_RETRY_MS);
    }
  }

  /** Rejects the calls that have waited too long; returns the others. */
  #withoutLate<Call extends Waiting>(calls: readonly Call[]): Call[] {
    const since = this.#options.monotonicMs() - LIMITS.ingestWaitMs;
    const message =
      'another import is changing records; none of these rows was stored: send them again when it has ended';
    const late = calls.filter(({ sinceMs }) => sinceMs <= since);
    for (const { resolve } of late) resolve({ outcome: 'busy', message, retryAfterMs: RETRY_AFTER_MS });
    return calls.filter((call) => !late.includes(call));
  }

  async #commit(group: readonly Prepared[]): Promise<void> {
    try {
      await this.#commitTogether(group);
    } catch (error) {
      if (group.length === 1) throw error;
      // A fault of one call must not fail the others.
      for (const each of group) {
        await this.#commitTogether([each]).catch((fault: unknown) => {
          each.resolve(this.#failed(fault));
        });
      }
    }
  }

  /** The result of rows that could not be written. */
  #failed(error: unknown): PushResult {
    this.#options.onFault(error);
    if (isStoreUnavailable(error)) return { outcome: 'unavailable' };
    return { outcome: 'failed', message: 'the rows could not be written' };
  }

  async #commitTogether(group: readonly Prepared[]): Promise<void> {
    const { generation, outcomes } = await this.#options.writer.push(group.map(({ read }) => read.call));
    group.forEach(({ read, resolve }, index) => {
      const counts = countsOf(outcomes[index] ?? []);
      const { rejects, warned } = read;
      const answer = { ...counts, refused: rejects.length, warned, generation, rejects: [...rejects] };
      resolve({ outcome: 'written', answer: { ...answer, warnings: warningsOf(read) } });
    });
    if (outcomes.flat().some((outcome) => outcome === 'created' || outcome === 'merged')) this.#options.onChange();
  }
}

function warningsOf({ warnings }: ReadPush): Warnings {
  const shown = warnings.slice(0, LIMITS.ingestWarningsMax);
  return shown.map(({ line, field, reason, count: rows }) => ({ line, field, reason, rows }));
}

function countsOf(outcomes: readonly Outcome[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { created: 0, merged: 0, unchanged: 0, suppressed: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}
