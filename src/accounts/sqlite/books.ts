// The books of accounts.db. A serving thread reads from its own connection, and writes through the ledger.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { portOver } from '../../ops/threads/port-over.ts';
import type { BookCall } from '../ledger/ledger-request.ts';
import type { Books } from '../port.ts';
import { BatchBook } from './batch-book.ts';
import type { Book } from './book.ts';
import type { ChargeGroup } from './charge-group.ts';
import { WatchBook } from './watch-book.ts';
import { WebhookBook } from './webhook-book.ts';

export type SqliteBooks = { readonly [Name in keyof Books]: Book<Books[Name]> };

type Method = (...args: readonly unknown[]) => unknown;

/** The methods that read. All others are sent to the ledger. */
const READS: { readonly [Name in keyof Books]: readonly (keyof Books[Name])[] } = {
  batches: ['find', 'ofAccount', 'runnable', 'createdBefore'],
  webhooks: ['findWebhook', 'webhooksOf', 'mark', 'deliveries', 'dueDeliveries', 'creditsOfSubscribers'],
  watches: [
    ...(['findWatch', 'watchesOf', 'countMembers', 'runnableWatches', 'membersAmong', 'listedRecords'] as const),
    ...(['unreadMembers', 'watchChanges'] as const),
  ],
};

/** The methods that charge: the group of charges sets their savepoint. */
const STEPS: readonly string[] = ['step', 'watchStep'] satisfies (keyof Books['batches'] | keyof Books['watches'])[];

export const isStep = ({ method }: BookCall): boolean => STEPS.includes(method);

export function openBooks(database: Database, clock: Clock): SqliteBooks {
  const webhooks = new WebhookBook(database, clock);
  const batches = new BatchBook(database, clock, webhooks);
  const watches = new WatchBook(database, clock, webhooks);
  return { batches, webhooks, watches };
}

/** Executes a call that writes, inside the transaction of a group of charges. */
export function write(books: SqliteBooks, { book, method, args }: BookCall, group: ChargeGroup): unknown {
  return methodsOf(books[book])[method]?.(...args, group);
}

/** The books of a serving thread; `toLedger` executes a call in the ledger and returns its result. */
export function servingBooks(books: SqliteBooks, toLedger: (call: BookCall) => Promise<unknown>): Books {
  const serving = <Name extends keyof Books>(book: Name) => {
    const reads: readonly PropertyKey[] = READS[book];
    const methods = methodsOf(books[book]);
    return portOver<Books[Name]>(async (method, args) =>
      reads.includes(method) ? methods[method]?.(...args) : toLedger({ book, method, args }),
    );
  };
  return { batches: serving('batches'), webhooks: serving('webhooks'), watches: serving('watches') };
}

function methodsOf(book: object): Readonly<Record<string, Method>> {
  return book as Readonly<Record<string, Method>>;
}
