// The service with its charging on, or off: then the store of accounts answers each charge at once and writes nothing.
// Arguments: data folder, `on` or `off`, workers, port (0 where there is one worker). Started by charges.ts as a process of its own; tells
// the port, then the processor time whenever it is asked, and ends when its parent is gone.
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { AddressLimiter } from '../src/accounts/address-limiter.ts';
import type { Accounts } from '../src/accounts/port.ts';
import { monotonicNowMs, RateLimiter } from '../src/accounts/rate-limiter.ts';
import { ServingEdition } from '../src/api/serving-edition.ts';
import { readConfig } from '../src/app/config.ts';
import { type SharedMemory, sharedMemory } from '../src/app/serve-thread.ts';
import { openCatalog, openServingAccounts, startLedger } from '../src/app/stores.ts';
import { createServer } from '../src/http/server.ts';
import { systemClock } from '../src/ops/clock.ts';
import { openLog } from '../src/ops/log.ts';
import { Metrics } from '../src/ops/metrics.ts';

interface Charging {
  readonly data: string;
  readonly charging: 'on' | 'off';
  readonly port: string;
  readonly memory: SharedMemory;
  readonly ledger: MessagePort;
}

/** Serves on this thread; resolves with the port. */
async function serve({ data, charging, port, memory, ledger }: Charging): Promise<number> {
  const { config } = readConfig({ data, port, logLevel: 'error' }, {});
  const unobserved = { observeCommit: () => {}, observeUpkeepFailure: () => {} };
  const real = openServingAccounts(config, ledger, unobserved);
  const accounts = charging === 'on' ? real : free(real);
  const catalog = openCatalog(config);
  const serving = new ServingEdition(catalog);
  const metrics = new Metrics();
  const app = createServer({
    services: {
      api: {
        catalog,
        accounts,
        clock: systemClock,
        searchable: () => serving.current(),
        cursorSecret: catalog.cursorSecret(),
        phoneCountries: config.phoneCountries,
        emailStatusDays: config.emailStatusDays,
        networkHost: config.networkHost,
      },
      accounts,
      limiter: new RateLimiter(memory.rates),
      addresses: new AddressLimiter(memory.addresses),
      monotonicMs: monotonicNowMs,
    },
    log: openLog(config.logLevel),
    metrics,
    metricsText: async () => '',
    metricsToken: null,
    slowMs: config.slowMs,
    version: 'bench',
  });
  await app.listen({ host: '127.0.0.1', port: config.port, ...(config.port === 0 ? {} : { reusePort: true }) });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function free(real: Accounts): Accounts {
  return {
    authenticate: (keyHash) => real.authenticate(keyHash),
    remaining: async () => 1,
    hasCredit: async () => true,
    charge: async () => ({ charged: true, remaining: 1 }),
    count: () => {},
    beginIdempotent: (identity) => real.beginIdempotent(identity),
    settleIdempotent: (token, answer) => real.settleIdempotent(token, answer),
    abandonIdempotent: (token) => real.abandonIdempotent(token),
    close: () => real.close(),
  };
}

function startWorker(charging: Charging): Promise<unknown> {
  const worker = new Worker(new URL(import.meta.url), { workerData: charging, transferList: [charging.ledger] });
  return new Promise((resolve) => worker.once('message', resolve));
}

if (isMainThread) {
  const [, , data = '', charging = 'on', workers = '1', port = '0'] = process.argv;
  const { config } = readConfig({ data }, {});
  const ledger = await startLedger(config, { onUpkeepFailure: console.error, onLost: console.error });
  const memory = sharedMemory();
  const ask = (): Charging => ({ data, charging: charging as 'on', port, memory, ledger: ledger.connect() });
  if (workers === '1') process.send?.({ port: await serve(ask()) });
  else {
    await Promise.all(Array.from({ length: Number(workers) }, () => startWorker(ask())));
    process.send?.({ port: Number(port) });
  }
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.on('disconnect', () => process.exit(0));
} else parentPort?.postMessage(await serve(workerData as Charging));
