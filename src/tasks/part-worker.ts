// Entry of a worker thread that builds parts of an edition.
import { parentPort, workerData } from 'node:worker_threads';
import { openCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { editionsFolder } from '../app/data-folder.ts';
import { classify } from '../import/titles/classify.ts';
import { assert } from '../ops/assert.ts';
import { lowerPriority } from '../ops/threads/lower-priority.ts';
import { buildPart } from '../search/edition/parts/build-parts.ts';
import { PartRecords } from '../search/edition/parts/part-records.ts';
import { writePart } from '../search/edition/store/part-files.ts';
import type { StoredPart } from '../search/edition/store/stored-manifest.ts';
import { countPeople } from './build-progress.ts';
import type { FromPartWorker, ToPartWorker } from './part-threads.ts';

const config = workerData as Config;
const say = (message: FromPartWorker) => parentPort?.postMessage(message);

lowerPriority();
const catalog = openCatalog(config);
let documents: ReturnType<typeof catalog.documents> | null = null;

function open(): void {
  documents?.close();
  documents = catalog.documents();
  say({ kind: 'opened', generation: documents.state.generation });
}

async function build({ part, basis }: Extract<ToPartWorker, { kind: 'build' }>): Promise<void> {
  assert(documents, 'the catalog is open');
  const { documentsOf } = documents;
  const counted: typeof documentsOf = (ids) => countPeople(documentsOf(ids), (people) => say({ kind: 'read', people }));
  const records = new PartRecords(basis.records);
  const { dictionaries } = basis;
  let files: StoredPart | null = null;
  const counts = await buildPart(
    { part, records, dictionaries, catalog: { documentsOf: counted } },
    { roleOf: classify },
    {
      part: async (_part, index, fill) => {
        files = await writePart(editionsFolder(config), index, fill);
      },
    },
  );
  assert(files, 'a part that is built is stored');
  say({ kind: 'built', files, counts });
}

parentPort?.on('message', (message: ToPartWorker) => {
  if (message.kind === 'open') open();
  else if (message.kind === 'build') void build(message);
  else {
    documents?.close();
    catalog.close();
    parentPort?.close();
  }
});
