// The batches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { batchesFolder } from '../app/data-folder.ts';
import { BATCH_METHODS, BATCHES_PATH } from '../contract/batch-paths.ts';
import { actsOf, type DeskOptions, registerResource } from '../http/resource-desk.ts';
import { BatchActs } from './batch-acts.ts';
import { BatchFiles } from './batch-files.ts';
import { BatchRunner, type BatchScene } from './batch-runner.ts';

const MIB = 1024 * 1024;

export interface BatchService {
  register(app: FastifyInstance): void;
  /** Ends the runner after the running block. */
  stop(): Promise<void>;
}

type Options = Omit<DeskOptions & BatchScene, 'files' | 'days'> & {
  readonly config: Config;
  /** Whether this thread executes the rows. */
  readonly isRunning: boolean;
};

export function openBatches({ config, isRunning, ...options }: Options): BatchService {
  const files = new BatchFiles(batchesFolder(config));
  // The files of batches are in the data folder of one server.
  const isHere = config.node.place === 1;
  const elsewhere = isHere ? null : 'batches are answered by the first server only; send calls of /v2/batches there';
  const scene = { ...options, files, days: config.batchDays };
  const runner = new BatchRunner(scene);
  const limits = { bytesMax: config.batchMibMax * MIB, rowsMax: config.batchRowsMax };
  if (isRunning && isHere) runner.start();
  return {
    register: (app) => {
      const acts = actsOf(BATCH_METHODS, new BatchActs(scene, limits, runner));
      registerResource(app, { root: BATCHES_PATH, acts, elsewhere }, options);
    },
    stop: () => runner.stop(),
  };
}
