// Runs an import from start to end, one at a time on a data folder. Afterwards a new edition is built, which a running
// server picks up.

import { openCatalogWriter } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import { type ImportOptions, type ImportReport, runImport } from '../import/run-import.ts';
import { systemClock } from '../ops/clock.ts';
import type { BuildReport } from './build-edition.ts';
import { acquireImportLock, isUnserved } from './import-lock.ts';
import { updateEdition } from './update-edition.ts';

export interface ImportFiles
  extends Pick<
    ImportOptions,
    | 'kind'
    | 'files'
    | 'source'
    | 'preset'
    | 'encoding'
    | 'sheet'
    | 'country'
    | 'mappingFile'
    | 'saveMapping'
    | 'rejectsFile'
    | 'onRejectedRows'
  > {
  /** Whether a new edition is built after the last row. */
  readonly index: boolean;
  readonly mapOptions?: readonly string[];
  readonly dryRun?: boolean;
  readonly reportFile?: string | null;
  readonly onMessage?: (text: string) => void;
  readonly onProgress?: ImportOptions['onProgress'];
}

export interface FinishedImport {
  readonly report: ImportReport;
  /** Null if none was built: the caller did not want one, or none was needed. */
  readonly edition: BuildReport | null;
}

/**
 * Imports files and builds an edition. Waits while another process imports into the same data folder. Throws
 * ImportError like runImport.
 */
export async function importFiles(config: Config, options: ImportFiles): Promise<FinishedImport> {
  const { index, ...given } = options;
  const { mapOptions = [], dryRun = false, reportFile = null, onMessage = () => {}, onProgress = () => {} } = given;
  const lock = await acquireImportLock(config, onMessage);
  try {
    const writer = openCatalogWriter(config, { fence: lock.fence });
    let report: ImportReport;
    try {
      report = await runImport({
        ...given,
        mapOptions,
        dryRun,
        reportFile,
        isAlone: () => isUnserved(config),
        writer,
        clock: systemClock,
        onMessage,
        onProgress,
      });
    } finally {
      writer.close();
    }
    return { report, edition: index && !dryRun ? await updateEdition(config, onMessage) : null };
  } finally {
    await lock.release();
  }
}
