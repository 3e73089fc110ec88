// The server of the bench. Arguments: data folder, workers, port (0 where there is one worker), `off` for no charging. Started by server.ts
// and others as a process of its own; tells the port, then memory and processor time whenever it is asked, and ends when its parent is gone.
import { Worker } from 'node:worker_threads';
import { readConfig } from '../src/app/config.ts';
import { startLedger } from '../src/app/stores.ts';
import { sharedMemory } from '../src/serve/serve-thread.ts';
import { type BenchedThread, startBenched } from './benched-thread.ts';

/** What the process has used so far. */
export interface Used {
  readonly rss: number;
  /** Milliseconds of processor time, of all threads. */
  readonly cpuMs: number;
}

const [, , data = '', workers = '1', port = '0', asked = 'on'] = process.argv;
const charging = asked === 'off' ? 'off' : 'on';
const { config } = readConfig({ data, port, logLevel: 'error' }, {});
const memory = sharedMemory();
const ledger = await startLedger(config, { onUpkeepFailure: console.error, onLost: console.error });
if (workers === '1') {
  const thread = await startBenched({ config, memory, reusePort: false, ledger: ledger.connect(), charging });
  process.send?.({ port: thread.port });
  process.on('disconnect', () => void thread.drain().then(() => process.exit(0)));
} else {
  const threads = Array.from({ length: Number(workers) }, () => {
    const port = ledger.connect();
    const workerData: BenchedThread = { config, memory, reusePort: true, ledger: port, charging };
    return new Worker(new URL('./benched-thread.ts', import.meta.url), { workerData, transferList: [port] });
  });
  await Promise.all(threads.map((thread) => new Promise((resolve) => thread.once('message', resolve))));
  process.send?.({ port: config.port });
  process.on('disconnect', () => process.exit(0));
}
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 } satisfies Used);
});
