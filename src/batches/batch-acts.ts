// The work of each call of batches: between the admitted call and the stores.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Batch, BatchState } from '../accounts/batch-port.ts';
import { BATCHES_PATH } from '../contract/batch-paths.ts';
import { BATCH_FORMATS, type BatchFormat } from '../contract/batches.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { ApiError, CallerGone, invalidInput } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { givenIdempotencyKey } from '../http/idempotent-call.ts';
import { asObject, readBytes } from '../http/read-body.ts';
import type { ResourceCall, ResourceReply } from '../http/resource-desk.ts';
import { nearest } from '../words/nearest.ts';
import { openCursor, sealCursor } from './batch-cursor.ts';
import { isBatchId, readBlock } from './batch-files.ts';
import {
  type GivenOptions,
  optionsOfBody,
  optionsOfQuery,
  optionsOfResume,
  type StoredOptions,
  storedOptions,
} from './batch-options.ts';
import { BATCH_WEIGHT, type BatchRunner, type BatchScene, shareOf } from './batch-runner.ts';
import { batchView, retrySeconds } from './batch-view.ts';
import { executeRows } from './execute-rows.ts';
import { type InputLimits, storeInput } from './store-input.ts';
import { countFields, endOf, resultTexts } from './write-results.ts';

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
const PREVIEW_ROWS = 500;

/** A stored input that belongs to no batch yet. */
interface Received {
  readonly id: string;
  readonly file: string;
  readonly rows: number;
  /** Of the bytes, the operation and the options. */
  readonly hash: string;
  readonly given: GivenOptions;
  readonly options: StoredOptions;
}

function refuse(path: string, message: string, suggestion: string | null = null): never {
  throw invalidInput([{ path, message, suggestion }]);
}

function conflict(message: string, batchId: string): ApiError {
  return new ApiError('CONFLICT', message, { details: [{ path: '', message, suggestion: null, batch_id: batchId }] });
}

export class BatchActs {
  readonly #scene: BatchScene;
  readonly #limits: InputLimits;
  readonly #runner: Pick<BatchRunner, 'wake'>;

  constructor(scene: BatchScene, limits: InputLimits, runner: Pick<BatchRunner, 'wake'>) {
    this.#scene = scene;
    this.#limits = limits;
    this.#runner = runner;
  }

  async create(call: ResourceCall): Promise<ResourceReply> {
    const { batches, files } = this.#scene;
    const idempotencyKey = givenIdempotencyKey(call.message.headers);
    const { id, rows, hash: inputHash, given, options } = await this.#receive(call);
    const { accountId, keyId } = call.caller;
    try {
      await files.complete(id);
      const outcome = await batches.create({
        ...{ id, accountId, keyId, rows, inputHash, idempotencyKey, operation: given.operation },
        maxCredits: given.max_credits ?? null,
        options: JSON.stringify(options),
      });
      if (outcome.outcome === 'other_input')
        refuse('Idempotency-Key', 'was used for a batch of another input; use a new key for a new batch');
      if (outcome.outcome === 'too_many_unfinished')
        throw new ApiError(
          'CONFLICT',
          `the account has ${LIMITS.batchesMax} unfinished batches; wait for one or cancel it`,
        );
      if (outcome.outcome === 'too_many_stored')
        throw new ApiError('CONFLICT', `the account has ${LIMITS.batchesStoredMax} batches; remove one with DELETE`);
      if (outcome.outcome === 'same_input')
        throw conflict('a batch of the same input is not finished; wait for it or cancel it', outcome.batchId);
      const batch = await this.#batch(outcome.batchId, call);
      this.#runner.wake();
      if (outcome.outcome === 'created') return shown(batch, 202);
      await files.remove(id);
      const replay = shown(batch, 202);
      return { ...replay, headers: { ...replay.headers, 'idempotency-replayed': 'true' } };
    } catch (error) {
      if ((await batches.find(id)) === null) await files.remove(id);
      throw error;
    }
  }

  async preview(call: ResourceCall): Promise<ResourceReply> {
    const { api, files } = this.#scene;
    const { id, file, rows, given, options } = await this.#receive(call);
    const { operation } = given;
    const by_field: Record<string, number> = {};
    const counts = { found: 0, missed: 0, invalid: 0 };
    try {
      const execution = { operation, options, context: { ...api, turn: call.turn }, caller: call.caller };
      for (let at = 0, done = 0; done < rows; ) {
        if (call.message.socket.destroyed) throw new CallerGone();
        const block = await readBlock(file, { from: at, end: Number.MAX_SAFE_INTEGER, linesMax: PREVIEW_ROWS });
        if (block.lines.length === 0) throw new Error('the input of a preview ends before its rows');
        for await (const outcome of executeRows(block.lines, { ...execution, isAffordable: () => true })) {
          counts[outcome.kind] += 1;
          if (outcome.kind === 'found') countFields(outcome.body, operation, by_field);
        }
        at = block.end;
        done += block.lines.length;
      }
    } finally {
      await files.remove(id);
    }
    const credits = counts.found * ENDPOINTS[operation].credits;
    return { status: 200, body: { rows, ...counts, by_field, credits } };
  }

  async show(call: ResourceCall): Promise<ResourceReply> {
    return shown(await this.#batch(call.params['id'], call), 200);
  }

  async results(call: ResourceCall): Promise<ResourceReply> {
    const batch = await this.#batch(call.params['id'], call);
    const { api, files, scheduler } = this.#scene;
    const format = formatOf(call.query, (JSON.parse(batch.options) as StoredOptions).format);
    const cursor = call.query.get('cursor');
    const secret = api.cursorSecret();
    const from = cursor === null ? { row: 0, inputByte: 0, resultByte: 0 } : openCursor(batch.id, cursor, secret);
    const context = { ...api, turn: scheduler.open(shareOf(batch), BATCH_WEIGHT) };
    const isAll = batch.done === batch.rows || batch.state === 'cancelled';
    const next: Record<string, string> = isAll ? {} : { 'x-next-cursor': sealCursor(batch.id, endOf(batch), secret) };
    return {
      status: 200,
      headers: { ...next, 'content-type': RESULT_TYPES[format] },
      body: resultTexts(batch, { files, format, from, context }),
    };
  }

  async cancel(call: ResourceCall): Promise<ResourceReply> {
    const from = ['queued', 'running', 'paused_no_credits', 'failed', 'cancelled'] as const;
    return this.#change(call, { from, to: 'cancelled' });
  }

  async resume(call: ResourceCall): Promise<ResourceReply> {
    const bytes = await readBytes(call.message);
    const { max_credits } = optionsOfResume(bytes.length === 0 ? {} : asObject(parsed(bytes)));
    const more = max_credits === undefined ? {} : { maxCredits: max_credits };
    const reply = await this.#change(call, { from: ['paused_no_credits', 'failed'], to: 'queued', ...more });
    this.#runner.wake();
    return reply;
  }

  async remove(call: ResourceCall): Promise<ResourceReply> {
    const { id } = await this.#batch(call.params['id'], call);
    await this.#scene.batches.remove(id);
    await this.#scene.files.remove(id);
    return { status: 204, body: null };
  }

  async #change(
    call: ResourceCall,
    change: { readonly from: readonly BatchState[]; readonly to: BatchState; readonly maxCredits?: number | null },
  ): Promise<ResourceReply> {
    const { id, state } = await this.#batch(call.params['id'], call);
    const changed = await this.#scene.batches.change({ batchId: id, reason: null, ...change });
    if (changed === null)
      throw conflict(`the batch is ${state}; this is possible only if it is ${change.from.join(' or ')}`, id);
    return shown(changed, 200);
  }

  async #batch(id: string | undefined, { caller }: ResourceCall): Promise<Batch> {
    const batch = id === undefined || !isBatchId(id) ? null : await this.#scene.batches.find(id);
    if (batch === null || batch.accountId !== caller.accountId)
      throw new ApiError('NOT_FOUND', 'there is no batch with this id');
    return batch;
  }

  /** Reads the options, and stores the rows of the body. */
  async #receive(call: ResourceCall): Promise<Received> {
    const { message, turn, query } = call;
    const type = (message.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const encoding = message.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      refuse('', `Content-Encoding "${encoding}" is not supported; send the rows uncompressed`);
    const format = ROW_TYPES[type];
    if (format === undefined && type !== 'application/json')
      refuse('', `send the header Content-Type: application/jsonl, text/csv or application/json`);
    if (format !== undefined) {
      // A rejection must reach a caller who is still sending.
      const rows = message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      return this.#store(optionsOfQuery(query), { rows, format, turn });
    }
    if ([...query].length > 0) refuse('', 'with a JSON body the options are members of the body, not of the query');
    const { options, items } = optionsOfBody(asObject(parsed(await readBytes(message))));
    const lines = items.map((item) => Buffer.from(`${JSON.stringify(item)}\n`));
    return this.#store(options, { rows: Readable.from(lines), format: 'jsonl', turn });
  }

  async #store(
    given: GivenOptions,
    {
      rows: body,
      format,
      turn,
    }: { readonly rows: AsyncIterable<Buffer>; readonly format: BatchFormat; readonly turn: ResourceCall['turn'] },
  ): Promise<Received> {
    const { files, api } = this.#scene;
    const { id, input: file } = await files.begin();
    try {
      const { hiddenGeneration } = await api.catalog.state();
      const { rows, columns, hash: bytes } = await storeInput(body, { format, file, limits: this.#limits, turn });
      const options = storedOptions(given, { format, columns, hiddenGeneration });
      const { operation, map = null, fields = null } = given;
      const hash = createHash('sha256')
        .update(JSON.stringify([operation, map, fields, format, bytes]))
        .digest('hex');
      return { id, file, rows, hash, given, options };
    } catch (error) {
      await files.remove(id);
      // The only errors of a body that is being read are those of its connection.
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? new CallerGone() : error;
    }
  }
}

function shown(batch: Batch, status: number): ResourceReply {
  const seconds = retrySeconds(batch);
  const location: Record<string, string> = status === 202 ? { location: `${BATCHES_PATH}/${batch.id}` } : {};
  return {
    status,
    headers: { ...location, ...(seconds === null ? {} : { 'retry-after': String(seconds) }) },
    body: batchView(batch),
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return refuse('', `the body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function formatOf(query: URLSearchParams, usual: BatchFormat): BatchFormat {
  for (const name of query.keys()) {
    if (name !== 'format' && name !== 'cursor')
      refuse(name.slice(0, 100), 'is unknown; known are format and cursor', nearest(name, ['format', 'cursor']));
  }
  const given = query.get('format') ?? usual;
  const format = BATCH_FORMATS.find((each) => each === given);
  return format ?? refuse('format', `must be one of ${BATCH_FORMATS.join(', ')}`, nearest(given, BATCH_FORMATS));
}
