import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { startLedger } from '../app/ledgers.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import { sharedMemory } from './serve-thread.ts';
import { startWorkers } from './worker-group.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-workers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function startTwo() {
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
    restarts: { afterMs: 10, max: 2 },
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
  expect(times('too many serving threads were lost: no more restarts')).toBe(2);
  expect(said().at(-1)).toBe('all gone');
  await drain();
});
