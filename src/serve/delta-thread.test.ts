import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../app/config.ts';
import { type Base, openBase, type SharedBase } from '../search/edition/layers/shared-base.ts';
import { buildHere } from '../tasks/build-edition.ts';
import { importFiles } from '../tasks/import-files.ts';
import { DeltaThread } from './delta-thread.ts';
import { readEdition } from './read-edition.ts';

let folder: string;
const started: Worker[] = [];
const note = (worker: Worker) => void started.push(worker);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-delta-'));
  started.length = 0;
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  for (const worker of started) await worker.terminate();
  rmSync(folder, { recursive: true });
});

it('is one thread, although another edition comes before a lost one is started again', async () => {
  const { config } = readConfig({ data: join(folder, 'data'), logLevel: 'silent' }, {});
  const file = join(folder, 'people.jsonl');
  writeFileSync(file, `${JSON.stringify({ network_url: 'https://www.network.example/in/a', full_name: 'A B' })}\n`);
  await importFiles(config, { kind: 'people', files: [file], source: 'test', index: false });
  await buildHere(config);
  const shared = await readEdition({ config, known: [] }, new AbortController().signal);
  const edition = openBase(shared as SharedBase);
  const failures: Error[] = [];
  const thread = new DeltaThread({
    ...{ config, onDeltas: () => undefined, onCompactionDue: () => undefined },
    onFailure: (error) => failures.push(error),
  });
  started.length = 0;
  // The thread ends over it.
  await thread.over({ id: 'damaged', shared: {} } as unknown as Base);
  expect(failures).toHaveLength(1);
  expect(await thread.over(edition)).toEqual([]);
  await sleep(3000);
  expect(started).toHaveLength(2);
  await thread.stop();
});

it('starts no thread for an edition that comes after the end', async () => {
  const { config } = readConfig({ data: join(folder, 'data'), logLevel: 'silent' }, {});
  const ignore = () => undefined;
  const thread = new DeltaThread({ config, onDeltas: ignore, onCompactionDue: ignore, onFailure: ignore });
  await thread.stop();
  expect(await thread.over({ id: 'late', shared: {} } as unknown as Base)).toEqual([]);
  expect(started).toHaveLength(0);
});
