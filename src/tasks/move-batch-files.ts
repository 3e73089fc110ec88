// Copies inputs and results of the batches of a data folder to the database. The batches themselves must already be
// there. A repeated call copies missing files only.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { batchFile } from '../accounts/batch-port.ts';
import { openAccounts } from '../app/account-stores.ts';
import { type Config, ConfigError } from '../app/config.ts';
import { batchesFolder } from '../app/data-folder.ts';
import { openSharedFiles } from '../app/shared-files.ts';
import { batchFiles } from '../batches/batch-files.ts';
import { storeLines } from '../batches/shared-batch-files.ts';

/** Returns the number of copied files. */
export async function moveBatchFiles(config: Config): Promise<number> {
  if (config.database === null) throw new ConfigError('no database is set: set CARDFILE_DATABASE');
  const folder = batchesFolder(config);
  const { accounts } = await openAccounts(config);
  const store = await openSharedFiles(config.database);
  let copied = 0;
  try {
    for (const { id, name } of batchFiles(folder)) {
      const batch = await accounts.batches.find(id);
      const path = join(folder, id, name);
      const { size } = await stat(path);
      // Results after the last step are not valid.
      const length = name === 'input' ? size : Math.min(size, batch?.resultBytes ?? 0);
      if (batch === null || (await store.files.size(batchFile(id, name))) >= length) continue;
      await storeLines(store.files, path, { file: batchFile(id, name), length });
      copied += 1;
    }
    return copied;
  } finally {
    await store.close();
    await accounts.close();
  }
}
