// The account that floods a server in bench/fairness.ts, as a process of its own: sends its bodies on all connections without a pause.
import { press, type Shot } from './pressure.ts';

export interface Flood {
  readonly port: number;
  readonly key: string;
  readonly shots: readonly Shot[];
  readonly connections: number;
  readonly seconds: number;
  /** Without it each connection sends as soon as it is answered. */
  readonly perSecond?: number;
}

process.once('message', async (message) => {
  const { key, ...flood } = message as Flood;
  const felt = await press({ ...flood, keys: [key] });
  process.send?.(felt, () => process.disconnect());
});
