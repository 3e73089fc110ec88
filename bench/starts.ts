// node bench/starts.ts [--other FOLDER] [--starts N]
// Processor time of a server on an empty data folder until it is ready, and three seconds later, in which it loads the
// rest. `--other`: a clone of another version with its packages; the two start in turns. Prints Markdown.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VERSION } from '../src/app/version.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';
import { PROGRAM, serve } from './support/served-process.ts';

/** All threads are loaded by then. */
const LOADED_MS = 3000;

const values = readFlags({ other: { type: 'string' }, starts: { type: 'string', default: '7' } });
const programs = [PROGRAM, ...(values.other === undefined ? [] : [join(resolve(values.other), 'bin/cardfile')])];
const folder = mkdtempSync(join(tmpdir(), 'cardfile-starts-'));

interface Start {
  readonly readyMs: number;
  readonly readyCpuMs: number;
  readonly loadedCpuMs: number;
}

/** Each version has a separate data folder, because a later version migrates it. */
async function started(place: number): Promise<Start> {
  const program = programs[place] ?? PROGRAM;
  const { served, readyMs } = await serve(join(folder, `data-${place}`), { log: join(folder, 'log'), program });
  const readyCpuMs = served.cpuMs();
  await sleep(LOADED_MS);
  const loadedCpuMs = served.cpuMs();
  await served.stop();
  return { readyMs, readyCpuMs, loadedCpuMs };
}

try {
  // The first start of a version compiles its code for the later ones.
  for (const place of programs.keys()) await started(place);
  const starts = programs.map((): Start[] => []);
  for (let start = 0; start < Number(values.starts); start += 1)
    for (const [index, taken] of starts.entries()) taken.push(await started(index));
  const machine = `${cpus()[0]?.model} x ${cpus().length}, load ${loadavg()[0]?.toFixed(1)}`;
  console.log(`Cardfile ${VERSION}, Node ${process.version}, ${machine}, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log('| version | ready s | s of processor | s of processor 3 s later |\n|---|--:|--:|--:|');
  for (const [index, taken] of starts.entries()) {
    const median = (figure: keyof Start) => {
      const figures = taken.map((one) => one[figure]);
      return (percentileOf(figures, 0.5) / 1000).toFixed(2);
    };
    const name = index === 0 ? 'this' : 'other';
    console.log(`| ${name} | ${median('readyMs')} | ${median('readyCpuMs')} | ${median('loadedCpuMs')} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
