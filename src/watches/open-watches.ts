// The watches of one serving thread: their routes, and in one thread of the process the runner.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../app/config.ts';
import { WATCH_METHODS, WATCHES_PATH } from '../contract/watch-paths.ts';
import { actsOf, type DeskOptions, registerResource } from '../http/resource-desk.ts';
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
  WatchScene & {
    readonly config: Config;
    /** Whether this thread evaluates the watches. */
    readonly isRunning: boolean;
  };

export function openWatches({ config, isRunning, ...options }: Options): WatchService {
  // Ids of records, and generations, are those of the catalog of one server.
  const isHere = config.node.place === 1 && config.editions === null;
  const elsewhere = isHere ? null : 'watches are answered by the server that has the catalog; send the call there';
  const runner = new WatchRunner(options);
  const desk = new WatchDesk({ ...options, runner, elsewhere });
  if (isRunning && isHere) runner.start();
  return {
    desk,
    register: (app) => {
      const acts = actsOf(WATCH_METHODS, new WatchActs(desk));
      registerResource(app, { root: WATCHES_PATH, acts, elsewhere }, options);
    },
    stop: () => runner.stop(),
  };
}
