// The expected contents of the batches: the credits of a batch equal the price of its executed rows and the sum of its
// charges. Hence each row is charged at most once, and a charged row has been executed.
import type { Database } from 'better-sqlite3';
import { BATCHES_PATH } from '../../src/contract/resources/batch-paths.ts';
import type { World } from './world.ts';

/** Two in three rows are found. */
const isFound = (row: number): boolean => row % 3 !== 2;

/** The credits of the rows of a batch from one to below another. */
export function priceOfRows(from: number, end: number): number {
  return Array.from({ length: end - from }, (_, index) => from + index).filter(isFound).length;
}

/** The parts of a ledger row that its batch determines. */
interface StepCharge {
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly path: string;
  readonly credits: number;
}

interface BatchRow {
  readonly id: string;
  readonly done: number;
  readonly rows: number;
  readonly state: string;
  readonly creditsUsed: number;
}

interface KnownBatch {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The first rows of the charged steps. */
  readonly chargedFrom: Set<number>;
  charged: number;
  /** The last committed row; null before the creation is committed. */
  row: BatchRow | null;
}

export class BatchModel {
  readonly #world: World;
  readonly #batches = new Map<string, KnownBatch>();

  constructor(world: World) {
    this.#world = world;
  }

  /** From now on the batch may be created. */
  begin({ id, accountId, keyId }: Pick<KnownBatch, 'id' | 'accountId' | 'keyId'>): void {
    this.#batches.set(id, { id, accountId, keyId, chargedFrom: new Set(), charged: 0, row: null });
  }

  /** The batches whose creation is committed. */
  get created(): BatchRow[] {
    return [...this.#batches.values()].flatMap(({ row }) => row ?? []);
  }

  /** The credits of all steps. */
  get charged(): number {
    return [...this.#batches.values()].reduce((sum, { charged }) => sum + charged, 0);
  }

  accountOf(batchId: string): string {
    return this.#batches.get(batchId)?.accountId ?? '';
  }

  /** Whether the committed batch may take a step from this row. */
  isNext(batchId: string, from: number): boolean {
    const row = this.#batches.get(batchId)?.row;
    return row?.done === from && (row.state === 'queued' || row.state === 'running');
  }

  /** A new ledger row without a call belongs to a step of a batch, and to that step only. */
  charge({ requestId, accountId, keyId, path, credits }: StepCharge): void {
    const [id = '', from = ''] = requestId.split('/');
    const batch = this.#batches.get(id);
    if (!batch) {
      this.#world.violate(`${requestId} is charged without a call`);
      return;
    }
    const isRight = path === BATCHES_PATH && accountId === batch.accountId && keyId === batch.keyId;
    this.#world.check(isRight, () => `${requestId} has a wrong ledger row: ${accountId} ${keyId} ${path}`);
    this.#world.check(!batch.chargedFrom.has(Number(from)), () => `${requestId} was charged twice`);
    batch.chargedFrom.add(Number(from));
    batch.charged += credits;
    this.#world.tally.batchCharges += 1;
  }

  /** Compares the stored batches with their charges, after all of these were read. */
  committed(database: Database): void {
    if (this.#batches.size === 0) return;
    const stored = database.prepare<[], BatchRow>(
      'SELECT id, done, rows, state, credits_used AS creditsUsed FROM batch',
    );
    for (const row of stored.all()) {
      const batch = this.#batches.get(row.id);
      const before = batch?.row?.done ?? 0;
      const expected = priceOfRows(0, row.done);
      this.#world.check(
        batch !== undefined && row.done >= before && row.creditsUsed === expected && batch.charged === expected,
        () => `${row.id} has ${row.done} rows done after ${before}, used ${row.creditsUsed}, charged ${batch?.charged}`,
      );
      if (batch) batch.row = row;
    }
  }
}
