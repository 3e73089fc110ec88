// The batches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { batchesFolder } from '../app/data-folder.ts';
import { BATCH_METHODS, BATCHES_PATH } from '../contract/batch-paths.ts';
import { actsOf, type DeskOptions, registerResource } from '../http/resource-desk.ts';
import { BatchActs } from './batch-acts.ts';
import { BatchDesk } from './batch-desk.ts';
import { BatchFiles } from './batch-files.ts';
import { BatchRunner, type BatchScene } from './batch-runner.ts';
import { Drafts } from './drafts.ts';
import { ListDesk } from './list-desk.ts';
import { ListThread } from './list-thread.ts';

const MIB = 1024 * 1024;

export interface BatchService {
  register(app: FastifyInstance): void;
  /** Lists of the dashboard. */
  readonly lists: ListDesk;
  /** Ends the runner after the running block. */
  stop(): Promise<void>;
}

type Options = Omit<DeskOptions & BatchScene, 'files' | 'drafts' | 'days'> & {
  readonly config: Config;
  /** Whether this thread executes the rows. */
  readonly isRunning: boolean;
};

export function openBatches({ config, isRunning, ...options }: Options): BatchService {
  const files = new BatchFiles(batchesFolder(config));
  // The files of batches are in the data folder of one server.
  const isHere = config.node.place === 1;
  const elsewhere = isHere ? null : 'batches are answered by the first server only; send calls of /v2/batches there';
  const limits = { bytesMax: config.batchMibMax * MIB, rowsMax: config.batchRowsMax };
  const thread = new ListThread();
  const drafts = new Drafts({ folder: batchesFolder(config), limits, thread, clock: options.api.clock });
  const scene = { ...options, files, drafts, days: config.batchDays };
  const runner = new BatchRunner(scene);
  const desk = new BatchDesk(scene, runner);
  if (isRunning && isHere) runner.start();
  return {
    register: (app) => {
      const acts = actsOf(BATCH_METHODS, new BatchActs(scene, limits, desk));
      registerResource(app, { root: BATCHES_PATH, acts, elsewhere }, options);
    },
    lists: new ListDesk({ ...scene, desk, elsewhere }),
    stop: () => {
      thread.stop();
      return runner.stop();
    },
  };
}
