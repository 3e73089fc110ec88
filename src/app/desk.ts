// The stores of the dashboard, behind a thread of their own: whoever signs in or changes a plan writes durably, and no serving thread may
// wait for a disk, or for the lock of another writer. The thread starts with the first question and answers one after the other.
import { Worker } from 'node:worker_threads';
import { type AccountsAdmin, AccountsError } from '../accounts/port.ts';
import { type MemberPorts, MembersError } from '../members/port.ts';
import { OperatorError } from '../ops/operator-error.ts';
import type { Config } from './config.ts';
import type { DeskAnswer, DeskFailure, DeskPorts, DeskQuestion } from './desk-worker.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

export class Desk {
  readonly #config: Config;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #asked = 0;

  constructor(config: Config) {
    this.#config = config;
  }

  get admin(): AccountsAdmin {
    return this.#port('admin');
  }

  get store(): MemberPorts {
    const [members, sessions] = [this.#port('members'), this.#port('sessions')];
    return { members, sessions, attempts: this.#port('attempts'), audit: this.#port('audit') };
  }

  /** Closes the stores once every question is answered. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage(null);
    await exit;
  }

  /** Every method asks the thread: the ports take and give plain values only. */
  #port<Name extends keyof DeskPorts>(port: Name): DeskPorts[Name] {
    const ask = (_target: object, method: string | symbol) => {
      return (...args: unknown[]) => this.#ask({ port, method: String(method), args });
    };
    return new Proxy({}, { get: ask }) as DeskPorts[Name];
  }

  #ask(question: Omit<DeskQuestion, 'id'>): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker ??= this.#start();
    this.#worker.postMessage({ ...question, id } satisfies DeskQuestion);
    return answer;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./desk-worker.ts', import.meta.url), { workerData: this.#config });
    // A thread that serves ends when it is told to, and closes this one.
    worker.unref();
    worker.on('message', (answer: DeskAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('failure' in answer) waiting?.reject(errorOf(answer.failure));
      else waiting?.resolve(answer.value);
    });
    worker.once('error', (error) => this.#lose(worker, error));
    worker.once('exit', () => this.#lose(worker, new Error('the thread of the dashboard has ended')));
    return worker;
  }

  /** Whoever waits is told; who asks next has a new thread started. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function errorOf({ kind, message, fault, stack }: DeskFailure): Error {
  if (kind === 'members') return new MembersError(fault ?? 'invalid', message);
  if (kind === 'accounts') return new AccountsError(message);
  if (kind === 'operator') return new OperatorError(message);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
