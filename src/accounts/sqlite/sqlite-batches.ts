// Batches of a serving thread: reads from its own connection, and writes through the ledger.
import type { Database } from 'better-sqlite3';
import type { Batch, BatchChange, Batches, BatchStep, CreateOutcome, NewBatch, StepOutcome } from '../batch-port.ts';
import type { BatchOutcomes, BatchWrite } from '../ledger/ledger-request.ts';
import { BatchBook } from './batch-book.ts';

type Write = (write: BatchWrite) => Promise<BatchOutcomes[BatchWrite['act']]>;

export class SqliteBatches implements Batches {
  readonly #book: BatchBook;
  readonly #write: Write;

  constructor(database: Database, write: Write) {
    this.#book = new BatchBook(database);
    this.#write = write;
  }

  async find(batchId: string): Promise<Batch | null> {
    return this.#book.find(batchId);
  }

  async ofAccount(accountId: string): Promise<Batch[]> {
    return this.#book.ofAccount(accountId);
  }

  async runnable(): Promise<Batch[]> {
    return this.#book.runnable();
  }

  async createdBefore(ms: number): Promise<string[]> {
    return this.#book.createdBefore(ms);
  }

  // The ledger returns a distinct outcome type for each act.
  async create(batch: NewBatch): Promise<CreateOutcome> {
    return (await this.#write({ act: 'create', batch })) as CreateOutcome;
  }

  async step(step: BatchStep): Promise<StepOutcome> {
    return (await this.#write({ act: 'step', step })) as StepOutcome;
  }

  async change(change: BatchChange): Promise<Batch | null> {
    return (await this.#write({ act: 'change', change })) as Batch | null;
  }

  async remove(batchId: string): Promise<void> {
    await this.#write({ act: 'remove', batchId });
  }
}
