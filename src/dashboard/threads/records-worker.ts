// Entry of the thread for the dashboard's work on records.
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../app/config.ts';
import { assert } from '../../ops/assert.ts';
import { type RecordOperations, recordOperations } from '../records/record-operations.ts';
import { answerPortCalls } from './port-calls.ts';

/** The ports of the thread. */
export interface RecordsThread {
  readonly operations: RecordOperations;
}

assert(parentPort !== null, 'the thread of the records has a parent');
answerPortCalls(
  parentPort,
  { operations: recordOperations(workerData as Config) } satisfies RecordsThread,
  () => undefined,
);
