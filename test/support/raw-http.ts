// HTTP as bytes: for requests that no client would send, and answers without interpretation.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TestService } from './service.ts';

export interface RawAnswer {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Conversation {
  readonly answers: readonly RawAnswer[];
  /** The server closed the connection; otherwise it was silent for `quietMs`. */
  readonly isClosed: boolean;
}

/** Starts a listener of the service on its own port, once. */
export async function listen(service: TestService): Promise<number> {
  const { app } = service.running;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

const TURNS = 50;

/** Writes each part in a separate turn, and reads until the server closes or is silent. Bytes are read as Latin-1. */
export async function talk(
  port: number,
  parts: readonly (string | Buffer)[],
  { quietMs = 300 }: { quietMs?: number } = {},
): Promise<Conversation> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = true;
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // A server that rejects a request while it still receives bytes resets the connection.
  socket.on('error', () => {});
  socket.setTimeout(quietMs);
  // Not passed to setTimeout as an argument, because that listens once, and another silence may follow.
  socket.on('timeout', async () => {
    const heard = text.length;
    // The server may be in this process, and busy: bytes that it has written arrive within some turns.
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    if (text.length > heard) return;
    isClosed = false;
    socket.destroy();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) {
    socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
    await nextTurn();
  }
  await closed;
  return { answers: readAnswers(text), isClosed };
}

/** The answers of a connection. Throws if there are other bytes between them; the last answer may be incomplete. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    assert(head, `no answer begins with ${JSON.stringify(rest.slice(0, 200))}`);
    rest = rest.slice(head[0].length);
    const lines = (head[2] ?? '').split('\r\n').slice(0, -1);
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    );
    // The answer to HEAD declares a body and has none.
    const body = rest.startsWith('HTTP/1.1 ') ? '' : rest.slice(0, Number(headers['content-length'] ?? 0));
    rest = rest.slice(body.length);
    answers.push({ status: Number(head[1]), headers, body });
  }
  return answers;
}

export interface RawRequest {
  readonly method?: string;
  /** The request target as written. */
  readonly target?: string;
  readonly version?: string;
  readonly key?: string;
  /**
   * Header lines other than Host, key and content type. A length is added if none of them states the end of the body.
   */
  readonly lines?: readonly string[];
  readonly host?: readonly string[];
  readonly body?: string;
}

/** A request for the current date as text, with the given replacements. */
export function requestText({
  method = 'POST',
  target = '/v2/utils/current-date',
  version = 'HTTP/1.1',
  key = '',
  lines = [],
  host = ['Host: localhost'],
  body = '{"region":"UTC"}',
}: RawRequest): string {
  const hasLength = lines.some((line) => /^(content-length|transfer-encoding)/i.test(line));
  const length = hasLength ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const headers = [...host, `x-api-key: ${key}`, 'Content-Type: application/json', ...lines, ...length];
  return `${method} ${target} ${version}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
