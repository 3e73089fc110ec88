import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectionGuard } from './connections.ts';

const BODY = 'the whole body';
const WAYS: Readonly<Record<string, (answer: ServerResponse) => void>> = {
  'as a text': (answer) => answer.end(BODY),
  'as bytes': (answer) => answer.writeHead(200, { 'content-length': BODY.length }).end(Buffer.from(BODY)),
  'as a stream': (answer) => Readable.from([Buffer.from(BODY)]).pipe(answer),
  'in pieces, its headers first': (answer) => {
    answer.flushHeaders();
    for (const letter of BODY) answer.write(Buffer.from(letter));
    answer.end();
  },
};

/** `/` takes so long that later requests of the connection are answered first. */
const answerAll: RequestListener = async ({ url = '' }, answer) => {
  if (url === '/') await sleep(20);
  const answerBy = WAYS[decodeURIComponent(url.slice(1))];
  if (answerBy) answerBy(answer);
  else answer.end('first');
};

const server = createServer(answerAll);
new ConnectionGuard(server, () => {});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

const requestText = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

it.each(Object.keys(WAYS))(
  'writes an answer %s only after the complete previous answer and its own "100 Continue"',
  async (way) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      requestText('/') + requestText(`/${encodeURIComponent(way)}`, 'Expect: 100-continue', 'Connection: close'),
    );
    const [, first, continued, answer = ''] = (await text(socket)).split('HTTP/1.1 ');
    expect(first).toMatch(/^200 OK\r\n.*first$/s);
    expect(continued).toBe('100 Continue\r\n\r\n');
    const [, lines = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(answer) ?? [];
    expect(lines).toMatch(/^200 OK\r\n/);
    // Chunks: their lengths and contents, line by line.
    const isChunked = lines.includes('chunked');
    expect(
      isChunked
        ? body
            .split('\r\n')
            .filter((_, index) => index % 2 === 1)
            .join('')
        : body,
    ).toBe(BODY);
  },
);

it('answers a call on a connection that the server had not seen when it began to close', async () => {
  const ending = createServer(answerAll);
  const guard = new ConnectionGuard(ending, () => {});
  await once(ending.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((ending.address() as AddressInfo).port, '127.0.0.1');
  socket.write(requestText(`/${encodeURIComponent('as a text')}`, 'Connection: close'));
  // The kernel connects now; the server accepts in its next turn.
  await new Promise(process.nextTick);
  await guard.drain();
  ending.close();
  expect(await text(socket)).toContain(BODY);
});

it('answers the calls of all connections that the kernel had accepted when it began to close, however slow its turns', async () => {
  const ending = createServer(answerAll);
  const guard = new ConnectionGuard(ending, () => {});
  await once(ending.listen(0, '127.0.0.1'), 'listening');
  const { port } = ending.address() as AddressInfo;
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(requestText(`/${encodeURIComponent('as a text')}`, 'Connection: close'));
    return socket;
  });
  const answers = Promise.all(sockets.map(text));
  // One connection is accepted in each turn of the event loop: here 20 of them take twice as long as a draining server
  // waits for new calls.
  let isDrained = false;
  const stall = () => {
    for (const endMs = performance.now() + 25; performance.now() < endMs; );
    if (!isDrained) setImmediate(stall);
  };
  stall();
  await guard.drain();
  isDrained = true;
  ending.close();
  expect((await answers).filter((answer) => !answer.includes(BODY))).toEqual([]);
});
