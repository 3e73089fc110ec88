// Uploaded lists are read in a thread with limits, as they are not trusted.
import { ApiError, invalidAt } from '../contract/errors.ts';
import { LimitedThread } from '../ops/threads/limited-thread.ts';
import type { ListOrder, ReadList } from './read-list.ts';

export type ListReply = { readonly list: ReadList } | { readonly problem: string };

const LIMITS = { withinMs: 120_000, heapMegabytes: 512, waitingMax: 4 };

const rejection = (message: string) => invalidAt('', message);

export class ListThread {
  readonly #thread: LimitedThread<ListOrder, ListReply>;

  constructor(withinMs: number = LIMITS.withinMs) {
    const remedy = 'split it, or save it as CSV';
    this.#thread = new LimitedThread(new URL('./list-worker.ts', import.meta.url), {
      limits: { ...LIMITS, withinMs },
      errors: {
        tooMany: () => new ApiError('CONFLICT', 'too many lists are being read; try again in a moment'),
        tooSlow: () => rejection(`the list takes longer than ${withinMs / 1000} s to read; ${remedy}`),
        tooLarge: () => rejection(`the list takes more than ${LIMITS.heapMegabytes} MB to read; ${remedy}`),
        stopping: () => new ApiError('CONFLICT', 'the server is stopping; try again after its restart'),
      },
    });
  }

  /** INVALID_INPUT if the file cannot be read within the limits, CONFLICT if the queue is full. */
  async read(order: ListOrder): Promise<ReadList> {
    const reply = await this.#thread.request(order);
    if ('problem' in reply) throw rejection(reply.problem);
    return reply.list;
  }

  /** Rejects the running list and those that wait. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
