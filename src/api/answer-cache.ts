// Answers that follow from the body and the state of edition and catalog alone are kept for the body until one of these changes. A body is
// known by the object that it is: http/valid-bodies.ts makes those that come again one.
import type { Operation } from '../contract/endpoints.ts';
import { RecentlyUsed } from './clock-cache.ts';
import type { Handler } from './context.ts';
import { ownBytes } from './own-bytes.ts';

/** Answers by the body that asked for them; null for one that asked once: most never ask again, and what they were answered is not kept. */
export type AnswerMemory = RecentlyUsed<unknown, Buffer | null>;

const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** What an answer takes beside its bytes, roughly: most of it the body. */
const ANSWER_OVERHEAD_BYTES = 2000;

export function answerMemory(): AnswerMemory {
  return new RecentlyUsed(MEMORY_BYTES_MAX, (answer) => (answer?.length ?? 0) + ANSWER_OVERHEAD_BYTES);
}

const rememberedHandlers = new WeakSet<object>();

/** Whether answers of a handler are kept: then a body that comes again should be the same object. */
export function isRemembered(handler: object): boolean {
  return rememberedHandlers.has(handler);
}

/** The handler, which is asked only for what is not known already: an answer is known from its second asking on. */
export function remembered<Name extends Operation>(handler: Handler<Name>): Handler<Name> {
  const answering: Handler<Name> = async (body, context, caller) => {
    const searchable = await context.searchable();
    const known = searchable.answers.get(body);
    if (known) return async () => known;
    const work = await handler(body, { ...context, searchable: async () => searchable }, caller);
    return async () => {
      const payload = await work();
      if (known === undefined) {
        searchable.answers.set(body, null);
        return payload;
      }
      const answer = typeof payload === 'string' ? ownBytes(payload) : payload;
      searchable.answers.set(body, answer);
      return answer;
    };
  };
  rememberedHandlers.add(answering);
  return answering;
}
