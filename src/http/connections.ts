// Connections below the calls: how long one may take, and the refusal of what never becomes a call or breaks off within one.
// Calls themselves, and their refusals, are pipeline.ts.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { ApiError, NO_CALL } from '../contract/errors.ts';
import { errorBody } from './error-body.ts';
import { newRequestId } from './new-request-id.ts';

/** How long a connection may keep the server waiting, in milliseconds. */
export interface ConnectionTimes {
  /** From the opening, or from the first byte of a request, until its headers are complete. */
  readonly headersMs: number;
  /** Until its body is complete, too. */
  readonly requestMs: number;
  /** Between an answer and the next request. */
  readonly keepAliveMs: number;
  /**
   * Without a byte in either direction while a call is under way. Where an answer is being written, Node grants it once more: a caller who
   * takes no answer is cut after twice this time.
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

/** A refusal needs no longer to reach a caller who wants it. */
const LINGER_MS = 1000;

/** A connection that looks idle when draining begins may have its next request under way: so long all are heard, and told to close. */
const HEARD_MS = 250;
const SWEEP_EVERY_MS = 100;
/** Draining ends by then whatever callers do: supervisors commonly kill after ten seconds. */
const DRAIN_MS = 6000;

/**
 * Requests of one connection that may wait for their answers; more end it. Who sends thousands at once and reads nothing would have the
 * service hold all of them, each a hundred times its size.
 */
export const WAITING_MAX = 100;

interface Connection {
  /** The answer, sent or to come, of its last request. */
  last: ServerResponse | null;
  /** Requests whose answers are not out. */
  waiting: number;
}

type NoCallStatus = keyof typeof NO_CALL;

/** A refusal of what is no call, for the log: nothing of it is the caller's text. */
interface NoCall {
  readonly requestId: string;
  readonly status: NoCallStatus;
  /** Node's code of the fault, such as `HPE_INVALID_METHOD`. */
  readonly code: string | undefined;
}

/** The body of the refusal of what is no call. */
export function noCallBody(status: NoCallStatus, requestId: string): string {
  return errorBody(new ApiError('INVALID_INPUT', NO_CALL[status].message), requestId);
}

/**
 * Sends "100 Continue" once all answers before this one are written. Node puts it among what the answer has to write, and the headers of
 * one with a body of bytes before that: the 100 would then stand in the body.
 */
function askForBody(answer: ServerResponse): void {
  if (answer.socket !== null) answer.writeContinue();
  else answer.once('socket', (socket: Socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
}

/**
 * Answers what Node's parser refuses, or gives up waiting for, with the envelope, and closes the connection. An answer goes out only
 * where the refused request's own one would: a caller who counts answers never takes it for that of another request.
 */
export class ConnectionGuard {
  readonly #server: Server;
  readonly #open = new Map<Duplex, Connection>();
  readonly #observe: (refusal: NoCall) => void;

  /** `observe` is told of each refusal that is answered. */
  constructor(server: Server, observe: (refusal: NoCall) => void) {
    this.#server = server;
    this.#observe = observe;
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, { last: null, waiting: 0 });
      socket.once('close', () => this.#open.delete(socket));
    });
    server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) =>
      this.#note(request, answer),
    );
    // An expectation that is not met need not be told: the request is answered as any other.
    server.on('checkExpectation', (request, answer) => server.emit('request', request, answer));
    server.on('checkContinue', (request, answer) => {
      askForBody(answer);
      server.emit('request', request, answer);
    });
    server.on('clientError', (error, socket) => this.#refuse(error, socket));
  }

  #note({ socket, headers }: IncomingMessage, answer: ServerResponse): void {
    // Node passes over what came in one piece with an offer of another protocol: the caller is told to send it elsewhere.
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
   * For a server that begins to close, and names it in each answer from now on: resolves when it may stop listening. Node then waits for
   * every connection that is not between two requests, and no longer looks at their times: those without a call are cut after a second,
   * or as soon as their call is answered, the rest after six.
   */
  async drain(): Promise<void> {
    setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS).unref();
    if (this.#open.size === 0) return;
    setTimeout(() => setInterval(() => this.#cutIdle(), SWEEP_EVERY_MS).unref(), LINGER_MS).unref();
    await sleep(HEARD_MS);
    // Timers go before sockets: what came in while the thread was busy is read first.
    await setImmediate();
  }

  #cutIdle(): void {
    for (const [socket, { last }] of this.#open) {
      const hasCall = last !== null && !last.writableFinished;
      if (!hasCall) socket.destroy();
    }
  }

  #refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
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

/** The request has come in whole and its answer is not out: the fault lies behind it, and the connection ends with that answer. */
function isToCome(answer: ServerResponse): boolean {
  return answer.req.complete && !answer.writableFinished;
}

/** Has the answer be the last of its connection, once: bytes behind the fault are faults again. */
function endWith(answer: ServerResponse, socket: Duplex): void {
  if (!answer.shouldKeepAlive) return;
  answer.shouldKeepAlive = false;
  answer.once('finish', () => socket.end());
}

/** Nothing stands between the fault and its answer: it lies behind an answered request, or in one whose turn it is. */
function isFreeFor(answer: ServerResponse): boolean {
  return answer.req.complete ? answer.writableFinished : answer.socket !== null && !answer.headersSent;
}

function statusOf(code: string | undefined): NoCallStatus {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

const HOST = 'host';

/**
 * Whether all who pass a request on, or guard what lies behind them, read it as this server does: it names one host, its target has no
 * fragment, and its body is cut up by chunks alone, if at all.
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
