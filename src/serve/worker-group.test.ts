import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../app/config.ts';
import { startLedger } from '../app/ledgers.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import { sharedMemory } from './shared-memory.ts';
import { startWorkers } from './worker-group.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-workers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const RESTARTS = { afterMs: 10, max: 2, withinMs: 60_000 };

async function startTwo(restarts = RESTARTS) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  server.close();
  const { config } = readConfig({ data: folder, port, logLevel: 'silent' }, { CARDFILE_WORKERS: '2' });
  const lines: string[] = [];
  const readData = () => Promise.reject(new Error('there is no data'));
  const ledger = await startLedger(config, {
    onUpkeepFailure: (error) => lines.push(String(error)),
    onLost: (error) => lines.push(String(error)),
  });
  const group = await startWorkers({
    config,
    ledger,
    ingest: { connect: () => new MessageChannel().port1 },
    limiter: { connect: () => null },
    memory: sharedMemory(),
    restarts,
    log: openLog('debug', { write: (line) => void lines.push(line) }),
    metrics: new ProcessMetrics({ version: '1.2.3', readData }),
    onAllGone: () => void lines.push('{"msg":"all gone"}'),
  });
  const drain = async () => {
    await group.drain();
    await ledger.end();
  };
  return { group, drain, lines, base: `http://127.0.0.1:${port}` };
}

/** The threads that this test starts, in this order: the serving threads follow the thread of the ledger. */
function startedThreads(): readonly Worker[] {
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return threads;
}

test('whichever thread is asked answers for all', async () => {
  const { drain, base, lines } = await startTwo();
  for (let time = 0; time < 4; time += 1) {
    await fetch(`${base}/v2/nothing`, { headers: { connection: 'close' } });
    const text = await (await fetch(`${base}/metrics`, { headers: { connection: 'close' } })).text();
    expect(text).toContain(`cardfile_requests_total{path="unknown",status="404"} ${time + 1}`);
    expect(text).toContain('cardfile_serving_threads 2');
  }
  await drain();
  expect(lines).toEqual([]);
});

test('restarts lost threads up to a limit, then reports the last one, and still drains', async () => {
  const { group, drain, lines } = await startTwo();
  const said = () => lines.map((line) => JSON.parse(line).msg);
  // No thread can open it: each is lost as soon as it receives it.
  group.replaceEdition({ id: 'none', base: { buffer: new SharedArrayBuffer(8), pack: null }, deltas: [] });
  await expect.poll(said, { timeout: 45_000 }).toContain('all gone');
  const times = (message: string) => said().filter((line) => line === message).length;
  expect(times('a serving thread was restarted')).toBe(2);
  expect(times('a serving thread has failed')).toBe(4);
  expect(times('too many serving threads were lost: the next restart is delayed')).toBe(1);
  expect(times('too many serving threads were lost: no more restarts')).toBe(1);
  expect(said().at(-1)).toBe('all gone');
  await drain();
});

test('restarts a thread later if too many were lost, while another one is restarted', async () => {
  const threads = startedThreads();
  const { drain, lines } = await startTwo({ afterMs: 10, max: 1, withinMs: 2000 });
  const times = (message: string) => lines.filter((line) => JSON.parse(line).msg === message).length;
  await Promise.all(threads.slice(-2).map((thread) => thread.terminate()));
  await expect.poll(() => times('a serving thread was restarted'), { timeout: 45_000 }).toBe(2);
  expect(times('too many serving threads were lost: the next restart is delayed')).toBeGreaterThan(0);
  await drain();
});

test('a drain waits for a thread that is being restarted', async () => {
  const threads = startedThreads();
  const { drain } = await startTwo();
  const before = threads.length;
  await threads.at(-1)?.terminate();
  await expect.poll(() => threads.length).toBeGreaterThan(before);
  const [restarted] = threads.slice(before);
  const ended = vi.fn();
  restarted?.once('exit', ended);
  await drain();
  expect(ended).toHaveBeenCalled();
});
