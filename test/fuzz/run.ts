// The long run: `npm run fuzz -- --calls 1000000 --seed 1`. Prints the seed first, so that a failed run can be
// repeated.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '1000000' }, seed: { type: 'string' } } });
const calls = Number(values.calls);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(calls) || calls < 1 || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- [--calls N] [--seed N]');
  process.exit(2);
}

console.log(`${calls} requests, seed ${seed}`);
const { seconds, seen, paid, sockets } = await fuzz({ calls, seed, say: console.log });
const listed = (statuses: ReadonlyMap<number, number>) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
for (const [reached, statuses] of [...seen].sort()) console.log(`${reached}: ${listed(statuses)}`);
console.log(`${sockets.connections} connections: ${listed(sockets.statuses)}`);
console.log(
  `${calls} requests and ${sockets.connections} connections in ${Math.round(seconds)} s, ${Math.round(calls / seconds)} requests a second; ${paid} credits for as many answers with status 200`,
);
