import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { lockData } from '../app/locks.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { startService } from './service.ts';

test('a server that cannot note its address serves nothing and leaves the data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-service-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const { config } = readConfig({ data: folder, port: String(port), logLevel: 'silent' }, {});
  mkdirSync(join(folder, 'serve.json.new'));
  await expect(startService(config, openLog('silent'))).rejects.toThrow('EISDIR');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  const lock = lockData(config, 'serve');
  expect(lock).not.toBeNull();
  lock?.release();
  rmSync(folder, { recursive: true });
});
