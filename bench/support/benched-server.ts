// The server of the benches. Arguments: data folder, workers, port (0 with one worker), `off` to disable charging.
// server.ts and others start it as a separate process. It sends the port, then memory and processor time on request,
// and ends with its parent.
import { Worker } from 'node:worker_threads';
import { readConfig } from '../../src/app/config.ts';
import { startLedger } from '../../src/app/ledgers.ts';
import { sharedMemory } from '../../src/serve/shared-memory.ts';
import { type BenchedThread, startBenched } from './benched-thread.ts';

/** Memory and processor time of the process so far. */
export interface Used {
  readonly rss: number;
  /** Milliseconds of processor time of all threads. */
  readonly cpuMs: number;
}

const [, , data = '', workers = '1', port = '0', chargeMode = 'on'] = process.argv;
const charging = chargeMode === 'off' ? 'off' : 'on';
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
