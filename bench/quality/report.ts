// The quality report as Markdown, and the decisions of other engines on the same rows.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flatRows } from './flat-rows.ts';
import type { ImportedTruth, TruthKind } from './import-truth.ts';
import { byKind, clusters, judge, pairwise, type Share, wilson } from './measures.ts';
import type { Half, TruthSet } from './truth.ts';

/** An engine's assignment of rows to records. */
interface Engine {
  readonly name: string;
  readonly recordOf: ReadonlyMap<string, string>;
  readonly seconds: number;
}

export interface Section {
  readonly kind: TruthKind;
  readonly set: TruthSet;
  readonly imported: ImportedTruth;
  /** The same rows with files and rows in another order. */
  readonly again: ImportedTruth;
  readonly others: readonly Engine[];
}

interface Answer {
  readonly engine: string;
  readonly seconds: number;
  readonly records: Readonly<Record<string, string>>;
}

const SCRIPT = fileURLToPath(new URL('./other_engines.py', import.meta.url));
const OUTPUT_MAX = 256 * 1024 * 1024;

/**
 * Decisions of Splink and dedupe on the same normalized rows; none, with a warning, if CARDFILE_PYTHON is not set.
 * dedupe learns from the labels of `training`.
 */
export async function compared(kind: TruthKind, set: TruthSet, training: TruthSet): Promise<Engine[]> {
  const python = process.env['CARDFILE_PYTHON'] ?? '';
  if (python === '') {
    console.warn('SKIPPED: the other engines, as CARDFILE_PYTHON does not name a Python with splink and dedupe');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-engines-'));
  try {
    const file = join(folder, 'rows.json');
    writeFileSync(file, JSON.stringify(await flatRows(kind, set.rows)));
    const trainingFile = join(folder, 'training.json');
    const known = { rows: await flatRows(kind, training.rows), pairs: training.pairs };
    writeFileSync(trainingFile, JSON.stringify(known));
    const run = spawnSync(python, [SCRIPT, kind, file, trainingFile], { maxBuffer: OUTPUT_MAX, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`${SCRIPT} failed: ${run.stderr.slice(-2000)}`);
    const answers = JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '[]') as Answer[];
    return answers.map(({ engine, seconds, records }) => ({
      name: engine,
      seconds,
      recordOf: new Map(Object.entries(records)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function shown(share: Share): string {
  if (share.of === 0) return '-';
  const [low, high] = wilson(share);
  return `${percent(share.hits / share.of)} (${percent(low)}-${percent(high)}) of ${share.of}`;
}

/** The first lines of each section: the command and date that produced it. */
export const madeBy = (half: Half): string =>
  `Written by \`node bench/quality/main.ts --half ${half} --write\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}.`;

/** The section of a set as Markdown, without its heading. */
export function sectionOf({ set, imported, again, others }: Section): string {
  const engines: Engine[] = [{ name: 'Cardfile', ...imported }, ...others];
  const columns = engines.map((engine) => engine.name);
  const judged = engines.map(({ recordOf }) => judge(set, recordOf));
  const kinds = judged.map((pairs) => new Map(byKind(pairs).map((each) => [each.kind, each])));
  const same = set.pairs.filter(({ isSame }) => isSame).length;
  const lines = [
    `${set.rows.length} rows, ${same} true pairs, ${set.pairs.length - same} near misses. ${moved(set, imported, again)}`,
    '',
    `| measure | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    line(
      'precision of labelled pairs',
      judged.map((pairs) => shown(pairwise(pairs).precision)),
    ),
    line(
      'recall of labelled pairs',
      judged.map((pairs) => shown(pairwise(pairs).recall)),
    ),
    line(
      'precision of all merged pairs',
      engines.map(({ recordOf }) => shown(clusters(set.rows, recordOf).precision)),
    ),
    line(
      'B-cubed precision',
      engines.map(({ recordOf }) => percent(clusters(set.rows, recordOf).bCubedPrecision)),
    ),
    line(
      'B-cubed recall',
      engines.map(({ recordOf }) => percent(clusters(set.rows, recordOf).bCubedRecall)),
    ),
    line(
      'seconds',
      engines.map(({ seconds }) => seconds.toFixed(1)),
    ),
    '',
    `| kind | ${columns.map((each) => `right: ${each}`).join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...[...(kinds[0] ?? []).values()].map(({ kind, isSame }) =>
      line(
        `${isSame ? 'same' : 'not the same'}: ${kind}`,
        kinds.map((ofEngine) => shown(ofEngine.get(kind)?.right ?? { hits: 0, of: 0 })),
      ),
    ),
  ];
  return lines.join('\n');
}

const line = (name: string, cells: readonly string[]) => `| ${name} | ${cells.join(' | ')} |`;

/** Labelled pairs with another decision in the other order. */
function moved(set: TruthSet, imported: ImportedTruth, again: ImportedTruth): string {
  const before = judge(set, imported.recordOf);
  const after = judge(set, again.recordOf);
  const changed = before.filter(({ isMatched }, index) => isMatched !== after[index]?.isMatched).length;
  return `With files and rows in another order, ${changed} pairs are decided otherwise.`;
}
