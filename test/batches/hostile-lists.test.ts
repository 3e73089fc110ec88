// Hostile files as uploaded lists, which a thread reads, and as bodies of batches, which are read on the event loop.
// Reading is bounded, and the rejection is one sentence.
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListThread } from '../../src/batches/list-thread.ts';
import { storeInput } from '../../src/batches/store-input.ts';
import { ApiError } from '../../src/contract/errors.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { HOSTILE_FILES, type HostileFile, writeHostile } from '../support/hostile-files.ts';

/** Files that take seconds of processor time; test/hostile-files.test.ts reads them with the same readers. */
const COSTLY = ['line breaks only.csv', '8,000 empty frames of zstd.jsonl.zst', 'zstd of endless blanks.jsonl.zst'];
const ENDLESS = 'gzip of endless line breaks.csv.gz';
const FILES = HOSTILE_FILES.filter(({ name }) => name !== ENDLESS && !COSTLY.includes(name));
const LIMIT = { bytesMax: 64 * 1024 * 1024, rowsMax: 1_000_000 };
/** Maximum processor time of one list. Other programs hardly change it. */
const CPU_SECONDS_MAX = 30;

let folder: string;
const thread = new ListThread();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-hostile-lists-'));
});
afterAll(async () => {
  await thread.stop();
  rmSync(folder, { recursive: true });
});

const named = (files: readonly HostileFile[]) => files.map((file): [string, HostileFile] => [file.name, file]);

function expectSentence(error: unknown): void {
  expect(error).toBeInstanceOf(ApiError);
  const { code, message } = error as ApiError;
  expect(['INVALID_INPUT', 'PAYLOAD_TOO_LARGE']).toContain(code);
  expect(message).toMatch(/^[^\n]{20,300}$/);
  expect(message).not.toContain(folder);
}

describe('a hostile list', () => {
  it.each(named(FILES))(
    '%s is read or rejected within the limits',
    async (_, file) => {
      const path = writeHostile(folder, file);
      const input = join(folder, 'input');
      const before = process.cpuUsage();
      const read = await thread.read({ path, input, limits: LIMIT }).catch((error: unknown) => error);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(CPU_SECONDS_MAX);
      if (read instanceof Error) expectSentence(read);
      else {
        expect(read).toMatchObject({ rows: expect.any(Number) });
        expect((read as { columns: string[] }).columns.length).toBeLessThanOrEqual(LIMITS.batchColumnsMax);
        expect(statSync(input).size).toBeLessThan(2 * LIMIT.bytesMax);
      }
      rmSync(path);
    },
    180_000,
  );

  it('that takes too long is ended, and the next one is read', async () => {
    const hasty = new ListThread(3000);
    const endless = HOSTILE_FILES.find(({ name }) => name === ENDLESS) as HostileFile;
    const order = (path: string) => ({ path, input: join(folder, 'input'), limits: LIMIT });
    const slow = hasty.read(order(writeHostile(folder, endless)));
    await expect(slow).rejects.toThrow(/takes longer than 3 s to read; split it/);
    const good = { name: 'good.csv', bytes: () => Buffer.from('domain\nacme.example\n') };
    const next = () => hasty.read(order(writeHostile(folder, good)));
    await expect(next().catch(next)).resolves.toMatchObject({ rows: 1, columns: ['domain'] });
    await hasty.stop();
    await expect(next()).rejects.toThrow('the server is stopping');
  });
});

describe('a hostile body of a batch', () => {
  const store = (path: string, pause: () => undefined) =>
    storeInput(createReadStream(path), {
      ...{ format: path.endsWith('.csv') ? 'csv' : 'jsonl', file: join(folder, 'stored'), limits: LIMIT },
      turn: { pause },
    });

  it.each(named(FILES))('%s is stored or rejected, and pauses after each few kilobytes', async (_, file) => {
    const path = writeHostile(folder, file);
    let pauses = 0;
    const count = () => {
      pauses += 1;
      return undefined;
    };
    const stored = await store(path, count).catch((error: unknown) => error);
    if (stored instanceof Error) expectSentence(stored);
    else {
      expect(pauses).toBeGreaterThanOrEqual(statSync(path).size / 8192);
      expect((stored as { columns: string[] }).columns.length).toBeLessThanOrEqual(LIMITS.batchColumnsMax);
      expect(statSync(join(folder, 'stored')).size).toBeLessThan(2 * LIMIT.bytesMax);
    }
    rmSync(path);
  });

  it('yields within the lines after a quote that never closes, while they are collected and while they are read again', async () => {
    const rows = `"open,x\n${'""\n'.repeat(10_000)}`;
    const path = writeHostile(folder, { name: 'open.csv', bytes: () => Buffer.from(`a,b\n1,2\n${rows}`) });
    let pauses = 0;
    await store(path, () => {
      pauses += 1;
      return undefined;
    });
    expect(pauses).toBeGreaterThanOrEqual(200);
  });

  it.each([
    ['packed.csv', Buffer.from('1f8b0800', 'hex'), 'the body is compressed; send the rows uncompressed'],
    ['packed.jsonl', Buffer.from('28b52ffd', 'hex'), 'the body is compressed; send the rows uncompressed'],
    [
      'keys.jsonl',
      Buffer.from(`{${Array.from({ length: 600 }, (_, index) => `"k${index}":1`).join()}}`),
      '500 different',
    ],
    [
      'header.csv',
      Buffer.from(`a,${'b'.repeat(70_000)}\n1,2\n`),
      'names the columns cannot be read: longer than 65536',
    ],
  ])('%s is rejected with its reason', async (name, bytes, reason) => {
    const path = writeHostile(folder, { name, bytes: () => bytes });
    await expect(store(path, () => undefined)).rejects.toThrow(reason);
  });
});
