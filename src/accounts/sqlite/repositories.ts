// The repositories of accounts.db. A serving thread reads from its own connection, and writes through the ledger.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { portOver } from '../../ops/threads/port-over.ts';
import type { RepositoryCall } from '../ledger/ledger-request.ts';
import type { AccountRepositories } from '../port.ts';
import { BatchRepository } from './batch-repository.ts';
import type { ChargeGroup } from './charge-group.ts';
import type { SyncPort } from './sync-port.ts';
import { WatchRepository } from './watch-repository.ts';
import { WebhookRepository } from './webhook-repository.ts';

export type SqliteRepositories = { readonly [Name in keyof AccountRepositories]: SyncPort<AccountRepositories[Name]> };

type Method = (...args: readonly unknown[]) => unknown;

/** The methods that read. All others are sent to the ledger. */
const READS: { readonly [Name in keyof AccountRepositories]: readonly (keyof AccountRepositories[Name])[] } = {
  batches: ['find', 'ofAccount', 'runnable', 'outdated'],
  webhooks: ['findWebhook', 'webhooksOf', 'mark', 'deliveries', 'dueDeliveries', 'creditsOfSubscribers'],
  watches: [
    ...(['findWatch', 'watchesOf', 'countMembers', 'runnableWatches', 'membersAmong', 'listedRecords'] as const),
    ...(['unreadMembers', 'watchChanges'] as const),
  ],
};

/** The methods that charge: the group of charges sets their savepoint. */
const STEPS: readonly string[] = ['step', 'watchStep'] satisfies (
  | keyof AccountRepositories['batches']
  | keyof AccountRepositories['watches']
)[];

export const isStep = ({ method }: RepositoryCall): boolean => STEPS.includes(method);

export function openRepositories(database: Database, clock: Clock): SqliteRepositories {
  const webhooks = new WebhookRepository(database, clock);
  const batches = new BatchRepository(database, clock, webhooks);
  const watches = new WatchRepository(database, clock, webhooks);
  return { batches, webhooks, watches };
}

/** Executes a call that writes, inside the transaction of a group of charges. */
export function write(
  repositories: SqliteRepositories,
  { repository, method, args }: RepositoryCall,
  group: ChargeGroup,
): unknown {
  return methodsOf(repositories[repository])[method]?.(...args, group);
}

/** The repositories of a serving thread; `toLedger` executes a call in the ledger and returns its result. */
export function servingRepositories(
  repositories: SqliteRepositories,
  toLedger: (call: RepositoryCall) => Promise<unknown>,
): AccountRepositories {
  const serving = <Name extends keyof AccountRepositories>(repository: Name) => {
    const reads: readonly PropertyKey[] = READS[repository];
    const methods = methodsOf(repositories[repository]);
    return portOver<AccountRepositories[Name]>(async (method, args) =>
      reads.includes(method) ? methods[method]?.(...args) : toLedger({ repository, method, args }),
    );
  };
  return { batches: serving('batches'), webhooks: serving('webhooks'), watches: serving('watches') };
}

function methodsOf(repository: object): Readonly<Record<string, Method>> {
  return repository as Readonly<Record<string, Method>>;
}
