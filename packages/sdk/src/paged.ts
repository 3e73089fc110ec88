// A paged call. Awaiting it returns the first page; iterating it yields the rows of all pages.
import type { CallOptions, Result } from './call.ts';
import type { Paging } from './generated/operations.ts';

/** Members that the pages of all operations have in common. */
interface Page {
  readonly results: readonly unknown[];
  readonly cursor?: string | null;
  readonly page?: number;
  readonly total_pages?: number;
}

export type CallPage = (body: object, options: CallOptions | undefined) => Promise<Result<unknown>>;

/**
 * The first page is requested at once; each further page when the caller has read all earlier rows. Each page is one
 * call.
 */
export class Paged<Answer, Row> implements PromiseLike<Result<Answer>>, AsyncIterable<Row> {
  readonly #first: Promise<Result<Answer>>;
  readonly #body: object;
  readonly #paging: Paging;
  readonly #options: CallOptions | undefined;
  readonly #call: CallPage;

  constructor(call: CallPage, body: object, paging: Paging, options: CallOptions | undefined) {
    this.#call = call;
    this.#body = body;
    this.#paging = paging;
    this.#options = options;
    this.#first = call(body, options) as Promise<Result<Answer>>;
  }

  // biome-ignore lint/suspicious/noThenProperty: a paged call is awaited like any other
  then<Value = Result<Answer>, Other = never>(
    onPage?: ((page: Result<Answer>) => Value | PromiseLike<Value>) | null,
    onError?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other> {
    return this.#first.then(onPage, onError);
  }

  catch<Other = never>(onError: (reason: unknown) => Other | PromiseLike<Other>): Promise<Result<Answer> | Other> {
    return this.#first.catch(onError);
  }

  /** Each page as a result with its own credits. */
  async *pages(): AsyncGenerator<Result<Answer>, void> {
    // A key given by the caller is for the first page only: with another body, the service would reject it.
    const { idempotencyKey: _, ...options } = this.#options ?? {};
    for (let page = await this.#first; ; ) {
      yield page;
      const next = this.#next(page.data as Page);
      if (next === null) return;
      page = (await this.#call({ ...this.#body, ...next }, options)) as Result<Answer>;
    }
  }

  /** The rows of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    for await (const { data } of this.pages()) yield* (data as Page).results as readonly Row[];
  }

  /** The members of the body that request the next page; null after the last page. */
  #next({ cursor, page = 1, total_pages = 0 }: Page): object | null {
    if (this.#paging === 'page') return page < total_pages ? { page: page + 1 } : null;
    return cursor == null ? null : { cursor };
  }
}
