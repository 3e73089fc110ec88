// The batches of one serving thread: their routes and, in one thread of the process, the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { batchesFolder } from '../app/data-folder.ts';
import { openLeasedWork } from '../app/leased-work.ts';
import { openSharedFiles } from '../app/shared-files.ts';
import { BATCH_METHODS, BATCHES_PATH } from '../contract/resources/batch-paths.ts';
import { operationsOf, type ResourceOptions, registerResource } from '../http/resources/resource-routes.ts';
import type { SharedFileStore } from '../nodes/shared-file-store.ts';
import { BatchApi } from './batch-api.ts';
import { type BatchFiles, FolderFiles } from './batch-files.ts';
import { type BatchContext, BatchRunner } from './batch-runner.ts';
import { BatchService } from './batch-service.ts';
import { type DraftStore, FolderDrafts, SharedDrafts } from './draft-store.ts';
import { Drafts } from './drafts.ts';
import { ListService } from './list-service.ts';
import { ListThread } from './list-thread.ts';
import { SharedBatchFiles, storeLines } from './shared-batch-files.ts';

const MIB = 1024 * 1024;

export interface OpenedBatches {
  register(app: FastifyInstance): void;
  /** Lists of the dashboard. */
  readonly lists: ListService;
  /** Ends the runner after the running block. */
  stop(): Promise<void>;
}

type Options = Omit<ResourceOptions & BatchContext, 'files' | 'drafts' | 'days' | 'leasedWork'> & {
  readonly config: Config;
  /** Whether this thread executes the rows. */
  readonly isRunning: boolean;
};

export function openBatches({ config, isRunning, ...options }: Options): OpenedBatches {
  const folder = batchesFolder(config);
  const { files, draftStore } = storesOf(config, folder);
  const limits = { bytesMax: config.batchMibMax * MIB, rowsMax: config.batchRowsMax };
  const thread = new ListThread();
  const drafts = new Drafts({ draftStore, limits, thread, clock: options.api.clock });
  const leasedWork = openLeasedWork(config, 'batches');
  const context = { ...options, files, drafts, leasedWork, days: config.batchDays };
  const runner = new BatchRunner(context);
  const service = new BatchService(context, runner);
  if (isRunning) runner.start();
  return {
    register: (app) => {
      const operations = operationsOf(BATCH_METHODS, new BatchApi(context, limits, service), {
        list: ['query'],
        create: ['query', 'body'],
        preview: ['query', 'body'],
        results: ['query'],
        resume: ['body'],
      });
      registerResource(app, { root: BATCHES_PATH, repeatable: ['map', 'fields'], operations }, options);
    },
    lists: new ListService({ ...context, service }),
    stop: async () => {
      await Promise.all([thread.stop(), runner.stop()]);
      await leasedWork.end();
      await files.close();
    },
  };
}

/** Files of this server, or files that all servers of a database share. */
function storesOf(
  { database }: Config,
  folder: string,
): { readonly files: BatchFiles; readonly draftStore: DraftStore } {
  if (database === null) return { files: new FolderFiles(folder), draftStore: new FolderDrafts(folder) };
  let opened: Promise<SharedFileStore> | null = null;
  const store = () => {
    opened ??= openSharedFiles(database);
    return opened;
  };
  return {
    files: new SharedBatchFiles(folder, store),
    draftStore: new SharedDrafts({ folder, store, storeLines }),
  };
}
