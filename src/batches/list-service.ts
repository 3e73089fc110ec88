// Lists of the dashboard. A list is uploaded as a draft, previewed for free, and run as a batch of its account. The
// ledger lines of this batch are those of a /v2/batches call by the dashboard.
import type { Static } from 'typebox';
import type { Batch } from '../accounts/batch-port.ts';
import type { Accounts, Caller } from '../accounts/port.ts';
import { ApiError, invalidAt } from '../contract/errors.ts';
import type { BatchFormat, PreviewAnswer } from '../contract/resources/batches.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import type { BatchFiles } from './batch-files.ts';
import { checkedOptions, type GivenOptions, type StoredOptions } from './batch-options.ts';
import type { BatchService } from './batch-service.ts';
import type { Draft } from './draft-store.ts';
import type { ColumnSample, Drafts } from './drafts.ts';
import { ENRICHMENTS, enrichmentView } from './list-fields.ts';

interface ListServiceOptions {
  readonly service: BatchService;
  readonly drafts: Drafts;
  readonly files: BatchFiles;
  readonly accounts: Pick<Accounts, 'authenticate'>;
  readonly scheduler: Pick<FairScheduler, 'open'>;
}

/** The operation for each row, and the column of each field. */
export interface ListChoices {
  readonly operation: string;
  /** Field of the row: its column. */
  readonly map: Readonly<Record<string, string>>;
  /** Paths of the answer that become columns; by default all. */
  readonly fields?: readonly string[] | undefined;
  readonly max_credits?: number | null | undefined;
}

export class ListService {
  readonly offers = ENRICHMENTS.map(enrichmentView);
  readonly #options: ListServiceOptions;

  constructor(options: ListServiceOptions) {
    this.#options = options;
  }

  async upload(accountId: string, name: string, body: AsyncIterable<Buffer>): Promise<Draft> {
    return this.#options.drafts.create({ accountId, name, body });
  }

  async draftsOf(accountId: string): Promise<Draft[]> {
    return this.#options.drafts.draftsOf(accountId);
  }

  /** Null if there is none. */
  async draft(id: string): Promise<Draft | null> {
    return this.#options.drafts.find(id);
  }

  samples(draft: Draft): Promise<ColumnSample[]> {
    return this.#options.drafts.samples(draft);
  }

  async removeDraft({ id }: Draft): Promise<void> {
    await this.#options.drafts.remove(id);
  }

  /** Free of charge. `isGone`: whether the caller has left. */
  async preview(
    draft: Draft,
    choices: ListChoices,
    { keyHash, isGone }: { readonly keyHash: string; readonly isGone: () => boolean },
  ): Promise<Static<typeof PreviewAnswer>> {
    const { service, drafts, scheduler } = this.#options;
    const caller = await this.#caller(keyHash);
    const prepared = await service.prepare(drafts.rowsOf(draft), optionsOf(choices));
    const turn = scheduler.open(caller.accountId);
    await turn.enter();
    return service.preview(prepared, { caller, turn, isGone });
  }

  /** CONFLICT if the account already runs the same batch, or has too many batches. */
  async run(draft: Draft, choices: ListChoices, keyHash: string): Promise<Batch> {
    const { service, drafts, files } = this.#options;
    const caller = await this.#caller(keyHash);
    const given = optionsOf(choices);
    await service.prepare(drafts.rowsOf(draft), given);
    const rows = await drafts.begin(draft, files);
    const { batch } = await service.create(await service.prepare(rows, given), { caller, idempotencyKey: null });
    return batch;
  }

  async batchesOf(accountId: string): Promise<Batch[]> {
    return this.#options.service.batchesOf(accountId);
  }

  /** Null if there is none. */
  async batch(id: string): Promise<Batch | null> {
    return this.#options.service.find(id);
  }

  /** The name of the uploaded file; null if the rows were sent to the API. */
  nameOf({ options }: Batch): string | null {
    return (JSON.parse(options) as StoredOptions).name ?? null;
  }

  results(batch: Batch, format: BatchFormat): AsyncGenerator<string> {
    return this.#options.service.results(batch, { format });
  }

  /** The results so far as a new draft, which can be enriched with more fields. */
  async continue(batch: Batch): Promise<Draft> {
    return this.upload(
      batch.accountId,
      resultName(this.nameOf(batch) ?? batch.id, batch, 'csv'),
      bytesOf(this.results(batch, 'csv')),
    );
  }

  cancel(batch: Batch): Promise<Batch> {
    return this.#options.service.cancel(batch);
  }

  resume(batch: Batch, maxCredits: number | null | undefined): Promise<Batch> {
    return this.#options.service.resume(batch, maxCredits);
  }

  removeBatch(batch: Batch): Promise<void> {
    return this.#options.service.remove(batch);
  }

  /** The dashboard as a caller of the account. */
  async #caller(keyHash: string): Promise<Caller> {
    const caller = await this.#options.accounts.authenticate(keyHash);
    if (caller === null) throw new ApiError('UNAUTHORIZED', 'this account is suspended until an operator resumes it');
    return caller;
  }
}

/** The name of the file of results. */
export function resultName(name: string, { operation }: Batch, format: BatchFormat): string {
  return `${name.replace(/(?<=.)(\.\w{1,7}){1,2}$/, '')}-${operation}.${format}`;
}

/** The options of the batch. INVALID_INPUT if one is wrong. */
function optionsOf({ operation, map, fields, max_credits }: ListChoices): GivenOptions {
  const chosen = ENRICHMENTS.find((each) => each.operation === operation);
  if (chosen === undefined)
    throw invalidAt('operation', `is unknown; known are ${ENRICHMENTS.map((each) => each.operation).join(', ')}`);
  const mapped = Object.entries(map).map(([field, column]) => [`${chosen.prefix}${field}`, column]);
  return checkedOptions({
    operation,
    map: Object.fromEntries(mapped),
    ...(fields === undefined ? {} : { fields }),
    ...(max_credits === undefined ? {} : { max_credits }),
  });
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
