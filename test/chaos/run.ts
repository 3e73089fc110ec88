// npm run chaos -- [--kind kill,…,processes,node,builder,postgres,backends,cut,limiter,frozen,worker] [--rounds N]
// [--seed S]
// The long chaos run: N rounds of each kind, each kind on its own data folder. Prints a Markdown table and the
// errors. With CARDFILE_TEST_CITUS, the folder of the binaries of a PostgreSQL with Citus, the database of the servers
// is a cluster. Exits with 1 if a credit was lost or doubled, or after any other error.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endServers } from '../support/program.ts';
import type { ChaosReport } from './chaos-report.ts';
import { NODE_KINDS, runNodeChaos } from './nodes.ts';
import { raceProcesses } from './race-processes.ts';
import { KINDS, type Kind, runChaos } from './rounds.ts';
import { mountSmallDisk } from './small-disk.ts';
import { makeWorld } from './world.ts';

const ALL = [...KINDS, 'processes', ...NODE_KINDS] as const;

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: ALL.join(',') },
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const kinds = values.kind.split(',').map((name) => {
  const kind = ALL.find((known) => known === name);
  if (!kind) throw new Error(`there is no kind ${name}; kinds are ${ALL.join(', ')}`);
  return kind;
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endServers();
    process.exit(1);
  });
}

async function run(kind: (typeof ALL)[number]): Promise<ChaosReport | null> {
  const nodeKind = NODE_KINDS.find((one) => one === kind);
  const onRound = (round: number) => round % 10 === 0 && console.error(`${kind}: ${round} rounds`);
  const given = { rounds: Number(values.rounds), seed: Number(values.seed), onRound };
  if (nodeKind) return runNodeChaos([nodeKind], given);
  const disk = kind === 'full' ? mountSmallDisk(64) : null;
  if (kind === 'full' && disk === null) return null;
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'cardfile-chaos-'));
  try {
    const options = { world: await makeWorld(folder), ...given };
    return kind === 'processes' ? await raceProcesses(options) : await runChaos(kind as Kind, options);
  } finally {
    endServers();
    if (disk) disk.unmount();
    else rmSync(folder, { recursive: true });
  }
}

console.log(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, seed ${values.seed}\n`);
console.log('| fault | rounds | answered | charged | charged, interrupted | lost | doubled | slowest ms | errors |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const kind of kinds) {
  const report = await run(kind);
  if (report === null) {
    console.log(
      `| ${kind} | skipped: its means are missing: root for a small disk, PostgreSQL for nodes | | | | | | | |`,
    );
    continue;
  }
  const { rounds, answered, charged, unanswered, lost, doubled, slowestMs, wrong } = report;
  const cells = [kind, rounds, answered, charged, unanswered, lost, doubled, Math.round(slowestMs), wrong.length];
  console.log(`| ${cells.join(' | ')} |`);
  for (const sentence of wrong.slice(0, 20)) console.error(`${kind}: ${sentence}`);
  if (lost + doubled + wrong.length > 0) process.exitCode = 1;
}
