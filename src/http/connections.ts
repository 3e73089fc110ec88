// Connection handling below the level of calls: timeouts, and the rejection of bytes that are not a valid or complete
// HTTP request. Calls and their rejections are in pipeline.ts.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { ApiError, NO_CALL } from '../contract/errors.ts';
import { STATUS_CODES } from '../ops/node-http.ts';
import { errorBody } from './error-body.ts';
import { newRequestId } from './new-request-id.ts';

/** Timeouts of a connection, in milliseconds. */
export interface ConnectionTimes {
  /** Time until the headers are complete, from the opening of the connection or the first byte of a request. */
  readonly headersMs: number;
  /** Time until the body is complete, from the same start. */
  readonly requestMs: number;
  /** Idle time between an answer and the next request. */
  readonly keepAliveMs: number;
  /**
   * Time without a byte in either direction during a call. While an answer is being written Node applies it twice, so a
   * caller that does not read is disconnected after twice this time.
   */
  readonly stalledMs: number;
  /** How often the first two timeouts are checked. */
  readonly checkEveryMs: number;
}

export const CONNECTION_TIMES: ConnectionTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than the idle timeout of common load balancers (60 s), so that the balancer closes first.
  keepAliveMs: 72_000,
  stalledMs: 60_000,
  checkEveryMs: 1000,
};

/** A caller that reads its connection receives a rejection within this time. */
const LINGER_MS = 1000;

/**
 * A connection that looks idle when draining begins may have a request in transit. For this long all connections are
 * served, with `Connection: close`.
 */
const HEARD_MS = 250;
/** Node accepts one connection per turn of the event loop. Waiting connections are accepted for at most this long. */
const ACCEPT_MS = 2000;
const SWEEP_EVERY_MS = 100;
/** Draining ends after this time in any case: supervisors commonly kill a process after ten seconds. */
const DRAIN_MS = 6000;

/**
 * Maximum number of unanswered requests of one connection; more of them end it. A caller that sends thousands at once
 * and reads nothing would make the service hold all of them, each at a hundred times its size.
 */
export const WAITING_MAX = 100;

interface Connection {
  /** The answer to its latest request, sent or pending. */
  last: ServerResponse | null;
  /** Number of requests without a complete answer. */
  waiting: number;
}

type NoCallStatus = keyof typeof NO_CALL;

/** The rejection of bytes that are not a call, for the log. It contains nothing that the caller sent. */
interface NoCall {
  readonly requestId: string;
  readonly status: NoCallStatus;
  /** Node's error code, such as `HPE_INVALID_METHOD`. */
  readonly code: string | undefined;
}

/** The body of the error for bytes that are not a call. */
export function noCallBody(status: NoCallStatus, requestId: string): string {
  return errorBody(new ApiError('INVALID_INPUT', NO_CALL[status].message), requestId);
}

/**
 * Sends "100 Continue" after all earlier answers are written. Node itself would append it to the output of the current
 * answer, behind the headers of an answer with a body, so the 100 would become part of that body.
 */
function sendContinue(answer: ServerResponse): void {
  if (answer.socket !== null) answer.writeContinue();
  else answer.once('socket', (socket: Socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
}

/**
 * Answers parser errors and timeouts of Node with the error envelope, and closes the connection. The error is sent only
 * where the answer to the rejected request belongs, so a caller that counts answers never assigns it to another
 * request.
 */
export class ConnectionGuard {
  readonly #server: Server;
  readonly #open = new Map<Duplex, Connection>();
  readonly #observe: (rejection: NoCall) => void;
  #accepted = 0;

  /** `observe` is called for each rejection that is answered. */
  constructor(server: Server, observe: (rejection: NoCall) => void) {
    this.#server = server;
    this.#observe = observe;
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1;
      this.#open.set(socket, { last: null, waiting: 0 });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) =>
      this.#note(request, answer),
    );
    // An unknown `Expect` header is ignored: the request is answered like any other.
    server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));
    server.on('checkContinue', (request, answer) => {
      sendContinue(answer);
      server.emit('request', request, answer);
    });
    server.on('clientError', (error, socket) => this.#reject(error, socket));
  }

  #note({ socket, headers }: IncomingMessage, answer: ServerResponse): void {
    // Node ignores bytes that follow an upgrade offer: close the connection, so that the caller sends them on another
    // one.
    if (headers.upgrade !== undefined) answer.shouldKeepAlive = false;
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.last = answer;
    connection.waiting += 1;
    if (connection.waiting > WAITING_MAX) socket.destroy();
    answer.on('close', () => {
      connection.waiting -= 1;
    });
  }

  /**
   * Drains a server that has begun to close and sends `Connection: close` in each answer. Resolves when it may stop
   * listening. After that, Node waits for every connection that is in a request, and applies no timeouts. So
   * connections without a call are cut after a second, or as soon as their call is answered, and all others after six
   * seconds.
   */
  async drain(): Promise<void> {
    setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS).unref();
    await this.#acceptAll();
    if (this.#open.size === 0) return;
    setTimeout(() => setInterval(() => this.#cutIdle(), SWEEP_EVERY_MS).unref(), LINGER_MS).unref();
    await sleep(HEARD_MS);
    await this.#acceptAll();
  }

  /**
   * Accepts the connections that the kernel has completed, which would be lost when the port closes. Also reads data
   * that has arrived on open connections.
   */
  async #acceptAll(): Promise<void> {
    const untilMs = performance.now() + ACCEPT_MS;
    // The rest of the current turn of the event loop.
    await setImmediate();
    for (let accepted = -1; accepted !== this.#accepted && performance.now() < untilMs; ) {
      accepted = this.#accepted;
      await setImmediate();
    }
  }

  #cutIdle(): void {
    for (const [socket, { last }] of this.#open) {
      const hasCall = last !== null && !last.writableFinished;
      if (!hasCall) socket.destroy();
    }
  }

  #reject(error: NodeJS.ErrnoException, socket: Duplex): void {
    const last = this.#open.get(socket)?.last;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (last && isToCome(last)) endWith(last, socket);
    else if (last && !isFreeFor(last)) socket.destroy();
    else this.#answer(error, socket);
  }

  #answer({ code }: NodeJS.ErrnoException, socket: Duplex): void {
    const status = statusOf(code);
    const requestId = newRequestId();
    const body = noCallBody(status, requestId);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `x-request-id: ${requestId}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
    this.#observe({ requestId, status, code });
  }
}

/**
 * Whether the request before the fault is complete and its answer pending: the connection then ends with that answer.
 */
function isToCome(answer: ServerResponse): boolean {
  return answer.req.complete && !answer.writableFinished;
}

/** Makes this answer the last one of its connection. Runs once: more bytes after the fault cause more faults. */
function endWith(answer: ServerResponse, socket: Duplex): void {
  if (!answer.shouldKeepAlive) return;
  answer.shouldKeepAlive = false;
  answer.once('finish', () => socket.end());
}

/** Whether the error can be sent now: no earlier answer is pending. */
function isFreeFor(answer: ServerResponse): boolean {
  return answer.req.complete ? answer.writableFinished : answer.socket !== null && !answer.headersSent;
}

function statusOf(code: string | undefined): NoCallStatus {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

const HOST = 'host';

/**
 * Whether every proxy in front of the server reads the request as this server does: it has one Host, its target has no
 * fragment, and the only transfer coding of its body, if any, is chunked.
 */
export function isUnambiguous({ httpVersion, rawHeaders, headers, url }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    // Compares the length first: few header names have it, and every request passes here.
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  const isForOne = hosts === 1 || (hosts === 0 && httpVersion === '1.0');
  const { 'transfer-encoding': coding = 'chunked' } = headers;
  return isForOne && coding.toLowerCase() === 'chunked' && url?.includes('#') === false;
}
