// Loaded into each thread of a soaked server (`--import`): appends the heap statistics of the thread to the file of
// SOAK_PROBE, every ten seconds.
import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** One thread at one time. */
export interface ThreadMemory {
  readonly thread: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

const EVERY_MS = 10_000;
const file = process.env['SOAK_PROBE'];

function probe(to: string): void {
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const memory: ThreadMemory = { thread: threadId, heapUsed, heapTotal, external, arrayBuffers };
  appendFileSync(to, `${JSON.stringify(memory)}\n`);
}

if (file !== undefined) setInterval(() => probe(file), EVERY_MS).unref();
