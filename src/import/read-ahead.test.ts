import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatePeople } from '../generate/generate.ts';
import { openInputs } from './open-inputs.ts';
import { type NumberedBatch, readAhead } from './read-ahead.ts';
import { readBatches } from './read-batches.ts';
import { recordBuilder } from './record-kinds.ts';

const PEOPLE = 2600;
const CONTEXT = { source: 'test', today: '2026-03-15', commonNames: new Set<string>() };

let folder: string;
let files: string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-ahead-'));
  const lines = [...generatePeople({ seed: 7, people: PEOPLE, companies: 200, jobs: 0 })].map((record, index) =>
    index % 700 === 3 ? '{"about": "no name"}' : JSON.stringify(record),
  );
  files = ['a.jsonl', 'b.jsonl.gz'].map((name) => join(folder, name));
  writeFileSync(files[0] ?? '', lines.slice(0, 1550).join('\n'));
  writeFileSync(files[1] ?? '', gzipSync(lines.slice(1550).join('\n')));
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (paths: readonly string[]) =>
  openInputs({ kind: 'people', files: paths, mapOptions: [], preset: null, saved: null, encoding: null });

async function batchesInThreads(paths: readonly string[], start: { fileIndex: number; rowsDone: number }) {
  const batches: NumberedBatch[] = [];
  // The records of a batch are released after its turn of the loop, so each batch is copied.
  for await (const batch of readAhead(await open(paths), { kind: 'people', context: CONTEXT, start }))
    batches.push(structuredClone(batch));
  return batches;
}

async function batchesHere(start: { fileIndex: number; rowsDone: number }) {
  const batches = [];
  for (const [fileIndex, input] of (await open(files)).entries()) {
    if (fileIndex < start.fileIndex) continue;
    const rowsDone = fileIndex === start.fileIndex ? start.rowsDone : 0;
    const builder = recordBuilder('people', CONTEXT);
    for await (const batch of readBatches(input, { kind: 'people', builder, rowsDone })) {
      batches.push({ fileIndex, batch });
    }
  }
  return batches;
}

describe('batches made in threads', () => {
  it.each([
    { fileIndex: 0, rowsDone: 0 },
    { fileIndex: 0, rowsDone: 1000 },
    { fileIndex: 1, rowsDone: 500 },
  ])('equal the batches made in one thread, in order, from %j on', async (start) => {
    const inThreads = await batchesInThreads(files, start);
    expect(inThreads.map(({ fileIndex, batch }) => ({ fileIndex, batch }))).toEqual(await batchesHere(start));
    expect(inThreads.at(-1)?.bytesDone).toBe(files.reduce((sum, file) => sum + statSync(file).size, 0));
  });

  it('end at the line where reading an input fails', async () => {
    const broken = join(folder, 'broken.jsonl.gz');
    const lines = `${JSON.stringify({ full_name: 'Jane', network_url: '/in/jane' })}\n`.repeat(30_000);
    const packed = gzipSync(lines);
    writeFileSync(broken, packed.subarray(0, packed.length - 20));
    await expect(batchesInThreads([broken], { fileIndex: 0, rowsDone: 0 })).rejects.toThrow(
      /broken\.jsonl\.gz, line \d+: the compressed data ends too early/,
    );
  });
});
