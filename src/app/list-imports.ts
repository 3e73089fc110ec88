// The imports of a data folder as an operator sees them: what each read, did and refused.
import type { ImportRun } from '../catalog/writer-port.ts';
import { topReasons } from '../import/reasons.ts';
import { restoreState } from '../import/run-state.ts';
import { OperatorError } from '../ops/operator-error.ts';
import type { Config } from './config.ts';
import { openCatalogWriter } from './stores.ts';

type State = 'running or cut off' | 'finished' | 'undone';

function summaryOf(run: ImportRun) {
  const { read, created, merged, unchanged, suppressed, rejected, warned } = restoreState(run.progress).counts;
  const state: State = run.undoneAt ? 'undone' : run.finishedAt ? 'finished' : 'running or cut off';
  const { id, kind, source, startedAt } = run;
  const counts = { read, created, merged, unchanged, suppressed, rejected, accepted_with_warnings: warned };
  return { id, kind, source, state, started_at: startedAt, ...counts };
}

async function readRuns(config: Config): Promise<ImportRun[]> {
  const writer = openCatalogWriter(config);
  try {
    return await writer.runs();
  } finally {
    writer.close();
  }
}

/** Every import, the latest last. */
export async function listImports(config: Config) {
  return (await readRuns(config)).map(summaryOf);
}

/** One import with its files and its most frequent reasons. */
export async function showImport(config: Config, id: number) {
  const run = (await readRuns(config)).find((each) => each.id === id);
  if (run === undefined)
    throw new OperatorError(`there is no import ${id}; \`cardfile imports list\` shows them`, { isUnknown: true });
  const { rejectReasons, warningReasons } = restoreState(run.progress);
  const told = (what: string, reasons: typeof rejectReasons) =>
    topReasons(reasons).map(({ count, field, reason, file, line }) => ({
      what,
      count,
      field,
      reason,
      first: `${file}:${line}`,
    }));
  return {
    ...summaryOf(run),
    finished_at: run.finishedAt,
    undone_at: run.undoneAt,
    files: run.files,
    reasons: [...told('refused', rejectReasons), ...told('dropped or doubtful', warningReasons)],
  };
}
