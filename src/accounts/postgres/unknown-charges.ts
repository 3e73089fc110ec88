// Charges with an unknown outcome, because the connection was lost after they were sent. Each becomes charged or void;
// a void one can never be charged. There is no third outcome, and the rule has no time limit. A charge that cannot be
// decided within seconds is answered with status 503, kept in a file, and refunded later if it was charged.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../ops/postgres/database.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { hourStartMs, monthOf } from '../period.ts';
import { packedRequestId } from './bucket.ts';
import { CHARGES_OF, MAKE_VOID, REFUND, REMOVE_ANSWER, type SentCharge } from './charge-statement.ts';

/** Callers wait this long for the decision. */
const WITHIN_MS = 2000;
const PAUSE_MS = 50;
const RETRY_EVERY_MS = 1000;

export type Decision = 'charged' | 'void' | 'duplicate';

interface UnknownChargesOptions {
  readonly database: Database;
  readonly schedule: Schedule;
  /** File that keeps undecided charges over a restart; null: in memory only. */
  readonly file: string | null;
  readonly onFailure: (error: unknown) => void;
}

export class UnknownCharges {
  readonly #options: UnknownChargesOptions;
  readonly #undecided = new Map<string, SentCharge>();
  readonly #endRetries: () => void;
  #isRetrying: Promise<void> | null = null;

  constructor(options: UnknownChargesOptions) {
    this.#options = options;
    for (const charge of readCharges(options.file)) this.#undecided.set(charge.requestId, charge);
    this.#endRetries = options.schedule.every(RETRY_EVERY_MS, () => void this.retry());
  }

  /** Number of charges that were answered with status 503 and are not decided. */
  get undecided(): number {
    return this.#undecided.size;
  }

  /**
   * The decision for each charge. Null if there is none in time: all are answered with status 503 and decided later.
   */
  async decide(charges: readonly SentCharge[]): Promise<readonly Decision[] | null> {
    const until = performance.now() + WITHIN_MS;
    do {
      try {
        return await this.#decideNow(charges);
      } catch {
        await sleep(PAUSE_MS);
      }
    } while (performance.now() < until);
    this.#keep(charges);
    return null;
  }

  /** Decides the remaining charges. A charge whose call was answered with status 503 is refunded. */
  retry(): Promise<void> {
    if (this.#undecided.size === 0) return Promise.resolve();
    this.#isRetrying ??= this.#refundAll()
      .catch((error: unknown) => this.#options.onFailure(error))
      .finally(() => {
        this.#isRetrying = null;
      });
    return this.#isRetrying;
  }

  async close(): Promise<void> {
    this.#endRetries();
    await this.#isRetrying;
  }

  async #decideNow(charges: readonly SentCharge[]): Promise<readonly Decision[]> {
    const { database } = this.#options;
    const ids = charges.map(({ requestId }) => packedRequestId(requestId));
    for (const [index, { bucket, at }] of charges.entries())
      await database.run(MAKE_VOID, ids[index] as Buffer, bucket, at);
    const rows = await database.read(CHARGES_OF, ids, [...new Set(charges.map(({ bucket }) => bucket))]);
    const stored = new Map(rows.map((row) => [row.request_id.toString('hex'), row]));
    return charges.map(({ at, kindId, credits }, index) => {
      const row = stored.get(ids[index]?.toString('hex') ?? '');
      if (!row) throw new Error('a request is neither charged nor void');
      if (row.kind_id === 0) return 'void';
      return row.at === at && row.kind_id === kindId && row.credits === credits ? 'charged' : 'duplicate';
    });
  }

  async #refundAll(): Promise<void> {
    const { database } = this.#options;
    const charges = [...this.#undecided.values()];
    const decisions = await this.#decideNow(charges);
    for (const [index, charge] of charges.entries()) {
      if (decisions[index] === 'charged') {
        const { at, bucket, requestId, token } = charge;
        await database.run(REFUND, packedRequestId(requestId), bucket, monthOf(at), hourStartMs(at));
        if (token !== null) await database.run(REMOVE_ANSWER, token, bucket);
      }
      this.#undecided.delete(charge.requestId);
    }
    // Writes the charges again that were added in the meantime.
    this.#writeAll();
  }

  /** Writes the charges durably before the callers are answered. */
  #keep(charges: readonly SentCharge[]): void {
    for (const charge of charges) this.#undecided.set(charge.requestId, charge);
    const { file } = this.#options;
    if (file !== null) this.#write(file, charges, 'a');
  }

  #writeAll(): void {
    const { file } = this.#options;
    if (file === null) return;
    if (this.#undecided.size === 0) rmSync(file, { force: true });
    else if (this.#write(`${file}.new`, [...this.#undecided.values()], 'w')) renameSync(`${file}.new`, file);
  }

  /** Writes durably; false if it fails. */
  #write(file: string, charges: readonly SentCharge[], flags: 'a' | 'w'): boolean {
    try {
      const opened = openSync(file, flags);
      try {
        // writeFileSync writes all bytes, unlike a single write. The leading line feed ends an incomplete earlier line.
        writeFileSync(opened, charges.map((charge) => `\n${JSON.stringify(charge)}`).join(''));
        fsyncSync(opened);
      } finally {
        closeSync(opened);
      }
      return true;
    } catch (error) {
      this.#options.onFailure(error);
      return false;
    }
  }
}

/** The charges in the file. An incomplete line is skipped: its callers were not answered. */
function readCharges(file: string | null): SentCharge[] {
  if (file === null || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as SentCharge];
      } catch {
        return [];
      }
    });
}
