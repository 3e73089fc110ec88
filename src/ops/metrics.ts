// Counters and histograms in the Prometheus text form. One registry a thread; app.ts sums those of all threads.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** What a server measures of itself. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'cardfile_requests_total',
    help: 'Requests by endpoint and status',
    labelNames: ['path', 'status'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'cardfile_request_seconds',
    help: 'Time from the first header to the last byte of the answer',
    labelNames: ['path'],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  readonly #credits = new Counter({
    name: 'cardfile_credits_charged_total',
    help: 'Credits charged',
    registers: [this.registry],
  });
  readonly #edition = new Gauge({
    name: 'cardfile_edition_documents',
    help: 'Documents of the edition that serves',
    labelNames: ['kind'],
    aggregator: 'max',
    registers: [this.registry],
  });

  /** Counts a finished call. */
  observe(call: { path: string; status: number; seconds: number; charged: boolean }): void {
    this.#requests.inc({ path: call.path, status: call.status });
    this.#seconds.observe({ path: call.path }, call.seconds);
    if (call.charged) this.#credits.inc();
  }

  /** Notes what the edition that serves holds. */
  noteEdition(counts: Readonly<Record<string, number>>): void {
    for (const [kind, count] of Object.entries(counts)) this.#edition.set({ kind }, count);
  }
}
