// Connections below the calls: timeouts, and the rejection of bytes that are not a valid request or are cut off.
// Calls themselves, and their rejections, are in pipeline.ts.
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
  /** From the opening, or from the first byte of a request, until its headers are complete. */
  readonly headersMs: number;
  /** From the same start until its body is complete. */
  readonly requestMs: number;
  /** Between an answer and the next request. */
  readonly keepAliveMs: number;
  /**
   * Without a byte in either direction during a call. While an answer is being written, Node applies it twice: a caller
   * who does not read the answer is cut after twice this time.
   */
  readonly stalledMs: number;
  /** How often the first two are checked. */
  readonly checkEveryMs: number;
}

export const CONNECTION_TIMES: ConnectionTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than the idle time of common load balancers (60 s), so that they close first.
  keepAliveMs: 72_000,
  stalledMs: 60_000,
  checkEveryMs: 1000,
};

/** A rejection needs no longer to reach a caller who reads it. */
const LINGER_MS = 1000;

/**
 * A connection that looks idle when draining begins may have its next request in transit: for this long all are served,
 * with `Connection: close`.
 */
const HEARD_MS = 250;
/** Node accepts one connection in each turn of the event loop: those that wait are accepted for so long at most. */
const ACCEPT_MS = 2000;
const SWEEP_EVERY_MS = 100;
/** Draining ends by then in any case: supervisors commonly kill after ten seconds. */
const DRAIN_MS = 6000;

/**
 * Maximum requests of one connection that wait for their answers; more end it. A caller who sends thousands at once and
 * reads nothing would make the service hold all of them, each a hundred times its size.
 */
export const WAITING_MAX = 100;

interface Connection {
  /** The answer of its last request, sent or pending. */
  last: ServerResponse | null;
  /** Requests without a complete answer. */
  waiting: number;
}

type NoCallStatus = keyof typeof NO_CALL;

/** A rejection of bytes that are no call, for the log: it contains none of the caller's text. */
interface NoCall {
  readonly requestId: string;
  readonly status: NoCallStatus;
  /** Node's code of the fault, such as `HPE_INVALID_METHOD`. */
  readonly code: string | undefined;
}

/** The body of the rejection of bytes that are no call. */
export function noCallBody(status: NoCallStatus, requestId: string): string {
  return errorBody(new ApiError('INVALID_INPUT', NO_CALL[status].message), requestId);
}

/**
 * Sends "100 Continue" once all answers before this one are written. Node appends it to the output of the answer, after
 * the headers of an answer with a body of bytes: the 100 would then be part of the body.
 */
function sendContinue(answer: ServerResponse): void {
  if (answer.socket !== null) answer.writeContinue();
  else answer.once('socket', (socket: Socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
}

/**
 * Answers what Node's parser rejects, and timeouts, with the error envelope, and closes the connection. An answer is
 * sent only in the position of the rejected request's own: a caller who counts answers never takes it for that of
 * another request.
 */
export class ConnectionGuard {
  readonly #server: Server;
  readonly #open = new Map<Duplex, Connection>();
  readonly #observe: (rejection: NoCall) => void;
  #accepted = 0;

  /** `observe` receives each rejection that is answered. */
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
    // An unknown expectation needs no report: the request is answered like any other.
    server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));
    server.on('checkContinue', (request, answer) => {
      sendContinue(answer);
      server.emit('request', request, answer);
    });
    server.on('clientError', (error, socket) => this.#reject(error, socket));
  }

  #note({ socket, headers }: IncomingMessage, answer: ServerResponse): void {
    // Node ignores bytes that arrive together with an upgrade offer: the caller is asked to send them on another
    // connection.
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
   * For a server that begins to close, and sends `Connection: close` in each answer from now on: resolves when it may
   * stop listening. Node then waits for every connection that is not between two requests, and no longer applies
   * timeouts: those without a call are cut after a second, or as soon as their call is answered, the others after six.
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
   * Accepts the connections that the kernel has made, which are lost when the port closes. Also reads the data that
   * arrived before on open connections.
   */
  async #acceptAll(): Promise<void> {
    const untilMs = performance.now() + ACCEPT_MS;
    // The rest of the current turn.
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
 * The request is complete and its answer pending: the fault comes after it, and the connection ends with that answer.
 */
function isToCome(answer: ServerResponse): boolean {
  return answer.req.complete && !answer.writableFinished;
}

/** Makes the answer the last of its connection, once: bytes after the fault are faults again. */
function endWith(answer: ServerResponse, socket: Duplex): void {
  if (!answer.shouldKeepAlive) return;
  answer.shouldKeepAlive = false;
  answer.once('finish', () => socket.end());
}

/**
 * No answer is pending before that of the fault: it follows an answered request, or is in the one to be answered next.
 */
function isFreeFor(answer: ServerResponse): boolean {
  return answer.req.complete ? answer.writableFinished : answer.socket !== null && !answer.headersSent;
}

function statusOf(code: string | undefined): NoCallStatus {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

const HOST = 'host';

/**
 * Whether every proxy in front of the server reads the request as this server does: it names one host, its target has
 * no fragment, and its body is framed by chunks alone, if at all.
 */
export function isUnambiguous({ httpVersion, rawHeaders, headers, url }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    // The length first: few names have it, and every request passes here.
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  const isForOne = hosts === 1 || (hosts === 0 && httpVersion === '1.0');
  const { 'transfer-encoding': coding = 'chunked' } = headers;
  return isForOne && coding.toLowerCase() === 'chunked' && url?.includes('#') === false;
}
