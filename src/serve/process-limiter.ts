// The rate limiter of a process whose servers share a store: one connection, and a port for each serving thread.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { JointLimiter } from '../accounts/joint/joint-limiter.ts';
import { PortLimiter, serveLimiter } from '../accounts/joint/limiter-port.ts';
import { RateLimiter } from '../accounts/rate-limiter.ts';
import { type Limiter, ShareLimiter } from '../accounts/share-limiter.ts';
import type { Config } from '../app/config.ts';
import { monotonicNowMs } from '../ops/clock.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import { eventLoop } from '../ops/scheduling/schedule.ts';
import type { StoreWatch } from './store-watch.ts';

const POLL_MS = 100;

export interface ProcessLimiter {
  /** For one serving thread; null if it limits in its own memory. */
  connect(): MessagePort | null;
  /** Call it after the last call has ended. */
  stop(): Promise<void>;
}

interface LimiterOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  readonly watch: StoreWatch;
  /** Of the limiter, which all threads share. */
  readonly rates: SharedArrayBuffer;
}

export async function openLimiter({ config, log, metrics, watch, rates }: LimiterOptions): Promise<ProcessLimiter> {
  const { limiter: url, node } = config;
  if (url === null) return { connect: () => null, stop: async () => undefined };
  // The client is loaded only if it is used.
  const { RedisLimitStore } = await import('../accounts/joint/redis-limit-store.ts');
  let isAway = false;
  const joint = new JointLimiter({
    store: new RedisLimitStore(url, node),
    share: shareOfServer(new RateLimiter(rates), config),
    schedule: eventLoop,
    nowMs: monotonicNowMs,
    onState: (failure) => {
      metrics.noteLimiterStore(failure === null);
      if (isAway === (failure !== null)) return;
      isAway = failure !== null;
      if (failure === null) log.info('the store of rate limits is in reach');
      else log.error({ err: failure }, 'the store of rate limits is out of reach: this server admits its share');
    },
  });
  watch.note('limiter', { message: 'not joined yet' });
  const stopPolling = eventLoop.every(POLL_MS, () => {
    if (!joint.isReady) return;
    watch.note('limiter', null);
    stopPolling();
  });
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      serveLimiter(port1, joint);
      return port2;
    },
    stop: async () => {
      stopPolling();
      await joint.stop();
    },
  };
}

/** The limiter of one serving thread; `port`: of `connect`. */
export function threadLimiter(port: MessagePort | null, rates: SharedArrayBuffer, config: Config): Limiter {
  return port === null ? shareOfServer(new RateLimiter(rates), config) : new PortLimiter(port);
}

function shareOfServer(limiter: RateLimiter, { node }: Pick<Config, 'node'>): ShareLimiter {
  return new ShareLimiter(limiter, node);
}
