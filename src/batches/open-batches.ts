// The batches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { batchesFolder } from '../app/data-folder.ts';
import { BatchActs } from './batch-acts.ts';
import { type DeskOptions, registerBatches } from './batch-desk.ts';
import { BatchFiles } from './batch-files.ts';
import { BatchRunner } from './batch-runner.ts';

const MIB = 1024 * 1024;

export interface BatchService {
  register(app: FastifyInstance): void;
  /** Ends the runner after the running block. */
  stop(): Promise<void>;
}

type Options = Omit<DeskOptions, 'files' | 'days'> & {
  readonly config: Config;
  /** Whether this thread executes the rows. */
  readonly isRunning: boolean;
};

export function openBatches({ config, isRunning, ...options }: Options): BatchService {
  const files = new BatchFiles(batchesFolder(config));
  const scene = { ...options, files, days: config.batchDays };
  const runner = new BatchRunner(scene);
  const limits = { bytesMax: config.batchMibMax * MIB, rowsMax: config.batchRowsMax };
  if (isRunning) runner.start();
  return {
    register: (app) => registerBatches(app, new BatchActs(scene, limits, runner), scene),
    stop: () => runner.stop(),
  };
}
