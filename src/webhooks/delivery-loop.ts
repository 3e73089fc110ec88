// Delivers the events of the outbox. A few attempts for each endpoint run concurrently, and failing endpoints have only
// a part of all attempts, so that no endpoint delays another. Attempts without a stored result at the end of the
// process are repeated after the next start (at least once).
import type { Attempt, DueDelivery, Webhooks } from '../accounts/webhook-port.ts';
import type { LeasedWork } from '../app/leased-work.ts';
import type { Clock } from '../ops/clock.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { BackgroundLoop } from '../ops/scheduling/background-loop.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { FAILING_MS, nextAttemptAt } from './retry-schedule.ts';
import { type SendRules, type Sent, sendEvent } from './send-event.ts';
import { signedHeaders } from './signature.ts';

const POLL_MS = 250;
const TIDY_MS = 60_000;
/** Maximum number of concurrent attempts, which bounds sockets and memory. */
const ATTEMPTS_MAX = 512;
/** Maximum number of concurrent attempts for endpoints whose last attempt failed, which may take long again. */
const FAILING_ATTEMPTS_MAX = ATTEMPTS_MAX / 2;
/** Maximum number of endpoints whose last attempts are known. */
const SERVED_MAX = 10_000;
const GONE = 410;
/** Pause after a result could not be stored; otherwise each attempt would be repeated continually. */
const UNSTORED_MS = 10_000;

interface DeliveryLoopOptions {
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly rules: SendRules;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** If there are several servers, one of them delivers the events. */
  readonly leasedWork: Pick<LeasedWork, 'isMine'>;
  /** Collects events of other sources; called before each query for due deliveries. */
  readonly gather?: () => Promise<void>;
  /** By default 250 ms. */
  readonly pollMs?: number;
}

export class DeliveryLoop {
  readonly #options: DeliveryLoopOptions;
  /** Running attempts by the id of their delivery. */
  readonly #running = new Map<string, Promise<void>>();
  /** Number of running attempts for endpoints whose last attempt failed. */
  #failingCount = 0;
  /** The endpoints in the order of their last attempts. */
  readonly #served = new Set<string>();
  /**
   * Ids of deliveries whose attempt has ended since the last query for due deliveries began: the query may still return
   * them.
   */
  #ended = new Set<string>();
  readonly #loop: BackgroundLoop;
  #tidyAtMs = 0;
  #beginAtMs = 0;

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      round: () => this.#roundIfMine(),
      pauseMs: options.pollMs ?? POLL_MS,
      onFailure: (error) => options.log.error({ err: error }, 'events cannot be delivered; the attempt is repeated'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Resolves after the running attempts. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#running.values());
  }

  async #roundIfMine(): Promise<boolean> {
    const { leasedWork, gather } = this.#options;
    if (await leasedWork.isMine()) {
      await gather?.();
      await this.#tidy();
      await this.#begin();
    }
    return false;
  }

  /** Begins the due attempts. */
  async #begin(): Promise<void> {
    if (performance.now() < this.#beginAtMs) return;
    this.#ended = new Set();
    for (const due of inTurn(await this.#options.webhooks.dueDeliveries(), this.#served)) {
      const { id } = due.delivery;
      const isFailing = due.webhook.failingSince !== null;
      if (this.#loop.isStopping || this.#running.size >= ATTEMPTS_MAX) return;
      if (isFailing && this.#failingCount >= FAILING_ATTEMPTS_MAX) continue;
      if (this.#running.has(id) || this.#ended.has(id)) continue;
      if (isFailing) this.#failingCount += 1;
      const attempt = this.#attempt(due).finally(() => {
        if (isFailing) this.#failingCount -= 1;
        this.#running.delete(id);
        this.#ended.add(id);
      });
      this.#running.set(id, attempt);
      this.#noteServed(due.webhook.id);
    }
  }

  #noteServed(webhookId: string): void {
    this.#served.delete(webhookId);
    this.#served.add(webhookId);
    const [oldest] = this.#served;
    if (oldest !== undefined && this.#served.size > SERVED_MAX) this.#served.delete(oldest);
  }

  /** Never rejects. */
  async #attempt({ delivery, webhook }: DueDelivery): Promise<void> {
    const { webhooks, clock, rules, log } = this.#options;
    const nowMs = clock.now();
    const isRotating = webhook.previousUntil !== null && nowMs < webhook.previousUntil;
    const secrets = [webhook.secret, ...(isRotating && webhook.previousSecret ? [webhook.previousSecret] : [])];
    const event = { id: delivery.eventId, timestamp: Math.floor(nowMs / 1000), payload: delivery.payload };
    const outgoing = { url: webhook.url, headers: signedHeaders(event, secrets), payload: delivery.payload };
    try {
      const attempt = attemptOf({ delivery, webhook }, await sendEvent(outgoing, rules), clock.now());
      await webhooks.settleDelivery(attempt);
      if (attempt.disable !== null) log.warn({ webhookId: webhook.id }, 'a webhook was disabled');
    } catch (error) {
      this.#beginAtMs = performance.now() + UNSTORED_MS;
      if (!isStoreUnavailable(error))
        log.error({ err: error }, 'the result of a delivery could not be stored; the attempt is repeated');
    }
  }

  async #tidy(): Promise<void> {
    if (performance.now() < this.#tidyAtMs) return;
    this.#tidyAtMs = performance.now() + TIDY_MS;
    await this.#options.webhooks.tidyWebhooks();
  }
}

/**
 * The first delivery of each endpoint before the second of any, and endpoints with the oldest last attempt first: so
 * each endpoint has its turn, however many do not answer.
 */
function inTurn(all: readonly DueDelivery[], served: ReadonlySet<string>): DueDelivery[] {
  const turns = new Map([...served].map((id, index) => [id, index + 1]));
  const counts = new Map<string, number>();
  const ordered = all.map((due) => {
    const { id } = due.webhook;
    const index = counts.get(id) ?? 0;
    counts.set(id, index + 1);
    return { due, index, turn: turns.get(id) ?? 0 };
  });
  return ordered.sort((left, right) => left.index - right.index || left.turn - right.turn).map(({ due }) => due);
}

function attemptOf({ delivery, webhook }: DueDelivery, sent: Sent, nowMs: number): Attempt {
  const { id: deliveryId, attempts } = delivery;
  const { status } = sent;
  const base = { deliveryId, attempts, status, at: nowMs, url: webhook.url };
  if (status !== null && status >= 200 && status < 300)
    return { ...base, state: 'delivered', error: null, nextAt: null, disable: null };
  const remedy =
    status !== null && status < 400 ? '; redirects are not followed, so change the URL to their target' : '';
  const error = sent.error ?? `the answer has status ${status}${remedy}`;
  if (status === GONE) {
    const disable = 'the endpoint answered 410 Gone; enable it when it accepts events again';
    return { ...base, state: 'failed', error, nextAt: null, disable };
  }
  const nextAt = nextAttemptAt(nowMs, attempts + 1, sent.retryAfter);
  const hasFailedLong = webhook.failingSince !== null && nowMs - webhook.failingSince >= FAILING_MS;
  const since = new Date(webhook.failingSince ?? nowMs).toISOString();
  const disable =
    nextAt === null && hasFailedLong ? `every attempt since ${since} failed, the last one: ${error}` : null;
  return { ...base, state: nextAt === null ? 'failed' : 'pending', error, nextAt, disable };
}
