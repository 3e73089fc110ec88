// Batches: look-ups of up to a million rows, executed in the background.
import type { CallOptions, Result } from './call.ts';
import { BatchUnfinishedError } from './errors.ts';
import type { BatchAnswer, BatchList, PreviewAnswer } from './generated/types.ts';
import { linesOf } from './lines.ts';
import { pause } from './pause.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Request, Transport } from './transport.ts';

export type BatchOperation = BatchAnswer['operation'];

export interface BatchOptions {
  /** The operation for each row; the service executes it like a single call. */
  readonly operation: BatchOperation;
  /** Fields of the call and their columns in the input; by default each field is read from the column of its name. */
  readonly map?: Readonly<Record<string, string>> | undefined;
  /** Fields of the answer to return, such as `email` or `person.full_name`; by default all. */
  readonly fields?: readonly string[] | undefined;
  /** Maximum number of credits of the batch. */
  readonly maxCredits?: number | undefined;
}

/** Rows as objects, or the bytes of a file: JSON Lines, or CSV with a header. `fs.openAsBlob` opens a large file. */
export type BatchInput =
  | { readonly items: readonly object[] }
  | { readonly jsonl: string | Uint8Array | Blob }
  | { readonly csv: string | Uint8Array | Blob };

export type CreateBatch = BatchOptions & BatchInput;

/** A page of a list of batches. */
export interface BatchPage {
  /** 1 to 100, by default 10. */
  readonly maxResults?: number | undefined;
  /** The `cursor` of the previous page. */
  readonly cursor?: string | null | undefined;
}

/** A row of the results: the columns of the input, the fields of the answer, and the status of the row. */
export interface BatchRow {
  readonly status: 'found' | 'missed' | 'invalid' | 'withheld';
  readonly reason: string | null;
  readonly [column: string]: unknown;
}

/** Milliseconds between two requests for the state of a batch, unless the service states a longer time. */
const WAIT_MS = 1_000;

const ENDED = new Set<BatchAnswer['state']>(['completed', 'cancelled', 'failed', 'paused_no_credits']);

export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Stores the rows; they are executed in the background. */
  create(batch: CreateBatch, options?: CallOptions): Promise<Result<BatchAnswer>> {
    return this.#transport.json(inputOf('/v2/batches', batch), options);
  }

  /** The exact number of rows with a match, their fields and the price. Free of charge. */
  preview(batch: CreateBatch, options?: CallOptions): Promise<Result<PreviewAnswer>> {
    return this.#transport.json(inputOf('/v2/batches/preview', batch), options);
  }

  /** A page of the batches of the account, the newest first. */
  list({ maxResults, cursor }: BatchPage = {}, options?: CallOptions): Promise<Result<BatchList>> {
    const query = { max_results: maxResults?.toString(), cursor: cursor ?? undefined };
    return this.#transport.json({ method: 'GET', path: '/v2/batches', query }, options);
  }

  get(id: string, options?: CallOptions): Promise<Result<BatchAnswer>> {
    return this.#transport.json({ method: 'GET', path: pathOf(id) }, options);
  }

  /** Ends a batch after the rows that are being executed. */
  cancel(id: string, options?: CallOptions): Promise<Result<BatchAnswer>> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(id)}/cancel` }, options);
  }

  /** Continues a batch that is paused or failed. */
  resume(id: string, options?: CallOptions): Promise<Result<BatchAnswer>> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(id)}/resume` }, options);
  }

  /** Removes a batch with its input and its results. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#transport.json({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /**
   * Waits until a batch has ended or is paused, and returns its state.
   *
   * @param onProgress is called with each state while the batch runs.
   */
  async wait(
    id: string,
    { onProgress, ...options }: CallOptions & { readonly onProgress?: (batch: BatchAnswer) => void } = {},
  ): Promise<BatchAnswer> {
    for (;;) {
      const { data, response } = await this.get(id, options);
      onProgress?.(data);
      if (ENDED.has(data.state)) return data;
      await pause(Math.max(retryAfterMs(response.headers), WAIT_MS), options.signal);
    }
  }

  /**
   * The executed rows in the order of the input, read from the service as the caller consumes them. While the batch
   * runs, the results end with the last executed row.
   */
  async *results(id: string, options?: CallOptions): AsyncGenerator<BatchRow, void> {
    const response = await this.download(id, 'jsonl', options);
    for await (const line of linesOf(response, options?.signal)) yield JSON.parse(line) as BatchRow;
  }

  /** The results as a file; read it as text, or stream it to a disk. */
  download(id: string, format: 'jsonl' | 'csv', options?: CallOptions): Promise<Response> {
    return this.#transport.open({ method: 'GET', path: `${pathOf(id)}/results`, query: { format } }, options);
  }

  /** Creates a batch, waits for it, and yields its results; then throws a BatchUnfinishedError if rows are missing. */
  async *run(batch: CreateBatch, options?: CallOptions): AsyncGenerator<BatchRow, void> {
    const { data } = await this.create(batch, options);
    const { idempotencyKey: _, ...rest } = options ?? {};
    const ended = await this.wait(data.id, rest);
    yield* this.results(data.id, rest);
    if (ended.state !== 'completed') throw new BatchUnfinishedError(ended);
  }
}

function pathOf(id: string): string {
  return `/v2/batches/${encodeURIComponent(id)}`;
}

/** A file is sent unchanged, with the options in the query. Rows are sent in one JSON object with the options. */
function inputOf(path: string, { operation, map, fields, maxCredits, ...input }: CreateBatch): Request {
  if ('items' in input) {
    const body = JSON.stringify({ operation, map, fields, max_credits: maxCredits, items: input.items });
    return { method: 'POST', path, body };
  }
  const query = {
    operation,
    map: Object.entries(map ?? {}).map(([field, column]) => `${field}:${column}`),
    fields: fields?.join(','),
    max_credits: maxCredits?.toString(),
  };
  const [body, contentType] = 'csv' in input ? [input.csv, 'text/csv'] : [input.jsonl, 'application/jsonl'];
  return { method: 'POST', path, query, body, contentType };
}
