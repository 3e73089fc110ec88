// One account that calls a server, as a process of its own: neither the garbage nor the time of the bench itself delays its calls.
// Started by fairness.ts; calls once for each message, one after the other, and ends when its parent is gone.
import { press, type Shot } from './pressure.ts';

export interface Calls {
  readonly port: number;
  readonly key: string;
  readonly shots: readonly Shot[];
  readonly connections: number;
  readonly seconds: number;
  /** Without it each connection sends as soon as it is answered. */
  readonly perSecond?: number;
}

process.on('message', async (message) => {
  const { key, ...calls } = message as Calls;
  process.send?.(await press({ ...calls, keys: [key] }));
});
