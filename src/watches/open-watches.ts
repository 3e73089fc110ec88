// The watches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { openDuty } from '../app/duty.ts';
import { WATCH_METHODS, WATCHES_PATH } from '../contract/resources/watch-paths.ts';
import { actsOf, type DeskOptions, registerResource } from '../http/resources/resource-desk.ts';
import { WatchActs } from './watch-acts.ts';
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
  Omit<WatchScene, 'duty'> & {
    readonly config: Config;
    /** Whether this thread evaluates the watches. */
    readonly isRunning: boolean;
  };

export function openWatches({ config, isRunning, ...options }: Options): WatchService {
  const duty = openDuty(config, 'watches');
  const runner = new WatchRunner({ ...options, duty });
  const desk = new WatchDesk({ ...options, runner });
  if (isRunning) runner.start();
  return {
    desk,
    register: (app) => {
      const acts = actsOf(WATCH_METHODS, new WatchActs(desk, options.accounts), {
        ...{ create: ['body'], changes: ['query'] },
      });
      registerResource(app, { root: WATCHES_PATH, acts }, options);
    },
    stop: async () => {
      await runner.stop();
      await duty.end();
    },
  };
}
