// The watches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { openLeasedWork } from '../app/leased-work.ts';
import { WATCH_METHODS, WATCHES_PATH } from '../contract/resources/watch-paths.ts';
import { type DeskOptions, operationsOf, registerResource } from '../http/resources/resource-desk.ts';
import { WatchApi } from './watch-api.ts';
import { WatchDesk } from './watch-desk.ts';
import { WatchRunner, type WatchScene } from './watch-runner.ts';

export interface WatchService {
  /** For the dashboard. */
  readonly desk: WatchDesk;
  register(app: FastifyInstance): void;
  /** Ends the runner after the running evaluation. */
  stop(): Promise<void>;
}

type Options = DeskOptions &
  Omit<WatchScene, 'leasedWork'> & {
    readonly config: Config;
    /** Whether this thread evaluates the watches. */
    readonly isRunning: boolean;
  };

export function openWatches({ config, isRunning, ...options }: Options): WatchService {
  const leasedWork = openLeasedWork(config, 'watches');
  const runner = new WatchRunner({ ...options, leasedWork });
  const desk = new WatchDesk({ ...options, runner });
  if (isRunning) runner.start();
  return {
    desk,
    register: (app) => {
      const operations = operationsOf(WATCH_METHODS, new WatchApi(desk, options.accounts), {
        ...{ create: ['body'], changes: ['query'] },
      });
      registerResource(app, { root: WATCHES_PATH, operations }, options);
    },
    stop: async () => {
      await runner.stop();
      await leasedWork.end();
    },
  };
}
