// node bench/cold-start.ts --data FOLDER [--searches N] [--starts S]
// A server as users start it, on a folder that has left the page cache (as root; else start it after a restart of the
// machine): time until ready, latency of the first searches, one after the other, and resident memory. For comparison
// the same with a warm page cache, and the same searches again. Prints Markdown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../src/app/version.ts';
import { benchKeys, PEOPLE_SEARCH } from './support/bench-shots.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';
import { mixedBody } from './support/search-bodies.ts';
import { type ServedProcess, serve } from './support/served-process.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    searches: { type: 'string', default: '500' },
    starts: { type: 'string', default: '3' },
  },
  ['data'],
);
const folder = values.data;
const searches = Number(values.searches);
const log = join(mkdtempSync(join(tmpdir(), 'cardfile-cold-')), 'log');
const [key = ''] = await benchKeys(folder);

/** Milliseconds of each search. */
async function searched({ port }: ServedProcess, from: number): Promise<number[]> {
  const took: number[] = [];
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  for (let index = from; index < from + searches; index += 1) {
    const startedMs = performance.now();
    const body = JSON.stringify(mixedBody(index));
    const answer = await fetch(`http://127.0.0.1:${port}${PEOPLE_SEARCH}`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a search was answered ${answer.status}`);
    took.push(performance.now() - startedMs);
  }
  return took;
}

function row(what: string, readyMs: number | null, took: readonly number[], served: ServedProcess): string {
  const { resident, own, most } = served.memory();
  const cells = [what, readyMs === null ? '' : (readyMs / 1000).toFixed(2)];
  for (const share of [0.5, 0.9, 0.99, 1]) cells.push(percentileOf(took, share).toFixed(2));
  cells.push(percentileOf(took.slice(0, 100), 0.99).toFixed(2));
  return `| ${[...cells, resident, own, most, loadavg()[0]?.toFixed(1)].join(' | ')} |`;
}

console.log(
  `Cardfile ${VERSION}, Node ${process.version}, ${cpus()[0]?.model} x ${cpus().length}, ${new Date().toISOString().slice(0, 16)}Z; ` +
    `${searches} searches of people, each another one\n`,
);
console.log(
  '| page cache | ready s | p50 ms | p90 | p99 | max | p99 of the first 100 | resident MB | not of files | most | load |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for (let start = 0; start < Number(values.starts); start += 1) {
  for (const cache of ['dropped', 'warm']) {
    if (cache === 'dropped') writeFileSync('/proc/sys/vm/drop_caches', '3');
    const { served, readyMs } = await serve(folder, { log });
    console.log(row(cache, readyMs, await searched(served, 5000), served));
    console.log(row(`${cache}, other searches after these`, null, await searched(served, 5000 + searches), served));
    await served.stop();
  }
}
rmSync(join(log, '..'), { recursive: true });
