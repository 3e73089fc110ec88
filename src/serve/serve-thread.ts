// A serving thread: opens its own connections on the shared memory it is given, and serves. With one worker it runs on
// the main thread.
import type { MessagePort } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { AddressLimiter } from '../accounts/address-limiter.ts';
import { withLateRejections } from '../accounts/late-rejections.ts';
import type { Accounts } from '../accounts/port.ts';
import type { SharedContext } from '../api/context.ts';
import { CurrentLookups } from '../api/current-lookups.ts';
import { ServingEdition } from '../api/serving-edition.ts';
import type { Config } from '../app/config.ts';
import { openServingAccounts } from '../app/ledgers.ts';
import { VERSION } from '../app/version.ts';
import { openBatches } from '../batches/open-batches.ts';
import { openCallLog } from '../calls/open-call-log.ts';
import type { Catalog } from '../catalog/port.ts';
import { openDashboard } from '../dashboard/open-dashboard.ts';
import { compileBodySchemas } from '../http/body/validate.ts';
import { createServer } from '../http/server.ts';
import { openIngest } from '../ingest/open-ingest.ts';
import { registerMcp } from '../mcp/mcp-route.ts';
import { monotonicNowMs, systemClock } from '../ops/clock.ts';
import { Health } from '../ops/monitoring/health.ts';
import { type Log, logTo, openLog } from '../ops/monitoring/log.ts';
import { Metrics, metricsText } from '../ops/monitoring/metrics.ts';
import { threadScheduler } from '../ops/scheduling/fair-scheduler.ts';
import { eventLoop } from '../ops/scheduling/schedule.ts';
import { registerReconcile } from '../reconcile/reconcile-route.ts';
import { LayerOpener, type SharedLayers } from '../search/edition/layers/shared-layers.ts';
import { openWatches } from '../watches/open-watches.ts';
import { openWebhooks } from '../webhooks/open-webhooks.ts';
import { registerObjects } from './object-route.ts';
import { threadLimiter } from './process-limiter.ts';
import type { RecordReceivers } from './process-records.ts';
import type { SharedMemory } from './shared-memory.ts';
import { openThreadRecords, type ThreadRecords } from './thread-records.ts';
import { WarmUp } from './warm-up.ts';

export interface ServingThread extends RecordReceivers {
  /** Port that it listens on. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Calls that begin from now on are answered from this edition. */
  replaceEdition(layers: SharedLayers): void;
  /** Resolves once the code that answers from the first edition is warm; see warm-up.ts. */
  warmed(): Promise<void>;
  /** Stops listening, answers accepted calls, writes pending data. */
  drain(): Promise<void>;
}

export interface ThreadOptions {
  readonly config: Config;
  readonly memory: SharedMemory;
  /** The port to the ledger of the process, used by this thread only. */
  readonly ledger: MessagePort;
  /** The port to the limiter of the process. If null or missing, the thread limits in the shared memory. */
  readonly limiter?: MessagePort | null;
  /** The port to the writer of pushed rows. If missing, this thread takes none. */
  readonly ingest?: MessagePort;
  /** Whether this thread executes the batches; one thread of the process does. */
  readonly runsBatches?: boolean;
  /** Several threads listen on one port. */
  readonly reusePort: boolean;
  /** The metrics of the process as text; by default those of this thread, which are given. */
  readonly allMetrics?: (own: Metrics) => Promise<string>;
  /** May add to the server before it listens. */
  readonly extend?: (app: FastifyInstance) => void;
  /** May answer in the place of the store of accounts. */
  readonly replaceAccounts?: (own: Accounts) => Accounts;
}

const WARMING = 'the server has just started: it is ready within a second';

/** Opens the stores and listens. Rejects if it fails, such as on a port in use; then all that was opened is closed. */
export async function startThread(options: ThreadOptions): Promise<ServingThread> {
  const opened = new AsyncDisposableStack();
  try {
    return await started(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** `opened` gets all that must be closed at the end. */
async function started(options: ThreadOptions, opened: AsyncDisposableStack): Promise<ServingThread> {
  const { config, memory, reusePort, extend } = options;
  const { allMetrics = textOfOne, replaceAccounts = itself, runsBatches = true } = options;
  const log = openLog(config.logLevel, logTo(config.logFormat));
  const metrics = opened.adopt(new Metrics(), (own) => own.close());
  const own = ownAccounts(options, metrics);
  const accounts = opened.adopt(replaceAccounts(own), (store) => closed(store, log));
  const records = opened.adopt(openThreadRecords(config), (own) => own.close());
  const { catalog } = records;
  const serving = servingEdition(catalog, log);
  const api = apiOf(config, { records, accounts, serving });
  const health = new Health(memory.health);
  const services = { api, accounts, ...limitsOf(options), scheduler: threadScheduler, monotonicMs: monotonicNowMs };
  const warmUp = new WarmUp({ api, log, scheduler: threadScheduler });
  const calls = opened.adopt(openCallLog(config, log, runsBatches), (own) => own.close());
  const shared = { config, log, metrics, services, accounts, onCall: calls.onCall, scheduler: threadScheduler };
  const batches = openBatches({ ...shared, api, batches: own.batches, isRunning: runsBatches });
  const watches = openWatches({ ...shared, ...records, api, watches: own.watches, isRunning: runsBatches });
  const stopRunners = onlyOnce(() => Promise.all([batches.stop(), watches.stop()]));
  opened.defer(stopRunners);
  const webhooks = openWebhooks({ ...shared, webhooks: own.webhooks, clock: systemClock });
  const served = { catalog, serving, lookups: api.lookups, metricsText: () => allMetrics(metrics) };
  const ownServices = { lists: batches.lists, watches: watches.service, webhooks: webhooks.service };
  const parts = { ...shared, ...served, ...ownServices, isFirst: runsBatches };
  const dashboard = config.dashboard ? openDashboard(parts) : null;
  opened.defer(() => dashboard?.close());
  const ingest = openIngest(options.ingest ?? null, { ...own, services, metrics, log });
  opened.defer(() => ingest.close());
  const app = createServer({
    services,
    resources: (server) => {
      batches.register(server);
      watches.register(server);
      webhooks.register(server);
    },
    mcp: (server) => registerMcp(server, { services, log, version: VERSION, corsOrigins: config.corsOrigins }),
    reconcile: (server) => registerReconcile(server, { services, log, version: VERSION, publicUrl: config.publicUrl }),
    ingest: (server) => ingest.register(server),
    log,
    metrics,
    metricsText: served.metricsText,
    metricsToken: config.metricsToken,
    slowMs: config.slowMs,
    onCall: calls.onCall,
    version: VERSION,
    faults: () => (warmUp.isRunning ? [WARMING, ...health.reasons()] : health.reasons()),
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    ...(dashboard ? { site: dashboard.site } : {}),
  });
  // The last to be deferred is the first to run: answers the calls that have begun, then closes what they use.
  opened.defer(async () => {
    dashboard?.beginClosing();
    await Promise.all([app.close(), stopRunners()]);
  });
  registerObjects(app, config);
  extend?.(app);
  const replaceEdition = replacing({ serving, records, metrics, warmUp });
  await app.listen({ host: config.host, port: config.port, ...(reusePort ? { reusePort } : {}) });
  prepareValidation();
  return {
    ...records,
    port: portOf(app),
    metrics,
    replaceEdition,
    warmed: () => warmUp.over(),
    drain: () => opened.disposeAsync(),
  };
}

/** Between two schemas, so that the first calls hardly wait. */
const SCHEMA_EVERY_MS = 25;

function prepareValidation(): void {
  const steps = compileBodySchemas();
  const stop = eventLoop.every(SCHEMA_EVERY_MS, () => {
    if (steps.next().done) stop();
  });
}

async function closed(accounts: Accounts, log: Log): Promise<void> {
  await accounts.close().catch((error: unknown) => {
    log.error({ err: error }, 'usage counts of the last second could not be written; charges are complete');
  });
}

/** The work, which only the first call begins. */
function onlyOnce(work: () => Promise<unknown>): () => Promise<void> {
  let begun: Promise<unknown> | null = null;
  return async () => {
    begun ??= work();
    await begun;
  };
}

/** Opens layers and serves them. */
function replacing({
  serving,
  records,
  metrics,
  warmUp,
}: {
  readonly serving: ServingEdition;
  readonly records: ThreadRecords;
  readonly metrics: Metrics;
  readonly warmUp: WarmUp;
}): ServingThread['replaceEdition'] {
  const opener = new LayerOpener();
  return (layers) => {
    const edition = opener.open(layers);
    records.replace(edition);
    serving.replace(edition);
    metrics.noteEdition(edition);
    warmUp.begin(edition.counts);
  };
}

function ownAccounts({ config, ledger }: ThreadOptions, metrics: Metrics) {
  return openServingAccounts(config, ledger, {
    observeCommit: (commit) => metrics.observeCommit(commit),
    // The ledger reports it to the process.
    observeUpkeepFailure: () => {},
  });
}

function limitsOf({ config, memory, limiter: port = null }: ThreadOptions) {
  const limiter = threadLimiter(port, memory.rates, config);
  return withLateRejections({ limiter, addresses: new AddressLimiter(memory.addresses) });
}

function servingEdition(catalog: Catalog, log: Log): ServingEdition {
  return new ServingEdition(catalog, (error) => {
    log.error({ err: error }, 'records of the edition cannot be read; the catalog answers until it is rebuilt');
  });
}

interface Stores {
  readonly records: ThreadRecords;
  readonly accounts: Accounts;
  readonly serving: ServingEdition;
}

function apiOf(config: Config, { records, accounts, serving }: Stores): SharedContext {
  const { catalog } = records;
  return {
    catalog,
    accounts,
    clock: systemClock,
    searchable: () => serving.current(),
    lookups: new CurrentLookups({ catalog, serving, networkHost: config.networkHost }),
    cursorSecret: records.cursorSecret,
    phoneCountries: config.phoneCountries,
    emailStatusDays: config.emailStatusDays,
    networkHost: config.networkHost,
  };
}

const itself = (own: Accounts) => own;

async function textOfOne(own: Metrics): Promise<string> {
  return metricsText([await own.snapshot()]);
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
