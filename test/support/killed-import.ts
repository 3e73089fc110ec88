// An import of people in a separate process that kills itself, like `kill -9`, during a batch or right after one.
// Arguments: catalog file, input file, report file, number of the batch (from 1), `during` or `after`.
import { openCatalogWriter } from '../../src/catalog/sqlite/open-catalog-writer.ts';
import type { CatalogWriter } from '../../src/catalog/writer-port.ts';
import { MERGE_RULES } from '../../src/import/merge.ts';
import { runImport } from '../../src/import/run-import.ts';
import { systemClock } from '../../src/ops/clock.ts';

const [catalog = '', input = '', reportFile = '', batch = '1', when = 'during'] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

const writer = openCatalogWriter({ file: catalog, merge: MERGE_RULES });
let batches = 0;
const writePeople: CatalogWriter['writePeople'] = (run, written) =>
  writer.writePeople(run, {
    ...written,
    progress: (outcomes) => {
      batches += 1;
      // The records are written, and the transaction is open.
      if (batches === Number(batch) && when === 'during') die();
      return written.progress(outcomes);
    },
  });

await runImport({
  kind: 'people',
  files: [input],
  source: 'test',
  mapOptions: [],
  dryRun: false,
  reportFile,
  isAlone: () => true,
  writer: Object.create(writer, {
    openRun: { value: writer.openRun.bind(writer) },
    writePeople: { value: writePeople },
  }) as CatalogWriter,
  clock: systemClock,
  onMessage: () => {},
  onProgress: () => {
    if (batches === Number(batch)) die();
  },
});
