// The connection to the Valkey or Redis that stores the limits. A lost connection is not repaired, and no command is
// sent twice: joint-limiter.ts reacts to the loss.
import { createHash } from 'node:crypto';
import { createClient, ErrorReply, type RedisClientType } from '@redis/client';
import type { NodeNumber } from '../share-limiter.ts';
import { ADMIT, ADMIT_MORE, BEAT, LEAVE } from './limit-script.ts';
import {
  type AdmissionRequest,
  type LimitSession,
  type LimitStore,
  type StoreAnswer,
  StoreRejection,
} from './limit-store.ts';

const CONNECT_MS = 1000;
/** Timeout of an answer; a later one may be useless. */
const ANSWER_MS = 250;

interface Script {
  readonly text: string;
  readonly sha1: string;
}

const scriptOf = (text: string): Script => ({ text, sha1: createHash('sha1').update(text).digest('hex') });
const SCRIPTS = { admit: scriptOf(ADMIT), more: scriptOf(ADMIT_MORE), beat: scriptOf(BEAT), leave: scriptOf(LEAVE) };

export class RedisLimitStore implements LimitStore {
  readonly #url: string;
  readonly #node: NodeNumber;

  constructor(url: string, node: NodeNumber) {
    this.#url = url;
    this.#node = node;
  }

  async connect(onLost: (error: Error) => void): Promise<LimitSession> {
    const client = createClient({
      url: this.#url,
      disableOfflineQueue: true,
      // Sends no version of the client on connecting, so that each step of the store is one command.
      disableClientInfo: true,
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
    }) as RedisClientType;
    let isOpen = true;
    const close = () => {
      isOpen = false;
      client.destroy();
    };
    client.on('error', (error: Error) => {
      if (isOpen) onLost(error);
    });
    try {
      await within(client.connect(), CONNECT_MS);
      const run = /^run_id:(\w+)/m.exec(String(await within(client.sendCommand(['INFO', 'server']))))?.[1] ?? '';
      for (const { text } of Object.values(SCRIPTS)) await within(client.sendCommand(['SCRIPT', 'LOAD', text]));
      return new RedisSession(client, { run, node: this.#node, close });
    } catch (error) {
      close();
      throw error;
    }
  }
}

interface LimitSessionOptions {
  /** The id of one run of the store, which is part of all names: data of an earlier run is never used. */
  readonly run: string;
  readonly node: NodeNumber;
  readonly close: () => void;
}

class RedisSession implements LimitSession {
  readonly #client: RedisClientType;
  readonly #options: LimitSessionOptions;

  constructor(client: RedisClientType, options: LimitSessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  async beat(): Promise<void> {
    try {
      await this.#run(SCRIPTS.beat, [this.#members], [this.#slot]);
    } catch (error) {
      if (error instanceof ErrorReply) throw new StoreRejection(error.message);
      throw error;
    }
  }

  async leave(): Promise<void> {
    await this.#run(SCRIPTS.leave, [this.#members], [this.#slot]);
  }

  admit(request: AdmissionRequest): Promise<StoreAnswer> {
    return this.#execute(SCRIPTS.admit, request);
  }

  admitMore(request: AdmissionRequest): Promise<StoreAnswer> {
    return this.#execute(SCRIPTS.more, request);
  }

  close(): void {
    this.#options.close();
  }

  get #slot(): string {
    return String(this.#options.node.number - 1);
  }

  get #members(): string {
    return `cardfile:${this.#options.run}:members`;
  }

  async #execute(script: Script, { account, limit, count }: AdmissionRequest): Promise<StoreAnswer> {
    const log = `cardfile:${this.#options.run}:admissions:${account}`;
    const values = [this.#slot, String(this.#options.node.of), String(limit), String(count)];
    const answer = (await this.#run(script, [log, this.#members], values)) as number[];
    const [admitted = 0, remaining = 0, waitUs = 0, idleUs = 0] = answer.map(Number);
    return { admitted, remaining, waitMs: Math.max(1, Math.ceil(waitUs / 1000)), idleMs: Math.ceil(idleUs / 1000) };
  }

  #run({ sha1 }: Script, keys: readonly string[], values: readonly string[]): Promise<unknown> {
    return within(this.#client.sendCommand(['EVALSHA', sha1, String(keys.length), ...keys, ...values]));
  }
}

/**
 * Rejects after the timeout; a later answer is ignored. After a pause of this thread the timer fires before an answer
 * that has arrived is read, so the next turn of the event loop decides, up to twice the timeout.
 */
function within<Result>(answer: Promise<Result>, ms = ANSWER_MS): Promise<Result> {
  const askedMs = performance.now();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the store did not answer within ${ms} ms`));
    const timer = setTimeout(() => (performance.now() < askedMs + 2 * ms ? setImmediate(fail) : fail()), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
