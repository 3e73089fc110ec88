// Watches of a serving thread: reads from its own connection, and writes through the ledger.
import type { Database } from 'better-sqlite3';
import type {
  NewWatch,
  Watch,
  WatchChange,
  Watches,
  WatchMember,
  WatchStateChange,
  WatchStep,
  WatchStepOutcome,
  WatchWriteName,
} from '../watch-port.ts';
import { WatchBook } from './watch-book.ts';

type Write = (method: WatchWriteName | 'watchStep', args: readonly unknown[]) => Promise<unknown>;

export class SqliteWatches implements Watches {
  readonly #book: WatchBook;
  readonly #write: Write;

  constructor(database: Database, write: Write) {
    this.#book = new WatchBook(database);
    this.#write = write;
  }

  createWatch(watch: NewWatch, members: readonly WatchMember[]): Promise<boolean> {
    return this.#call('createWatch', watch, members);
  }

  async findWatch(id: string): Promise<Watch | null> {
    return this.#book.findWatch(id);
  }

  async watchesOf(accountId: string): Promise<Watch[]> {
    return this.#book.watchesOf(accountId);
  }

  async countMembers(id: string): Promise<number> {
    return this.#book.countMembers(id);
  }

  async removeWatch(id: string): Promise<void> {
    await this.#call('removeWatch', id);
  }

  async runnableWatches(): Promise<Watch[]> {
    return this.#book.runnableWatches();
  }

  async membersAmong(watchId: string, records: readonly string[]): Promise<WatchMember[]> {
    return this.#book.membersAmong(watchId, records);
  }

  async listedRecords(watchId: string): Promise<string[]> {
    return this.#book.listedRecords(watchId);
  }

  async unreadMembers(watchId: string, limit: number): Promise<WatchMember[]> {
    return this.#book.unreadMembers(watchId, limit);
  }

  async putMembers(watchId: string, members: readonly WatchMember[]): Promise<void> {
    await this.#call('putMembers', watchId, members);
  }

  changeWatch(change: WatchStateChange): Promise<Watch | null> {
    return this.#call('changeWatch', change);
  }

  async noteWatched(ids: readonly string[], generation: number): Promise<void> {
    await this.#call('noteWatched', ids, generation);
  }

  watchStep(step: WatchStep): Promise<WatchStepOutcome> {
    return this.#call('watchStep', step);
  }

  async watchChanges(watchId: string, after: number, limit: number): Promise<WatchChange[]> {
    return this.#book.watchChanges(watchId, after, limit);
  }

  async tidyWatches(): Promise<void> {
    await this.#call('tidyWatches');
  }

  /** The ledger returns what the method of the book returns. */
  #call<Name extends WatchWriteName | 'watchStep'>(
    method: Name,
    ...args: Parameters<Watches[Name]>
  ): ReturnType<Watches[Name]> {
    return this.#write(method, args) as ReturnType<Watches[Name]>;
  }
}
