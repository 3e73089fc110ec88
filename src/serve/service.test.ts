import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { openAccounts } from '../app/account-stores.ts';
import { openCatalogWriter } from '../app/catalog-writers.ts';
import { readConfig } from '../app/config.ts';
import { lockData } from '../app/locks.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { startThread } from './serve-thread.ts';
import { startService } from './service.ts';
import { sharedMemory } from './shared-memory.ts';

test('a server that cannot note its address serves nothing and leaves the data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-service-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const { config } = readConfig({ data: folder, port: String(port), logLevel: 'silent' }, {});
  mkdirSync(join(folder, 'serve.json.new'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = openLog('silent');
  const logged = vi.spyOn(log, 'error');
  await expect(startService(config, log)).rejects.toThrow('EISDIR');
  rmSync(join(folder, 'catalog.db'));
  vi.advanceTimersByTime(5000);
  expect(logged).not.toHaveBeenCalled();
  vi.useRealTimers();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  const lock = lockData(config, 'serve');
  expect(lock).not.toBeNull();
  lock?.release();
  rmSync(folder, { recursive: true });
});

test('a serving thread that fails before it listens closes all that it has opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-service-'));
  const { config } = readConfig({ data: folder, logLevel: 'silent' }, {});
  await (await openAccounts(config)).accounts.close();
  openCatalogWriter(config).close();
  const { port1: ledger, port2 } = new MessageChannel();
  // Answers as the ledger does: null closes the port.
  port2.on('message', () => port2.postMessage(null));
  const closing = once(port2, 'close');
  const extend = () => {
    throw new Error('this server is not extended');
  };
  const starting = startThread({ config, memory: sharedMemory(), ledger, reusePort: false, extend });
  await expect(starting).rejects.toThrow('not extended');
  await closing;
  rmSync(folder, { recursive: true });
});
