// The imports of a data folder as an operator sees them: counts, results and rejected rows.

import { withCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import type { ImportRun } from '../catalog/writer-port.ts';
import { topReasons } from '../import/reasons.ts';
import { restoreState, stateOfRun } from '../import/run-state.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { withCatalogAdmin } from './change-records.ts';
import { isImporting } from './import-lock.ts';

function summaryOf(run: ImportRun, isUnderWay: boolean) {
  const counted = restoreState(run.progress).counts;
  const { read, created, merged, unchanged, suppressed, rejected, duplicates, warned } = counted;
  const state = stateOfRun(run, isUnderWay);
  const { id, kind, source, startedAt } = run;
  const counts = { read, created, merged, unchanged, suppressed, rejected, duplicates, accepted_with_warnings: warned };
  return { id, kind, source, state, started_at: startedAt, ...counts };
}

function readRuns(config: Config): Promise<ImportRun[]> {
  return withCatalog(config, (catalog) => catalog.importRuns(0, []));
}

/** Every import, the latest last. */
export async function listImports(config: Config) {
  const isUnderWay = await isImporting(config);
  return (await readRuns(config)).map((run) => summaryOf(run, isUnderWay));
}

/** One import with its files, its most frequent reasons, and the openings that it closed. */
export async function showImport(config: Config, id: number) {
  const run = (await readRuns(config)).find((each) => each.id === id);
  if (run === undefined)
    throw new OperatorError(`there is no import ${id}; \`cardfile imports list\` lists them`, { isUnknown: true });
  const { rejectReasons, warningReasons, failure } = restoreState(run.progress);
  const rowsOf = (what: string, reasons: typeof rejectReasons) =>
    topReasons(reasons).map(({ count, field, reason, file, line }) => ({
      what,
      count,
      field,
      reason,
      first: `${file}:${line}`,
    }));
  const closed = run.kind === 'jobs' ? await withCatalogAdmin(config, (admin) => admin.closedBy(id)) : [];
  return {
    ...summaryOf(run, await isImporting(config)),
    error: failure?.message ?? null,
    failed_at: failure?.at ?? null,
    finished_at: run.finishedAt,
    undone_at: run.undoneAt,
    files: run.files,
    closed_openings: closed.map(({ title, company_name, company_domain, company_network_url, url }) => ({
      title,
      company: company_name ?? company_domain ?? company_network_url?.slug ?? null,
      url,
    })),
    reasons: [...rowsOf('refused', rejectReasons), ...rowsOf('dropped or doubtful', warningReasons)],
  };
}
