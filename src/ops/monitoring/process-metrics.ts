// Metrics of the whole process: its memory, its start time, and its data folder. Metrics of each thread are in
// metrics.ts.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricsSnapshot } from './metrics.ts';

/** The state of the data folder at the time when metrics are read. */
export interface DataReading {
  readonly catalogGeneration: number;
  /** Size of the files of each store. */
  readonly storeBytes: Readonly<Record<string, number>>;
  /** Free bytes on the disk of the folder. */
  readonly freeBytes: number;
  /** Time at which the current edition was written, in milliseconds since the epoch; null if there is no edition. */
  readonly editionWrittenMs: number | null;
}

interface ProcessMetricsOptions {
  readonly version: string;
  /** If it rejects, its metrics are omitted; the others remain. */
  readonly readData: () => Promise<DataReading>;
}

export class ProcessMetrics {
  readonly registry = new Registry();
  readonly #readData: () => Promise<DataReading>;
  readonly #threads = new Gauge({
    name: 'cardfile_serving_threads',
    help: 'Serving threads that reported their metrics; fewer than `workers`: one is blocked or lost',
    registers: [this.registry],
  });
  readonly #restarts = new Counter({
    name: 'cardfile_serving_thread_restarts_total',
    help: 'Serving threads that failed and were restarted',
    registers: [this.registry],
  });
  readonly #editionFailures = new Counter({
    name: 'cardfile_edition_failures_total',
    help: 'Editions that could not be built or were damaged; the previous one keeps serving',
    registers: [this.registry],
  });
  readonly #deltaSeconds = new Histogram({
    name: 'cardfile_delta_build_seconds',
    help: 'Seconds in which the newest delta of the edition was read from the catalog and built',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly #publicationSeconds = new Histogram({
    name: 'cardfile_edition_publication_seconds',
    help: 'Seconds from an edition that serves here to its publication for serving nodes',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
    registers: [this.registry],
  });
  readonly #limiterStore = new Gauge({
    name: 'cardfile_limiter_store_up',
    help: 'With CARDFILE_LIMITER: 1 while the store admits calls, 0 while this server admits its share',
    registers: [this.registry],
  });
  readonly #upkeepFailures = new Counter({
    name: 'cardfile_upkeep_failures_total',
    help: 'Failed background writes of usage counts and leases, retried each second',
    registers: [this.registry],
  });
  readonly #editionWritten = new Gauge({
    name: 'cardfile_edition_written_timestamp_seconds',
    help: 'Time at which the current edition was written; its age is time() minus this',
    registers: [this.registry],
  });
  readonly #catalogGeneration = new Gauge({
    name: 'cardfile_catalog_generation',
    help: 'Generation of the catalog; if it stays ahead of the edition, a build is due',
    registers: [this.registry],
  });
  readonly #catalogRecords = new Gauge({
    name: 'cardfile_catalog_records',
    help: 'Records in the catalog by kind, including hidden ones, at the time of the last edition switch',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly #storeBytes = new Gauge({
    name: 'cardfile_store_bytes',
    help: 'Bytes of the files of a store on disk',
    labelNames: ['store'],
    registers: [this.registry],
  });
  readonly #freeBytes = new Gauge({
    name: 'cardfile_disk_free_bytes',
    help: 'Free bytes on the disk of the data folder',
    registers: [this.registry],
  });

  constructor({ version, readData }: ProcessMetricsOptions) {
    this.#readData = readData;
    new Gauge({
      name: 'cardfile_resident_memory_bytes',
      help: 'Resident memory of the process, including the edition',
      registers: [this.registry],
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
    new Gauge({
      name: 'cardfile_start_timestamp_seconds',
      help: 'Start time of the process',
      registers: [this.registry],
    }).set(Math.round(Date.now() / 1000 - process.uptime()));
    new Gauge({
      name: 'cardfile_build_info',
      help: 'Always 1; the label holds the version',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version }, 1);
  }

  /** Records whether the store of rate limits can be reached. */
  noteLimiterStore(isInReach: boolean): void {
    this.#limiterStore.set(isInReach ? 1 : 0);
  }

  /** Records the number of serving threads. */
  noteThreads(count: number): void {
    this.#threads.set(count);
  }

  observeEditionFailure(): void {
    this.#editionFailures.inc();
  }

  observeDelta(seconds: number): void {
    this.#deltaSeconds.observe(seconds);
  }

  observePublication(seconds: number): void {
    this.#publicationSeconds.observe(seconds);
  }

  observeUpkeepFailure(): void {
    this.#upkeepFailures.inc();
  }

  /** Counts a serving thread that failed and was restarted. */
  observeRestart(): void {
    this.#restarts.inc();
  }

  /** Records the number of records of each kind in the catalog. */
  noteRecords(counts: Readonly<Record<string, number>>): void {
    for (const [kind, count] of Object.entries(counts)) this.#catalogRecords.set({ kind }, count);
  }

  async snapshot(): Promise<MetricsSnapshot> {
    const data = await this.#readData().catch(() => null);
    for (const gauge of [this.#catalogGeneration, this.#freeBytes, this.#editionWritten]) gauge.remove();
    this.#storeBytes.reset();
    if (data) this.#noteData(data);
    return this.registry.getMetricsAsJSON();
  }

  #noteData({ catalogGeneration, storeBytes, freeBytes, editionWrittenMs }: DataReading): void {
    this.#catalogGeneration.set(catalogGeneration);
    for (const [store, bytes] of Object.entries(storeBytes)) this.#storeBytes.set({ store }, bytes);
    this.#freeBytes.set(freeBytes);
    if (editionWrittenMs !== null) this.#editionWritten.set(Math.round(editionWrittenMs / 1000));
  }
}
