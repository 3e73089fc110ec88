// Metrics of one serving thread, in the Prometheus text format. Metrics of the whole process are in process-metrics.ts.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

type DelayHistogram = ReturnType<typeof monitorEventLoopDelay>;

const REQUEST_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const COMMIT_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const COMMIT_BUCKETS_WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const DELAY_QUANTILES = [0.5, 0.99, 1];
/** Sampling interval of the event loop delay; a reading includes this time. */
const DELAY_EVERY_MS = 20;

/** Path label of all requests that match no endpoint; it bounds the number of series. */
export const UNKNOWN_PATH = 'unknown';

/** The values of one registry, in the form in which threads send them. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** The text of several registries. Each metric is aggregated (sum, maximum or minimum) by its `aggregator`. */
export async function metricsText(snapshots: MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate(snapshots).metrics();
}

/** A call as it is counted. */
export interface ObservedCall {
  /** Path in the endpoint table. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  /** Credits charged for it. */
  readonly credits: number;
}

/** The metrics of one serving thread; `metricsText` combines those of all threads. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'cardfile_requests_total',
    help: 'Requests under /v2, by endpoint (`unknown`: no endpoint) and HTTP status',
    labelNames: ['path', 'status'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'cardfile_request_seconds',
    help: 'Seconds from the headers of a request to the end of its answer, by endpoint',
    labelNames: ['path'],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  readonly #credits = new Counter({
    name: 'cardfile_credits_charged_total',
    help: 'Credits charged',
    registers: [this.registry],
  });
  readonly #commitSeconds = new Histogram({
    name: 'cardfile_commit_seconds',
    help: 'Seconds of a durable transaction of the accounts, which paid answers wait for',
    buckets: COMMIT_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  readonly #commitWrites = new Histogram({
    name: 'cardfile_commit_writes',
    help: 'Writes of a transaction of the accounts: charges and others',
    buckets: COMMIT_BUCKETS_WRITES,
    registers: [this.registry],
  });
  readonly #commitFailures = new Counter({
    name: 'cardfile_commit_failures_total',
    help: 'Transactions of the accounts that were rolled back; their calls got a 500 and cost nothing',
    registers: [this.registry],
  });
  readonly #generation = new Gauge({
    name: 'cardfile_edition_generation',
    help: 'Catalog generation of the serving edition with its deltas; 0 while a thread has none',
    aggregator: 'min',
    registers: [this.registry],
  });
  readonly #documents = new Gauge({
    name: 'cardfile_edition_documents',
    help: 'Documents in the serving edition, by kind',
    labelNames: ['kind'],
    aggregator: 'max',
    registers: [this.registry],
  });
  readonly #changedRecords = new Gauge({
    name: 'cardfile_edition_changed_records',
    help: 'Records in the deltas of the serving edition: those that changed since it was built',
    aggregator: 'max',
    registers: [this.registry],
  });
  readonly #editionBytes = new Gauge({
    name: 'cardfile_edition_bytes',
    help: 'Memory of the serving edition, shared by all threads',
    aggregator: 'max',
    registers: [this.registry],
  });
  readonly #editionFileBytes = new Gauge({
    name: 'cardfile_edition_file_bytes',
    help: 'Size of the files of the serving edition',
    aggregator: 'max',
    registers: [this.registry],
  });
  readonly #delay: DelayHistogram;

  constructor() {
    this.#delay = monitorEventLoopDelay({ resolution: DELAY_EVERY_MS });
    this.#delay.enable();
    const delay = this.#delay;
    new Gauge({
      name: 'cardfile_event_loop_delay_seconds',
      help: 'Delay of the event loop of the slowest thread since the last scrape, by quantile (1: maximum)',
      labelNames: ['quantile'],
      aggregator: 'max',
      registers: [this.registry],
      collect() {
        for (const quantile of DELAY_QUANTILES) this.set({ quantile }, delaySeconds(delay, quantile));
        delay.reset();
      },
    });
  }

  /** Counts credits that were charged outside a call, for the rows of a batch. */
  observeCharge(credits: number): void {
    this.#credits.inc(credits);
  }

  /** Counts a finished call. */
  observeCall({ path, status, seconds, credits }: ObservedCall): void {
    this.#requests.inc({ path, status });
    this.#seconds.observe({ path }, seconds);
    this.#credits.inc(credits);
  }

  /** Counts a request under /v2 that matches no endpoint. */
  observeUnknownPath(status: number): void {
    this.#requests.inc({ path: UNKNOWN_PATH, status });
  }

  /** Counts a finished transaction of the ledger. */
  observeCommit({ writes, seconds, failed }: { writes: number; seconds: number; failed: boolean }): void {
    this.#commitSeconds.observe(seconds);
    this.#commitWrites.observe(writes);
    if (failed) this.#commitFailures.inc();
  }

  /** Records the edition that the thread now serves. */
  noteEdition(edition: {
    readonly generation: number;
    readonly counts: Readonly<Record<string, number>>;
    readonly memoryBytes: number;
    readonly fileBytes: number;
    readonly changedRecords: number;
  }): void {
    this.#changedRecords.set(edition.changedRecords);
    this.#generation.set(edition.generation);
    this.#editionBytes.set(edition.memoryBytes);
    this.#editionFileBytes.set(edition.fileBytes);
    for (const [kind, count] of Object.entries(edition.counts)) this.#documents.set({ kind }, count);
  }

  snapshot(): Promise<MetricsSnapshot> {
    return this.registry.getMetricsAsJSON();
  }

  /** Stops the measurements. */
  close(): void {
    this.#delay.disable();
  }
}

function delaySeconds(delay: DelayHistogram, quantile: number): number {
  if (delay.count === 0) return 0;
  const nanoseconds = quantile === 1 ? delay.max : delay.percentile(quantile * 100);
  return Math.max(0, nanoseconds / 1e6 - DELAY_EVERY_MS) / 1000;
}
