import { expect, test } from 'vitest';
import { metricsText } from './metrics.ts';
import { type DataReading, ProcessMetrics } from './process-metrics.ts';

const READING: DataReading = {
  catalogGeneration: 9,
  storeBytes: { catalog: 4096, accounts: 8192 },
  freeBytes: 1e9,
  editionWrittenMs: Date.UTC(2030, 0, 1),
};

let reading: DataReading | null = READING;
const metrics = new ProcessMetrics({
  version: '1.2.3',
  readData: async () => {
    if (reading === null) throw new Error('the disk is gone');
    return reading;
  },
});
const text = async () => metricsText([await metrics.snapshot()]);

test('reads the data folder when the metrics are read', async () => {
  metrics.noteRecords({ people: 3 });
  metrics.noteThreads(2);
  const lines = (await text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'cardfile_catalog_generation 9',
      'cardfile_store_bytes{store="catalog"} 4096',
      'cardfile_store_bytes{store="accounts"} 8192',
      'cardfile_disk_free_bytes 1000000000',
      `cardfile_edition_written_timestamp_seconds ${Date.UTC(2030, 0, 1) / 1000}`,
      'cardfile_catalog_records{kind="people"} 3',
      'cardfile_serving_threads 2',
      'cardfile_build_info{version="1.2.3"} 1',
    ]),
  );
});

test('omits the time of a missing edition instead of reporting 1970', async () => {
  reading = { ...READING, editionWrittenMs: null };
  expect(await text()).not.toMatch(/^cardfile_edition_written_timestamp_seconds /m);
});

test('omits the readings of an unreadable folder and reports the others', async () => {
  reading = null;
  const lines = await text();
  expect(lines).not.toMatch(/^cardfile_(catalog_generation|store_bytes|disk_free_bytes)[ {]/m);
  expect(lines).toMatch(/^cardfile_resident_memory_bytes \d+$/m);
  reading = READING;
  expect(await text()).toMatch(/^cardfile_catalog_generation 9$/m);
});
