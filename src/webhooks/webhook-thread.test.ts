// A thread that cannot start.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from '../app/config.ts';
import { WebhookThread } from './webhook-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-webhook-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('is started again and again, and its failure is logged once', async () => {
  const { config } = readConfig({ data: join(folder, 'gone') }, {});
  const log = { error: vi.fn() };
  const connect = vi.fn(() => new MessageChannel().port1);
  const thread = new WebhookThread({ config, log, ledger: { connect } });
  thread.start();
  await expect.poll(() => connect.mock.calls.length, { timeout: 60_000 }).toBe(3);
  await thread.end();
  expect(log.error).toHaveBeenCalledTimes(1);
});
