// The answer cache of one thread. It caches answers that depend only on the body and the data (`cacheable` in the
// endpoint table), by the bytes of the body. An answer is cached from its second request on, because most bodies are
// sent once. A new edition or catalog generation clears the cache.
import { ClockCache } from '../api/clock-cache.ts';
import type { Payload, Searchable, Work } from '../api/context.ts';
import { ownBytes } from '../api/own-bytes.ts';
import type { Operation } from '../contract/endpoints/endpoints.ts';

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
/** Approximate overhead of a cache entry, in addition to its key and its answer. */
const ENTRY_BYTES = 200;
/** Longer bodies are rarely sent again, and looking one up would take as long as parsing it. */
const BODY_BYTES_MAX = 16 * 1024;

type Current = () => Promise<Searchable>;

/** The cache key of a request; null if its answer is not cacheable. */
export function answerKey(operation: Operation, body: Buffer): string | null {
  // Latin-1: each byte becomes one character, so different bytes always make different keys.
  return body.length > BODY_BYTES_MAX ? null : `${operation}\n${body.toString('latin1')}`;
}

export class AnswerCache {
  /** The value is null after the first request, and the answer after the second. */
  readonly #answers = new ClockCache<string, Buffer | null>(
    CACHE_BYTES_MAX,
    (answer, key) => (answer?.length ?? 0) + key.length + ENTRY_BYTES,
  );
  /** Version of the data that the cached answers were computed from. */
  #version = '';

  /** The work of a request: returns its cached answer, or else runs `plan` on the current data. */
  async workFor(key: string, current: Current, plan: (searchable: Current) => Promise<Work>): Promise<Work> {
    let searchable: Promise<Searchable> | undefined;
    const once: Current = () => {
      searchable ??= current();
      return searchable;
    };
    if (this.#answers.get(key)) {
      this.#evictOthers((await once()).version);
      const answer = this.#answers.get(key);
      if (answer) return async () => answer;
    }
    const work = await plan(once);
    const { version } = await once();
    this.#evictOthers(version);
    return async () => this.#stored(key, version, await work());
  }

  #evictOthers(version: string): void {
    if (this.#version === version) return;
    this.#version = version;
    this.#answers.clear();
  }

  /** Stores the answer of a request, unless it is the first request of its body. */
  #stored(key: string, version: string, payload: Payload): Payload {
    // The data may have changed during the work.
    if (this.#version !== version) return payload;
    if (this.#answers.get(key) === undefined) {
      this.#answers.set(key, null);
      return payload;
    }
    const answer = typeof payload === 'string' ? ownBytes(payload) : payload;
    this.#answers.set(key, answer);
    return answer;
  }
}
