// Entry of the thread that holds the stores of the dashboard; see desk.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { type AccountsAdmin, AccountsError } from '../accounts/port.ts';
import { type MemberPorts, MembersError, type MembersFault } from '../members/port.ts';
import { assert } from '../ops/assert.ts';
import { OperatorError } from '../ops/operator-error.ts';
import type { Config } from './config.ts';
import { openAccounts, openMembers } from './stores.ts';

/** What can be asked. */
export interface DeskPorts extends MemberPorts {
  readonly admin: AccountsAdmin;
}

/** A call of a method of a port. */
export interface DeskQuestion {
  readonly id: number;
  readonly port: keyof DeskPorts;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** An error as it goes from one thread to the other. */
export interface DeskFailure {
  readonly kind: 'members' | 'accounts' | 'operator' | 'fault';
  readonly message: string;
  readonly fault?: MembersFault;
  readonly stack?: string;
}

export type DeskAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: DeskFailure };

const port = parentPort;
assert(port !== null, 'the thread of the dashboard has a parent');
const config = workerData as Config;
const { accounts, admin } = openAccounts(config);
const store = openMembers(config);
const ports: DeskPorts = { ...store, admin };

/** Questions under way; a question that closes waits for them. */
const underWay = new Set<Promise<void>>();

port.on('message', (question: DeskQuestion | null) => {
  if (question === null) {
    void Promise.all(underWay).then(end);
    return;
  }
  const answered = answer(question).finally(() => underWay.delete(answered));
  underWay.add(answered);
});

async function answer({ id, port: name, method, args }: DeskQuestion): Promise<void> {
  try {
    const target = ports[name] as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
    const value = await target[method]?.(...args);
    port?.postMessage({ id, value } satisfies DeskAnswer);
  } catch (error) {
    port?.postMessage({ id, failure: failureOf(error) } satisfies DeskAnswer);
  }
}

function failureOf(error: unknown): DeskFailure {
  if (error instanceof MembersError) return { kind: 'members', message: error.message, fault: error.fault };
  if (error instanceof AccountsError) return { kind: 'accounts', message: error.message };
  if (error instanceof OperatorError) return { kind: 'operator', message: error.message };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'fault', message, ...(stack === undefined ? {} : { stack }) };
}

async function end(): Promise<void> {
  store.close();
  await accounts.close();
  port?.close();
}
