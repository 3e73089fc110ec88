// node bench/rebuild-parts.ts --data FOLDER --people N [--part N]
// An edition in parts of `cardfile generate --people N`: processor time and duration of a build of all parts in one
// thread and in several, and of an update after changes of one company, of one person, and of people in all parts.
// Writes into the folder: use a copy. Prints Markdown.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { openCatalogWriter } from '../src/app/catalog-writers.ts';
import { readConfig } from '../src/app/config.ts';
import { openEditions } from '../src/app/editions.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { readPush } from '../src/import/read-push.ts';
import { buildHere } from '../src/tasks/build-edition.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags(
  { data: { type: 'string' }, people: { type: 'string' }, part: { type: 'string', default: '80000' } },
  ['data', 'people'],
);
const [people, partDocumentsMax] = [Number(values.people), Number(values.part)];
const SCATTERED = 1000;
const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});
const options = { people, companies: Math.round(people / 25), jobs: Math.round(people / 20), seed: 1 };
const later = new Date();
let pushes = 0;

async function push(kind: 'companies' | 'people', rows: readonly object[]): Promise<void> {
  const writer = openCatalogWriter(config);
  pushes += 1;
  const at = new Date(later.getTime() + pushes).toISOString();
  const bytes = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  const { call } = await readPush({ kind, source: 'bench', origin: 'bench', at, bytes });
  await writer.push([call]);
  writer.close();
}

const changedPeople = (count: number) =>
  Iterator.from(generatePeople(options))
    .filter((_, index) => index % Math.floor(people / count) === 0)
    .map((person) => ({ ...person, headline: `Changed ${pushes} ${person.headline}` }))
    .toArray();

async function measure(what: string, { isReusing = true, threads = 1 } = {}): Promise<void> {
  const before = new Set((await openEditions(config).about())?.parts.map(({ id }) => id));
  const { user, system } = process.cpuUsage();
  const beganMs = performance.now();
  await buildHere(config, { isReusing, partDocumentsMax, threads });
  const seconds = (performance.now() - beganMs) / 1000;
  const after = process.cpuUsage();
  const processor = (after.user + after.system - user - system) / 1e6;
  const parts = (await openEditions(config).about())?.parts ?? [];
  const built = isReusing ? parts.filter(({ id }) => !before.has(id)).length : parts.length;
  console.log(`| ${what} | ${built} of ${parts.length} | ${processor.toFixed(1)} | ${seconds.toFixed(1)} |`);
}

const [someone] = changedPeople(1);
const employer = someone?.experiences.find(({ company_network_url }) => company_network_url)?.company_network_url;
if (!employer) throw new Error('the first person has no employer with a profile');
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}, ${people} people\n`,
);
console.log('| build | parts built | s of processor | s |\n|---|--:|--:|--:|');
const several = availableParallelism();
for (const threads of [1, several, 1, several])
  await measure(`of everything, threads: ${threads}`, { isReusing: false, threads });
await push('companies', [{ network_url: employer, name: 'Changed Company', about: 'Changed' }]);
await measure('after one company changed');
await push('people', changedPeople(1));
await measure('after one person changed');
await push('people', changedPeople(SCATTERED));
await measure(`after ${SCATTERED} people of all parts changed`);
