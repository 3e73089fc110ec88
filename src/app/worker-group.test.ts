import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../ops/log.ts';
import { ProcessMetrics } from '../ops/process-metrics.ts';
import { readConfig } from './config.ts';
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
  const group = await startWorkers({
    config,
    log: openLog('debug', { write: (line) => void lines.push(line) }),
    metrics: new ProcessMetrics({ version: '1.2.3', readData }),
    onAllGone: () => void lines.push('{"msg":"all gone"}'),
  });
  return { group, lines, base: `http://127.0.0.1:${port}` };
}

test('whichever thread is asked answers for all', async () => {
  const { group, base, lines } = await startTwo();
  for (let time = 0; time < 4; time += 1) {
    await fetch(`${base}/v2/nothing`, { headers: { connection: 'close' } });
    const text = await (await fetch(`${base}/metrics`, { headers: { connection: 'close' } })).text();
    expect(text).toContain(`cardfile_requests_total{path="unknown",status="404"} ${time + 1}`);
    expect(text).toContain('cardfile_serving_threads 2');
  }
  await group.drain();
  expect(lines).toEqual([]);
});

test('threads that fail are told of, and draining ends all the same', async () => {
  const { group, lines } = await startTwo();
  group.replaceEdition(new SharedArrayBuffer(8));
  await expect.poll(() => lines.length, { timeout: 5000 }).toBe(3);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a serving thread has failed',
    'a serving thread has failed',
    'all gone',
  ]);
  await group.drain();
});
