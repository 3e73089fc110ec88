// One account that calls a server, in a separate process, so that neither garbage collection nor processor time of
// the bench delays its calls. Started by fairness.ts. Runs one load for each message, sequentially, and ends with its
// parent.
import { press, type Shot } from './pressure.ts';

export interface Calls {
  readonly port: number;
  readonly key: string;
  readonly shots: readonly Shot[];
  readonly connections: number;
  readonly seconds: number;
  /** Without a rate each connection sends its next call as soon as the answer arrives. */
  readonly perSecond?: number;
}

process.on('message', async (message) => {
  const { key, ...calls } = message as Calls;
  process.send?.(await press({ ...calls, keys: [key] }));
});
