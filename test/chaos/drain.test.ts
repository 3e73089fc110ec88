// SIGTERM with connections in every state: accepted calls are answered, and no client keeps the server from ending.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endServers, type RunningServer, serve, serveBy } from '../support/program.ts';
import { KNOWN_PERSON, makeWorld, type World } from './world.ts';

let world: World;
let server: RunningServer;
const sockets: Socket[] = [];

beforeEach(async () => {
  world = await makeWorld(mkdtempSync(join(tmpdir(), 'cardfile-drain-')));
});
afterEach(() => {
  endServers();
  for (const socket of sockets.splice(0)) socket.destroy();
  rmSync(world.folder, { recursive: true });
});

interface Caller {
  send(text: string): void;
  /** Everything received so far. */
  readonly heard: () => string;
  readonly isClosed: () => boolean;
}

async function caller(): Promise<Caller> {
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => (heard += text));
  socket.on('error', () => {});
  return { send: (text) => void socket.write(text), heard: () => heard, isClosed: () => socket.closed };
}

function requestText(): string {
  const body = JSON.stringify({ person_network_url: KNOWN_PERSON });
  const head = [
    'POST /v2/enrichment/email HTTP/1.1',
    'host: localhost',
    `x-api-key: ${world.keys.plain}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Calls one after the other on a connection, until an answer announces its end. */
async function callUntilClosed(one: Caller, text: string): Promise<void> {
  for (let calls = 2; !/connection: close/i.test(one.heard()) && !one.isClosed(); calls += 1) {
    one.send(text);
    await expect.poll(() => answersIn(one.heard()).length >= calls || one.isClosed(), { interval: 5 }).toBe(true);
  }
}

const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? [];

it.each([
  { workers: 1, hasEndless: false },
  { workers: 2, hasEndless: true },
])(
  'with $workers workers answers accepted calls and ends (a client sends an endless body: $hasEndless)',
  async ({ workers, hasEndless }) => {
    server = await serve('--data', world.folder, '--workers', String(workers), '--log-level', 'silent');
    const whole = requestText();
    const [silent, idle, next, head, body, pipelined] = [
      await caller(),
      await caller(),
      await caller(),
      await caller(),
      await caller(),
      await caller(),
    ] as const;
    idle.send(whole);
    next.send(whole);
    head.send(whole.slice(0, 40));
    body.send(whole.slice(0, -5));
    pipelined.send(whole + whole.slice(0, 40));
    const endless = hasEndless ? await caller() : null;
    endless?.send(whole.slice(0, -20));
    const drip = setInterval(() => endless?.send(' '), 1000);
    await expect.poll(() => [idle, next, pipelined].map((one) => answersIn(one.heard()).length)).toEqual([1, 1, 1]);

    const ended = server.end('SIGTERM');
    // This client does not know yet that the server ends.
    await callUntilClosed(next, whole);
    body.send(whole.slice(-5));
    // A server that does not end within eight seconds is killed, with status 137.
    expect(await ended).toBe(0);
    clearInterval(drip);
    await expect.poll(() => [silent, idle, next, head, body, pipelined].every((one) => one.isClosed())).toBe(true);

    const ok = 'HTTP/1.1 200';
    const heard = [silent, idle, head, body, pipelined].map((one) => answersIn(one.heard()));
    expect(heard).toEqual([[], [ok], [], [ok], [ok]]);
    expect(new Set(answersIn(next.heard()))).toEqual(new Set([ok]));
    expect(next.heard().toLowerCase()).toContain('connection: close');
  },
);

describe('with a shutdown delay', () => {
  const readiness = async () => {
    const { status, text } = await fetch(`${server.base}/readyz`).then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));
    return `${status} ${text}`;
  };

  it.each([1, 2])('%i workers are unready and answer calls, then the server ends', async (workers) => {
    const launch = { env: { CARDFILE_SHUTDOWN_DELAY: '2' } };
    server = await serveBy(launch, '--data', world.folder, '--workers', String(workers), '--log-level', 'silent');
    const kept = await caller();
    kept.send(requestText());
    await expect.poll(() => answersIn(kept.heard()).length).toBe(1);
    const ended = server.end('SIGTERM');
    await expect.poll(readiness).toMatch(/^503 .*shutting down/);
    const added = await caller();
    added.send(requestText());
    kept.send(requestText());
    await expect.poll(() => [kept, added].map((one) => answersIn(one.heard()).length)).toEqual([2, 1]);
    expect(kept.heard() + added.heard()).not.toMatch(/connection: close|HTTP\/1.1 [345]/i);
    expect(await ended).toBe(0);
  });

  it('a second signal ends the delay', async () => {
    server = await serveBy({ env: { CARDFILE_SHUTDOWN_DELAY: '60' } }, '--data', world.folder, '--log-level', 'silent');
    const ended = server.end('SIGTERM');
    await expect.poll(readiness).toMatch(/^503/);
    server.child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('SIGINT ends the server without it', async () => {
    server = await serveBy({ env: { CARDFILE_SHUTDOWN_DELAY: '60' } }, '--data', world.folder, '--log-level', 'silent');
    expect(await server.end('SIGINT')).toBe(0);
  });
});
