// Uploaded lists of the dashboard before their run: their rows in the form of a batch, and their description
// (draft-store.ts). A draft lives for a day, and can be run several times.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MS_PER_DAY } from '../contract/days.ts';
import { ApiError, ClientDisconnected } from '../contract/errors.ts';
import type { BatchFiles } from './batch-files.ts';
import { type Draft, type DraftStore, isDraftId } from './draft-store.ts';
import type { ListThread } from './list-thread.ts';
import { readRow, valueIn } from './read-row.ts';
import { readBlock } from './row-source.ts';
import type { InputLimits } from './store-input.ts';
import type { StoredRows } from './stored-rows.ts';

const LIFE_MS = MS_PER_DAY;
/** A further draft removes the oldest. */
const DRAFTS_MAX = 10;
const ROWS_SAMPLED = 200;
const SAMPLES = 3;
const SAMPLE_LENGTH_MAX = 80;

/** The first values of a column. */
export interface ColumnSample {
  readonly header: string;
  readonly samples: readonly string[];
  /** Percentage of the first rows that have a value. */
  readonly filledPercent: number;
}

interface DraftsOptions {
  readonly draftStore: DraftStore;
  readonly limits: InputLimits;
  readonly thread: Pick<ListThread, 'read'>;
  readonly clock: { now(): number };
}

interface NewDraft {
  readonly accountId: string;
  readonly name: string;
  readonly body: AsyncIterable<Buffer>;
}

export class Drafts {
  readonly #options: DraftsOptions;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  /** Reads a list. INVALID_INPUT if it cannot be read, PAYLOAD_TOO_LARGE above the maximum of bytes. */
  async create({ accountId, name, body }: NewDraft): Promise<Draft> {
    const { draftStore, limits, thread, clock } = this.#options;
    const id = `drf_${randomBytes(12).toString('hex')}`;
    const folder = await draftStore.begin(id);
    const path = join(folder, `source${endingOf(name)}`);
    try {
      await pipeline(Readable.from(bounded(body, limits.bytesMax)), createWriteStream(path));
      const read = await thread.read({ path, input: join(folder, 'input'), limits });
      await rm(path);
      const draft: Draft = { id, accountId, name, ...read, createdAt: clock.now() };
      await draftStore.add(draft);
      await this.#removeOldest(draft);
      return draft;
    } catch (error) {
      await draftStore.remove(id);
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? new ClientDisconnected() : error;
    }
  }

  /** All drafts of an account, the newest first. */
  async draftsOf(accountId: string): Promise<Draft[]> {
    const all = await this.#options.draftStore.ofAccount(accountId);
    return all.filter((draft) => this.#isAlive(draft)).sort((a, b) => b.createdAt - a.createdAt);
  }

  /** Null if there is no draft with this id, or it has expired. */
  async find(id: string): Promise<Draft | null> {
    const draft = isDraftId(id) ? await this.#options.draftStore.find(id) : null;
    return draft !== null && this.#isAlive(draft) ? draft : null;
  }

  /** The columns with values of the first rows. */
  async samples({ id, columns }: Draft): Promise<ColumnSample[]> {
    const { lines } = await readBlock(this.#options.draftStore.rows(id), {
      from: 0,
      end: Number.MAX_SAFE_INTEGER,
      linesMax: ROWS_SAMPLED,
    });
    const rows = lines.map((line) => readRow(line, columns).row);
    return columns.map((header) => {
      const values = rows.map((row) => cellText(valueIn(row, header))).filter((value) => value !== '');
      const samples = [...new Set(values)].slice(0, SAMPLES).map((value) => value.slice(0, SAMPLE_LENGTH_MAX));
      return { header, samples, filledPercent: Math.round((100 * values.length) / Math.max(1, rows.length)) };
    });
  }

  /** The rows of a draft, to be previewed. */
  rowsOf({ id, rows, columns, format, hash, name }: Draft): StoredRows {
    return { id, source: this.#options.draftStore.rows(id), rows, columns, format, hash, name };
  }

  /** The rows of a draft for a new batch; the draft stays. */
  async begin(draft: Draft, files: BatchFiles): Promise<StoredRows> {
    return { ...this.rowsOf(draft), id: await files.beginWith(draft.id) };
  }

  async remove(id: string): Promise<void> {
    if (isDraftId(id)) await this.#options.draftStore.remove(id);
  }

  /** Removes expired drafts and leftovers of crashes. */
  async removeOld(): Promise<void> {
    await this.#options.draftStore.removeOld(LIFE_MS);
  }

  async #removeOldest({ id: newest, accountId }: Draft): Promise<void> {
    const others = (await this.draftsOf(accountId)).filter(({ id }) => id !== newest);
    for (const { id } of others.slice(DRAFTS_MAX - 1)) await this.remove(id);
  }

  #isAlive({ createdAt }: Draft): boolean {
    return this.#options.clock.now() - createdAt < LIFE_MS;
  }
}

/** The inputs of all drafts in a folder. */
export async function draftInputs(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const inputs = names.filter(isDraftId).map((id) => join(folder, id, 'input'));
  const isThere = await Promise.all(
    inputs.map((input) =>
      stat(input).then(
        () => true,
        () => false,
      ),
    ),
  );
  return inputs.filter((_, index) => isThere[index]);
}

/** The extension of a file name, which may determine the format. */
const endingOf = (name: string) => /(\.[a-z0-9]{1,10}){1,2}$/i.exec(name)?.[0].toLowerCase() ?? '';

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

async function* bounded(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax)
      throw new ApiError('PAYLOAD_TOO_LARGE', `the file is larger than ${bytesMax} bytes; split it`, {
        headers: { connection: 'close' },
      });
    yield chunk;
  }
}
