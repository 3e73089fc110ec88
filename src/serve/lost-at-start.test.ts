import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../app/config.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import { startWorkers } from './worker-group.ts';

const { workers } = vi.hoisted(() => ({ workers: [] as EventEmitter[] }));
vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super();
      workers.push(this);
    }
    postMessage({ kind }: { readonly kind: string }) {
      if (kind === 'drain') this.emit('exit', 0);
    }
    async terminate() {
      this.emit('exit', 1);
    }
  },
}));

const LISTENING = { kind: 'listening', port: 8080 };
const nothing = { connect: () => null as never };

function start() {
  workers.length = 0;
  const { config } = readConfig({ workers: '2', logLevel: 'silent' }, {});
  return startWorkers({
    ...{
      config,
      restarts: { afterMs: 0, max: 5, withinMs: 60_000 },
      ledger: nothing,
      ingest: nothing,
      limiter: nothing,
      memory: null as never,
    },
    log: openLog('silent'),
    metrics: new ProcessMetrics({ version: '1.2.3', readData: () => Promise.reject(new Error('not asked')) }),
    onAllGone: () => undefined,
  });
}

test('a thread that is lost while others still start is replaced', async () => {
  const starting = start();
  workers[0]?.emit('message', LISTENING);
  await Promise.resolve();
  workers[0]?.emit('error', new Error('out of memory'));
  workers[0]?.emit('exit', 1);
  workers[1]?.emit('message', LISTENING);
  const group = await starting;
  await expect.poll(() => workers.length).toBe(3);
  workers[2]?.emit('message', LISTENING);
  await group.drain();
});

test('a thread that ends before it listens fails the start', async () => {
  const starting = start();
  workers[0]?.emit('message', LISTENING);
  workers[1]?.emit('exit', 1);
  await expect(starting).rejects.toThrow('a serving thread has ended before it listened');
});
