// Entry of the thread for the dashboard's work on records.
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../app/config.ts';
import { assert } from '../../ops/assert.ts';
import { type RecordActs, recordActs } from '../records/record-acts.ts';
import { answerQuestions } from './thread-questions.ts';

/** The ports of the thread. */
export interface RecordsThread {
  readonly acts: RecordActs;
}

assert(parentPort !== null, 'the thread of the records has a parent');
answerQuestions(parentPort, { acts: recordActs(workerData as Config) } satisfies RecordsThread, () => undefined);
