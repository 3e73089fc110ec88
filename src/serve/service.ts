// The running service: one process that holds the data folder, keeps its serving threads on the newest sound edition,
// and drains at the end.

import { type Config, ConfigError } from '../app/config.ts';
import { checkDashboardSettings } from '../app/dashboard-settings.ts';
import { startLedger } from '../app/ledgers.ts';
import { lockData } from '../app/locks.ts';
import { checkNodeSettings } from '../app/object-stores.ts';
import { noteAddress, removeAddress } from '../app/serving-address.ts';
import { IngestThread } from '../ingest/ingest-thread.ts';
import { messageOf } from '../ops/message-of.ts';
import { Health } from '../ops/monitoring/health.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { type Metrics, metricsText } from '../ops/monitoring/metrics.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { WebhookThread } from '../webhooks/webhook-thread.ts';
import { openLimiter } from './process-limiter.ts';
import { openRecords } from './process-records.ts';
import type { EarlyEdition } from './read-edition.ts';
import type { ServingThread } from './serve-thread.ts';
import { sharedMemory } from './shared-memory.ts';
import { StoreWatch } from './store-watch.ts';
import { startWorkers, type WorkerGroupOptions } from './worker-group.ts';

export interface Service {
  readonly port: number;
  /** Resolves once an edition serves. */
  readonly ready: Promise<void>;
  /** Makes /readyz 503, so that load balancers send no more calls; all calls are still answered. */
  leave(): void;
  /** Stops listening, answers every accepted call, and releases the data folder. */
  stop(): Promise<void>;
}

/** An import that checks for a server holds the lock for a moment. */
const LOCK_WAIT_MS = 500;

/**
 * Starts to serve. `early`: the current edition, if it is being read already. Rejects with a ConfigError where the data
 * folder is in use or the port is taken.
 */
export async function startService(config: Config, log: Log, early: EarlyEdition | null = null): Promise<Service> {
  checkNodeSettings(config);
  checkDashboardSettings(config);
  const lock = lockData(config, 'serve', LOCK_WAIT_MS);
  if (!lock) {
    throw new ConfigError(
      `the data folder ${config.data} is in use by another server; stop it, or choose another folder with --data`,
    );
  }
  try {
    removeAddress(config);
    return await startHere({ config, log, early, release: () => lock.release() });
  } catch (error) {
    lock.release();
    throw explained(error, config);
  }
}

interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  readonly early: EarlyEdition | null;
  /** Called once all has stopped. */
  readonly release: () => void;
}

async function startHere({ config, log, early, release }: StartOptions): Promise<Service> {
  const records = await openRecords(config, log, early);
  const { metrics } = records;
  // The process supervisor restarts it.
  const endProcess = () => process.exit(1);
  // Ends what has started, the last first.
  const started = new AsyncDisposableStack();
  started.defer(() => records.close());
  try {
    const memory = sharedMemory();
    const watch = new StoreWatch({ config, log, health: new Health(memory.health) });
    started.defer(watch.stop);
    const ledger = await startLedger(config, {
      onState: (fault, failure) => watch.note(fault, failure),
      onUpkeepFailure: (error) => {
        metrics.observeUpkeepFailure();
        // An unreachable database is logged once, by the ledger.
        if (!isStoreUnavailable(error))
          log.warn({ err: error }, 'usage counts or leases could not be written; the write is retried');
      },
      onLost: (error) => {
        log.error({ err: error }, 'the ledger thread is lost: the process ends, because nothing can be charged');
        endProcess();
      },
    });
    started.defer(() => ledger.end());
    const ingest = new IngestThread({ config, log, onChange: () => records.noteChange() });
    started.defer(() => ingest.end());
    const limiter = await openLimiter({ config, log, metrics, watch, rates: memory.rates });
    started.defer(() => limiter.stop());
    const threads = await startNoted({ config, log, metrics, ledger, ingest, limiter, memory, onAllGone: endProcess });
    const webhooks = new WebhookThread({ config, log, ledger });
    webhooks.start();
    const ready = records.start(threads).then(() => threads.warmed());
    const stop = async () => {
      watch.stop();
      // Draining starts at once, because other threads may take seconds to end.
      await Promise.all([records.stop(), threads.drain(), webhooks.end()]);
      await started.disposeAsync();
      removeAddress(config);
      release();
    };
    const leave = () => {
      new Health(memory.health).note('leaving', true);
      log.info('the server is shutting down: /readyz is 503, and calls are answered until the delay has passed');
    };
    return { port: threads.port, ready, leave, stop };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

/** The threads that serve, at an address that commands find. */
async function startNoted(group: WorkerGroupOptions): ReturnType<typeof startThreads> {
  const threads = await startThreads(group);
  try {
    noteAddress(group.config, threads.port);
    return threads;
  } catch (error) {
    await threads.drain();
    throw error;
  }
}

/** Several threads serve, or only this one. */
async function startThreads(group: WorkerGroupOptions): Promise<Omit<ServingThread, 'metrics'>> {
  const { config, metrics, ledger, ingest, limiter, memory } = group;
  if (config.workers > 1) return startWorkers(group);
  // A process with serving threads loads none of their modules: they take half a second and their memory.
  const { startThread } = await import('./serve-thread.ts');
  metrics.noteThreads(1);
  const allMetrics = async (own: Metrics) => metricsText([await own.snapshot(), await metrics.snapshot()]);
  return startThread({
    config,
    memory,
    ledger: ledger.connect(),
    ingest: ingest.connect(),
    limiter: limiter.connect(),
    reusePort: false,
    allMetrics,
  });
}

function explained(error: unknown, config: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const text = messageOf(error);
  if (code === 'EADDRINUSE' || text.includes('EADDRINUSE')) {
    return new ConfigError(`${config.host}:${config.port} is in use; choose another port with --port or CARDFILE_PORT`);
  }
  // A file that may not be written has the same code as a port.
  const isForbidden = code === 'EACCES' && text.startsWith('listen');
  if (code === 'EADDRNOTAVAIL' || isForbidden || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new ConfigError(
      `cannot listen on ${config.host}:${config.port}: ${text}; choose another address with --host or CARDFILE_HOST, ` +
        'or another port with --port or CARDFILE_PORT',
    );
  return error;
}
