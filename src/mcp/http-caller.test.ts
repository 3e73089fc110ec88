import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { httpCaller } from './http-caller.ts';
import { toolAnswer } from './tool-answer.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listening(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const CALL = { method: 'POST', path: '/v2/search/people', body: {} } as const;
const NOT_KNOWN = 'Cost: not known; `account` answers the credits that are left.';
const FREE = 'Cost: 0 credits.';

it.each<[string, RequestListener, string, string]>([
  [
    'redirects',
    (_, response) => response.writeHead(308, { location: 'https://data.example/v2/search/people' }).end(),
    'redirects to https://data.example; give that address as --url',
    FREE,
  ],
  [
    'is a proxy without its server',
    (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    'answers with status 502, but not as Cardfile does; check the address and any proxy',
    NOT_KNOWN,
  ],
  [
    'is another service',
    (_, response) => response.writeHead(404).end('{"error":"no such page"}'),
    'answers with status 404, but not as Cardfile does',
    NOT_KNOWN,
  ],
  [
    'has no such endpoint',
    (_, response) => response.writeHead(404).end('{"error":{"code":"NOT_FOUND","message":"did you mean /v2?"}}'),
    'NOT_FOUND: did you mean /v2?\n',
    FREE,
  ],
  ['ends the connection', (request) => request.socket.destroy(), 'has ended without an answer; try again', NOT_KNOWN],
  ['is late', () => {}, 'has not answered within 2 s; try again', NOT_KNOWN],
])('states the remedy if the address %s', async (_, answer, message, cost) => {
  const { text, isError } = toolAnswer(await httpCaller(await listening(answer), 'key', 2000)(CALL), null);
  expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  expect(text.split('\n')[1]).toBe(cost);
});

it('says what to do if nothing listens at the address', async () => {
  const base = await listening(() => {});
  await new Promise((resolve) => server?.close(resolve));
  const { text } = toolAnswer(await httpCaller(base, 'key')(CALL), null);
  expect(text).toBe(
    `DATA_SERVICE_ERROR: no Cardfile server answers at ${base}; start one, or give its address.\n${FREE}`,
  );
});

it('ends a call that is canceled', async () => {
  const ended = Promise.withResolvers<void>();
  const canceling = new AbortController();
  const base = await listening((request) => {
    request.socket.once('close', () => ended.resolve());
    canceling.abort();
  });
  await httpCaller(base, 'key')({ ...CALL, signal: canceling.signal });
  await ended.promise;
});
