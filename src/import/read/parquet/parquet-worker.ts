// Entry point of the thread that reads Parquet: one chunk per message (parquet-thread.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { parquetRows } from './parquet.ts';
import type { ParquetReply, ParquetTask } from './parquet-thread.ts';

const { path, rowsMax } = workerData as ParquetTask;
const chunks = parquetRows(path, rowsMax);

parentPort?.on('message', async () => {
  const say = (reply: ParquetReply) => parentPort?.postMessage(reply);
  try {
    const { done, value } = await chunks.next();
    say({ chunk: done ? null : value });
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
});
