// Executes each call of batches, after admission.
import { Readable } from 'node:stream';
import type { Batch } from '../accounts/batch-port.ts';
import { ClientDisconnected, invalidAt } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { BATCHES_PATH } from '../contract/resources/batch-paths.ts';
import { BATCH_FORMATS, type BatchFormat } from '../contract/resources/batches.ts';
import { readLongBody } from '../http/body/long-bodies.ts';
import { parseBody, readBytes, readObject } from '../http/body/read-body.ts';
import { rowMediaType } from '../http/body/row-media-type.ts';
import { givenIdempotencyKey } from '../http/idempotent-call.ts';
import { idempotentReply } from '../http/resources/idempotent-reply.ts';
import { openedCursor, type Place, pageOf, pageOptions } from '../http/resources/newest-first.ts';
import type { ResourceCall, ResourceReply } from '../http/resources/resource-routes.ts';
import type { JsonShape } from '../ops/json/json-shape.ts';
import { nearest } from '../words/nearest.ts';
import { openCursor, sealCursor } from './batch-cursor.ts';
import {
  type GivenOptions,
  optionsOfBody,
  optionsOfQuery,
  optionsOfResume,
  type StoredOptions,
} from './batch-options.ts';
import type { BatchContext } from './batch-runner.ts';
import type { BatchService, Prepared } from './batch-service.ts';
import { batchView, retrySeconds } from './batch-view.ts';
import { rowsOfFile } from './row-source.ts';
import { type InputLimits, storeInput } from './store-input.ts';
import { endOf } from './write-results.ts';

/** Media types of an input whose rows are the body. */
const ROW_TYPES: Readonly<Record<string, BatchFormat>> = {
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'text/csv': 'csv',
};
const RESULT_TYPES: Readonly<Record<BatchFormat, string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

type Context = Pick<BatchContext, 'api' | 'files' | 'accounts'>;

export class BatchApi {
  readonly #context: Context;
  readonly #limits: InputLimits;
  readonly #service: BatchService;

  constructor(context: Context, limits: InputLimits, service: BatchService) {
    this.#context = context;
    this.#limits = limits;
    this.#service = service;
  }

  async list({ caller, query }: ResourceCall): Promise<ResourceReply> {
    const { limit, cursor } = pageOptions(query);
    const before = openedCursor(cursor, 'batches', 'bat_');
    const all = await this.#service.batchesOf(caller.accountId);
    const following = before === null ? all : all.filter((batch) => isBehind(batch, before));
    const { rows, cursor: next } = pageOf(following, limit);
    return { status: 200, body: { results: rows.map(batchView), results_length: rows.length, cursor: next } };
  }

  async create(call: ResourceCall): Promise<ResourceReply> {
    const idempotencyKey = givenIdempotencyKey(call.message.headers);
    const prepared = await this.#receive(call);
    const { batch, isReplay } = await this.#service.create(prepared, { caller: call.caller, idempotencyKey });
    const reply = shown(batch, 202);
    return isReplay ? { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } } : reply;
  }

  async preview(call: ResourceCall): Promise<ResourceReply> {
    const prepared = await this.#receive(call);
    const { caller, turn, message } = call;
    try {
      const isGone = () => message.socket.destroyed;
      return { status: 200, body: await this.#service.preview(prepared, { caller, turn, isGone }) };
    } finally {
      await this.#context.files.remove(prepared.rows.id);
    }
  }

  async show(call: ResourceCall): Promise<ResourceReply> {
    return shown(await this.#batch(call), 200);
  }

  async results(call: ResourceCall): Promise<ResourceReply> {
    const batch = await this.#batch(call);
    const format = formatOf(call.query, (JSON.parse(batch.options) as StoredOptions).format);
    const cursor = call.query.get('cursor');
    const secret = this.#context.api.cursorSecret();
    const from = cursor === null ? null : openCursor(batch.id, cursor, secret);
    const isAll = batch.done === batch.rows || batch.state === 'cancelled';
    const next: Record<string, string> = isAll ? {} : { 'x-next-cursor': sealCursor(batch.id, endOf(batch), secret) };
    return {
      status: 200,
      headers: { ...next, 'content-type': RESULT_TYPES[format] },
      body: this.#service.results(batch, { format, from }),
    };
  }

  async cancel(call: ResourceCall): Promise<ResourceReply> {
    return shown(await this.#service.cancel(await this.#batch(call)), 200);
  }

  async resume(call: ResourceCall): Promise<ResourceReply> {
    const bytes = await readBytes(call.message);
    const { max_credits: maxCredits } = optionsOfResume(bytes.length === 0 ? {} : parseBody(bytes));
    const batch = await this.#batch(call);
    const execute = async () => shown(await this.#service.resume(batch, maxCredits), 200);
    return idempotentReply(call, { requests: this.#context.accounts, bytes, execute });
  }

  async remove(call: ResourceCall): Promise<ResourceReply> {
    await this.#service.remove(await this.#batch(call));
    return { status: 204, body: null };
  }

  #batch({ params, caller }: ResourceCall): Promise<Batch> {
    return this.#service.batch(params['id'] ?? '', caller.accountId);
  }

  /** Reads the options, and stores the rows of the body. */
  async #receive(call: ResourceCall): Promise<Prepared> {
    const { message, turn, query } = call;
    const type = rowMediaType(message.headers);
    const format = ROW_TYPES[type];
    if (format === undefined && type !== 'application/json')
      throw invalidAt('', `send the header Content-Type: application/jsonl, text/csv or application/json`);
    if (format !== undefined) {
      // Keeps the connection open, so that a rejection reaches a caller who is still sending.
      const rows = message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      return this.#store(optionsOfQuery(query), { rows, format, turn });
    }
    if ([...query].length > 0)
      throw invalidAt('', 'with a JSON body the options are members of the body, not of the query');
    const body = await turn.run(readObject(await readLongBody(message, turn, readBytes), checkRows));
    const { options, items } = optionsOfBody(body);
    return this.#store(options, { rows: Readable.from(linesOf(items)), format: 'jsonl', turn });
  }

  async #store(
    given: GivenOptions,
    {
      rows: body,
      format,
      turn,
    }: { readonly rows: AsyncIterable<Buffer>; readonly format: BatchFormat; readonly turn: ResourceCall['turn'] },
  ): Promise<Prepared> {
    const { files } = this.#context;
    const { id, input: file } = await files.begin();
    try {
      const { rows, columns, hash } = await storeInput(body, { format, file, limits: this.#limits, turn });
      return await this.#service.prepare(
        { id, source: rowsOfFile(file), rows, columns, format, hash, name: null },
        given,
      );
    } catch (error) {
      await files.remove(id);
      // While a body is being read, only its connection can fail.
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? new ClientDisconnected() : error;
    }
  }
}

const isBehind = ({ createdAt, id }: Batch, before: Place) =>
  createdAt < before.createdAt || (createdAt === before.createdAt && id < before.id);

function shown(batch: Batch, status: number) {
  const seconds = retrySeconds(batch);
  const location: Record<string, string> = status === 202 ? { location: `${BATCHES_PATH}/${batch.id}` } : {};
  return {
    status,
    headers: { ...location, ...(seconds === null ? {} : { 'retry-after': String(seconds) }) },
    body: batchView(batch),
  };
}

/** The rows of a JSON list are read in one piece. */
function checkRows({ values, depth }: JsonShape): void {
  const { batchBodyValuesMax, bodyDepthMax } = LIMITS;
  if (values > batchBodyValuesMax) {
    throw invalidAt(
      '',
      `the body has more than ${batchBodyValuesMax} values; send the rows as JSON Lines, Content-Type: application/jsonl`,
    );
  }
  if (depth > bodyDepthMax)
    throw invalidAt('', `the body nests lists and objects more than ${bodyDepthMax} levels deep`);
}

function* linesOf(items: readonly unknown[]): Generator<Buffer> {
  for (const item of items) yield Buffer.from(`${JSON.stringify(item)}\n`);
}

function formatOf(query: URLSearchParams, usual: BatchFormat): BatchFormat {
  for (const name of query.keys()) {
    if (name !== 'format' && name !== 'cursor')
      throw invalidAt(
        name.slice(0, 100),
        'is unknown; known are format and cursor',
        nearest(name, ['format', 'cursor']),
      );
  }
  const given = query.get('format') ?? usual;
  const format = BATCH_FORMATS.find((each) => each === given);
  if (format === undefined)
    throw invalidAt('format', `must be one of ${BATCH_FORMATS.join(', ')}`, nearest(given, BATCH_FORMATS));
  return format;
}
