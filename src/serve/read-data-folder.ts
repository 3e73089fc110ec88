// The data folder as shown in the metrics: generation of the catalog, size of the stores, free disk space.
import { stat, statfs } from 'node:fs/promises';
import type { Config } from '../app/config.ts';
import { accountsFile, catalogFile } from '../app/data-folder.ts';
import { openEditions } from '../app/editions.ts';
import type { Catalog } from '../catalog/port.ts';
import type { DataReading } from '../ops/monitoring/process-metrics.ts';

/** Reads it now, from an open catalog of the folder; cheap enough for every reading of the metrics. */
export async function readDataFolder(config: Config, catalog: Pick<Catalog, 'state'>): Promise<DataReading> {
  const { bavail, bsize } = await statfs(config.data);
  return {
    catalogGeneration: (await catalog.state()).generation,
    storeBytes: {
      catalog: await storeBytes(catalogFile(config)),
      accounts: await storeBytes(accountsFile(config)),
    },
    freeBytes: bavail * bsize,
    editionWrittenMs: await openEditions(config).writtenMs(),
  };
}

/** A database file with its write-ahead log. */
async function storeBytes(file: string): Promise<number> {
  const sizes = [file, `${file}-wal`].map((one) =>
    stat(one).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
