// Makes previews of uploaded files in a thread with limits, because the files are not trusted.

import { OperatorError } from '../../ops/operator-error.ts';
import { LimitedThread } from '../../ops/threads/limited-thread.ts';
import type { MappingChoices, Preview } from '../records/records-port.ts';
import { Rejection } from '../rejection.ts';
import { errorOf, type Failure } from '../threads/port-calls.ts';

/** The message to the thread. */
export interface PreviewOrder {
  readonly path: string;
  readonly choices: MappingChoices;
}

export type PreviewReply = { readonly preview: Preview } | { readonly failure: Failure };

const LIMITS = { withinMs: 10_000, heapMegabytes: 256, waitingMax: 8 };

export class PreviewThread {
  readonly #thread: LimitedThread<PreviewOrder, PreviewReply>;

  constructor(withinMs: number = LIMITS.withinMs) {
    const remedy =
      'check that it is the right file, or import it with `cardfile import --dry-run`, which has no such limit';
    this.#thread = new LimitedThread(new URL('./preview-worker.ts', import.meta.url), {
      limits: { ...LIMITS, withinMs },
      errors: {
        tooMany: () => new Rejection('CONFLICT', 'too many previews are running: try again in a moment'),
        tooSlow: () => new OperatorError(`the file takes longer than ${withinMs / 1000} s to preview: ${remedy}`),
        tooLarge: () => new OperatorError(`the file takes more than ${LIMITS.heapMegabytes} MB to preview: ${remedy}`),
        stopping: () => new Rejection('CONFLICT', 'the server is stopping: try again after its restart'),
      },
    });
  }

  /**
   * Rejects with an OperatorError if the file cannot be read within the limits, and with a `Rejection` if the queue is
   * full.
   */
  async preview(path: string, choices: MappingChoices): Promise<Preview> {
    const reply = await this.#thread.request({ path, choices });
    if ('failure' in reply) throw errorOf(reply.failure);
    return reply.preview;
  }

  /** Rejects the running preview and the waiting ones. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
