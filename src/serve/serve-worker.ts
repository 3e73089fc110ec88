// Entry of a worker thread that serves: speaks with worker-group.ts by messages.

import { parentPort, workerData } from 'node:worker_threads';
import type { HiddenState } from '../catalog/port.ts';
import { assert } from '../ops/assert.ts';
import { messageOf } from '../ops/message-of.ts';
import type { MetricsSnapshot } from '../ops/monitoring/metrics.ts';
import type { SharedLayers } from '../search/edition/layers/shared-layers.ts';
import type { FollowedState } from './process-records.ts';
import { startThread, type ThreadOptions } from './serve-thread.ts';

/** Messages to a worker. */
export type ToWorker =
  | { readonly kind: 'edition'; readonly edition: SharedLayers }
  | { readonly kind: 'followed'; readonly state: FollowedState }
  | { readonly kind: 'hidden'; readonly hidden: HiddenState }
  | { readonly kind: 'poll'; readonly atMs: number }
  | { readonly kind: 'drain' }
  | { readonly kind: 'own-metrics'; readonly id: number }
  | { readonly kind: 'all-metrics'; readonly id: number; readonly text: string };

/** Messages from a worker. */
export type FromWorker =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'warm' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'own-metrics'; readonly id: number; readonly metrics: MetricsSnapshot }
  | { readonly kind: 'all-metrics'; readonly id: number };

const port = parentPort;
assert(port !== null, 'a serving worker has a parent');
const say = (message: FromWorker) => port.postMessage(message);

const waiting = new Map<number, (text: string) => void>();
let lastId = 0;

function metricsOfAll(): Promise<string> {
  lastId += 1;
  const id = lastId;
  say({ kind: 'all-metrics', id });
  return new Promise((resolve) => waiting.set(id, resolve));
}

try {
  const options = workerData as Omit<ThreadOptions, 'allMetrics'>;
  const thread = await startThread({ ...options, allMetrics: metricsOfAll });
  port.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'edition':
        thread.replaceEdition(message.edition);
        await thread.warmed();
        return say({ kind: 'warm' });
      case 'followed':
        return thread.noteFollowed(message.state);
      case 'hidden':
        return thread.hide(message.hidden);
      case 'poll':
        return thread.notePoll(message.atMs);
      case 'own-metrics':
        return say({ kind: 'own-metrics', id: message.id, metrics: await thread.metrics.snapshot() });
      case 'all-metrics':
        waiting.get(message.id)?.(message.text);
        waiting.delete(message.id);
        return;
      case 'drain':
        await thread.drain();
        port.close();
    }
  });
  say({ kind: 'listening', port: thread.port });
} catch (error) {
  say({ kind: 'failed', message: messageOf(error) });
}
