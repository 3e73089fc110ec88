// The watches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { openLeasedWork } from '../app/leased-work.ts';
import { WATCH_METHODS, WATCHES_PATH } from '../contract/resources/watch-paths.ts';
import { operationsOf, type ResourceOptions, registerResource } from '../http/resources/resource-routes.ts';
import { WatchApi } from './watch-api.ts';
import { type WatchContext, WatchRunner } from './watch-runner.ts';
import { WatchService } from './watch-service.ts';

export interface OpenedWatches {
  /** For the dashboard. */
  readonly service: WatchService;
  register(app: FastifyInstance): void;
  /** Ends the runner after the running evaluation. */
  stop(): Promise<void>;
}

type Options = ResourceOptions &
  Omit<WatchContext, 'leasedWork'> & {
    readonly config: Config;
    /** Whether this thread evaluates the watches. */
    readonly isRunning: boolean;
  };

export function openWatches({ config, isRunning, ...options }: Options): OpenedWatches {
  const leasedWork = openLeasedWork(config, 'watches');
  const runner = new WatchRunner({ ...options, leasedWork });
  const service = new WatchService({ ...options, runner });
  if (isRunning) runner.start();
  return {
    service,
    register: (app) => {
      const operations = operationsOf(WATCH_METHODS, new WatchApi(service, options.accounts), {
        create: ['body'],
        changes: ['query'],
      });
      registerResource(app, { root: WATCHES_PATH, operations }, options);
    },
    stop: async () => {
      await runner.stop();
      await leasedWork.end();
    },
  };
}
