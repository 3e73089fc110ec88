// Calls to ports in another thread. The methods take and return plain values only. Calls are sent by thread-ports.ts
// and answered in the threads.
import type { MessagePort } from 'node:worker_threads';
import { AccountsError } from '../../accounts/port.ts';
import { MembersError, type MembersFault } from '../../members/port.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { isBusy } from '../../ops/sqlite/is-busy.ts';
import { isStoreUnavailable, StoreUnavailable } from '../../ops/store-unavailable.ts';

/** A call of a method of a port. */
export interface PortCall {
  readonly id: number;
  readonly port: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** The wire form of an error between threads. */
export interface Failure {
  readonly kind: 'members' | 'accounts' | 'operator' | 'unavailable' | 'fault';
  readonly message: string;
  readonly fault?: MembersFault;
  readonly isUnknown?: boolean;
  readonly stack?: string;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure };

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Answers calls on `port` until it receives the end message. Calls `end` after the last answer. */
export function answerPortCalls(port: MessagePort, ports: Readonly<Record<string, object>>, end: () => unknown): void {
  const running = new Set<Promise<void>>();
  const answer = async ({ id, port: name, method, args }: PortCall) => {
    try {
      const value = await (ports[name] as Readonly<Record<string, Method>>)[method]?.(...args);
      port.postMessage({ id, value } satisfies Reply);
    } catch (error) {
      port.postMessage({ id, failure: failureOf(error) } satisfies Reply);
    }
  };
  port.on('message', async (call: PortCall | null) => {
    if (call === null) {
      await Promise.all(running);
      await end();
      port.close();
      return;
    }
    const answered = answer(call).finally(() => running.delete(answered));
    running.add(answered);
  });
}

/** The wire form of an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof MembersError) return { kind: 'members', message: error.message, fault: error.fault };
  if (error instanceof AccountsError)
    return { kind: 'accounts', message: error.inDashboard, isUnknown: error.isUnknown };
  if (isBusy(error)) return { kind: 'unavailable', message: (error as Error).message };
  if (error instanceof OperatorError)
    return { kind: 'operator', message: error.inDashboard, isUnknown: error.isUnknown };
  if (isStoreUnavailable(error)) return { kind: 'unavailable', message: (error as Error).message };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'fault', message, ...(stack === undefined ? {} : { stack }) };
}

/** The error that a wire form represents. */
export function errorOf({ kind, message, fault, isUnknown = false, stack }: Failure): Error {
  if (kind === 'members') return new MembersError(fault ?? 'invalid', message);
  if (kind === 'accounts') return new AccountsError(message, { isUnknown });
  if (kind === 'operator') return new OperatorError(message, { isUnknown });
  if (kind === 'unavailable') return new StoreUnavailable(message);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
