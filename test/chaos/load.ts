// Clients over HTTP, each with one call at a time on its own kept-alive connection: found, not found, malformed, with
// and without Idempotency-Key. They record their answers, and end on request or when their server is gone.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/generate/random.ts';
import type { AccountName, IdempotentCall, Tally } from './tally.ts';
import { KNOWN_PERSON, type World } from './world.ts';

const PATH = '/v2/enrichment/email';
const UNKNOWN_PERSON = 'https://www.network.example/in/no-such-person';
const ANSWER_WITHIN_MS = 30_000;
const RECONNECT_MS = 10;

interface Sent {
  readonly account: AccountName;
  readonly person: string;
  readonly expected: readonly number[];
  readonly idempotent?: IdempotentCall;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface LoadOptions {
  readonly world: World;
  readonly tally: Tally;
  readonly base: string;
  readonly random: Random;
  readonly callers: number;
  /** Statuses that the current fault explains. */
  readonly excused: readonly number[];
  /** Clients connect again after a lost connection: another server is behind the same address. */
  readonly reconnects?: boolean;
}

export class Load {
  readonly #options: LoadOptions;
  readonly #callers: Promise<void>[];
  #stopped = false;
  #signalledAtMs = Number.POSITIVE_INFINITY;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#callers = Array.from({ length: options.callers }, (_, index) => this.#caller(index));
  }

  /** The server is ending: calls that were sent before must still be answered. */
  noteSignal(): void {
    this.#signalledAtMs = performance.now();
  }

  /** Resolves when every client has ended. */
  async end(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  /**
   * Repeats the open idempotent calls. Those that were running in the dead server stay open until their lease
   * expires.
   */
  async retry(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const retries = this.#options.tally.open().map((idempotent) => this.#answered(idempotentCall(idempotent), agent));
    await Promise.all(retries);
    agent.destroy();
  }

  async #caller(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !this.#stopped; turn += 1) {
      if (await this.#answered(this.#choose(`${index}-${turn}`), agent)) continue;
      if (this.#options.reconnects !== true) break;
      await sleep(RECONNECT_MS);
    }
    agent.destroy();
  }

  #choose(name: string): Sent {
    const { random, tally } = this.#options;
    const draw = random.fraction();
    if (draw < 0.35) return { account: 'plain', person: KNOWN_PERSON, expected: [200] };
    if (draw < 0.45) return { account: 'plain', person: UNKNOWN_PERSON, expected: [404] };
    if (draw < 0.55) return { account: 'plain', person: 'malformed', expected: [422] };
    if (draw < 0.65) return { account: 'poor', person: KNOWN_PERSON, expected: [200, 402] };
    const earlier = [...tally.idempotent.keys()].at(-1);
    const again = draw < 0.75 && earlier !== undefined ? tally.idempotent.get(earlier) : undefined;
    return idempotentCall(again ?? this.#begin(name, draw < 0.9));
  }

  #begin(name: string, hits: boolean): IdempotentCall {
    const { tally } = this.#options;
    const call: IdempotentCall = { key: `${tally.idempotent.size}-${name}`, hits, state: 'open' };
    tally.idempotent.set(call.key, call);
    return call;
  }

  /** Sends a call and records its answer; false without an answer. */
  async #answered(sent: Sent, agent: Agent): Promise<boolean> {
    const { world, tally, base } = this.#options;
    const sentAtMs = performance.now();
    try {
      const { account, person, idempotent } = sent;
      const headers = {
        'x-api-key': world.keys[account],
        'content-type': 'application/json',
        ...(idempotent ? { 'idempotency-key': idempotent.key } : {}),
      };
      this.#note(
        sent,
        await post(base + PATH, { agent, headers, body: JSON.stringify({ person_network_url: person }) }),
      );
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - sentAtMs);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
      tally.accounts[sent.account].cut += 1;
      const wasAccepted = Number.isFinite(this.#signalledAtMs) && sentAtMs < this.#signalledAtMs;
      if (wasAccepted) tally.wrong.push(`a call sent before SIGTERM was not answered: ${String(error)}`);
      return false;
    }
  }

  #note(sent: Sent, { status, headers }: Answered): void {
    const { tally, excused } = this.#options;
    const { charged, free } = tally.accounts[sent.account];
    const requestId = String(headers['x-request-id']);
    const isCharged = Number(headers['x-credits-used']) > 0;
    const isReplay = headers['idempotency-replayed'] === 'true';
    tally.answered += 1;
    (isCharged ? charged : free).add(requestId);
    if (isCharged !== (status === 200 && !isReplay))
      tally.wrong.push(`${status} ${isReplay ? 'replayed ' : ''}says x-credits-used: ${headers['x-credits-used']}`);
    if (!sent.expected.includes(status) && !excused.includes(status)) tally.wrong.push(`${sent.account}: ${status}`);
    if (sent.idempotent && (status === 200 || status === 404)) sent.idempotent.state = 'done';
  }
}

function idempotentCall(idempotent: IdempotentCall): Sent {
  const { hits } = idempotent;
  const person = hits ? KNOWN_PERSON : UNKNOWN_PERSON;
  return { account: 'retried', person, expected: [hits ? 200 : 404, 429], idempotent };
}

interface Post {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves with the complete answer. */
function post(url: string, { agent, headers, body }: Post): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers, timeout: ANSWER_WITHIN_MS });
    sending.on('timeout', () => sending.destroy(new Error('no answer in time')));
    sending.on('error', reject);
    sending.on('response', (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.complete) resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
        else reject(new Error('the answer was interrupted'));
      });
    });
    sending.end(body);
  });
}
