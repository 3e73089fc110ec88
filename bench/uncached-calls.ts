// node bench/uncached-calls.ts --data FOLDER --people N --than SOURCES [--pairs P]
// Processor time of searches that are not cached, without HTTP and charge: of this version and of the version in the
// folder SOURCES (another working tree), in short alternating runs of one process, so that both run under the same
// load.
// Nothing is written to FOLDER, which `cardfile generate --people N` and imports have filled. Prints Markdown.
import { loadavg } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Handler, Work } from '../src/api/context.ts';
import { VERSION } from '../src/app/version.ts';
import type { SingleOperation } from '../src/contract/endpoints/endpoints.ts';
import { type CallKind, callKinds } from './support/call-kinds.ts';
import { readFlags } from './support/flags.ts';
import { readFolderPeople } from './support/generated-people.ts';

const { data, people, than, pairs } = readFlags(
  {
    data: { type: 'string' },
    people: { type: 'string' },
    than: { type: 'string' },
    pairs: { type: 'string', default: '300' },
  },
  ['data', 'people', 'than'],
);

const WARM_UP_CALLS = 14_000;
const CALLS = 100;
/** Calls in one iteration of the event loop, as on a server under load. */
const AT_ONCE = 4;

const OPERATIONS: Readonly<Record<string, SingleOperation>> = {
  '/v2/search/people': 'people-search',
  '/v2/search/companies': 'company-search',
  '/v2/search/waterfall-icp-keyword': 'waterfall',
  '/v2/search/employee-finder': 'employee-finder',
};

type Call = (operation: SingleOperation, body: Buffer) => Promise<unknown>;

/** The calls of the version in a folder. */
async function version(root: string): Promise<Call> {
  const load = <Module>(path: string) => import(new URL(path, root).href) as Promise<Module>;
  const { readConfig } = await load<typeof import('../src/app/config.ts')>('src/app/config.ts');
  const { openCatalog } = await load<typeof import('../src/app/catalogs.ts')>('src/app/catalogs.ts');
  const { openEditions } = await load<typeof import('../src/app/editions.ts')>('src/app/editions.ts');
  const { ServingEdition } = await load<typeof import('../src/api/serving-edition.ts')>('src/api/serving-edition.ts');
  const lookups = await load<typeof import('../src/api/current-lookups.ts')>('src/api/current-lookups.ts');
  const { HANDLERS } = await load<typeof import('../src/api/handlers.ts')>('src/api/handlers.ts');
  const { validBody } = await load<typeof import('../src/http/body/valid-body.ts')>('src/http/body/valid-body.ts');
  const { FairScheduler } = await load<typeof import('../src/ops/scheduling/fair-scheduler.ts')>(
    'src/ops/scheduling/fair-scheduler.ts',
  );
  const { eventLoop } = await load<typeof import('../src/ops/scheduling/schedule.ts')>(
    'src/ops/scheduling/schedule.ts',
  );
  const { atOnce } = await load<typeof import('../src/ops/scheduling/work.ts')>('src/ops/scheduling/work.ts');
  const { systemClock } = await load<typeof import('../src/ops/clock.ts')>('src/ops/clock.ts');
  const layers = await load<typeof import('../src/search/edition/layers/shared-layers.ts')>(
    'src/search/edition/layers/shared-layers.ts',
  );
  const { config } = readConfig({ data, logLevel: 'error' }, {});
  const catalog = openCatalog(config, eventLoop);
  const secret = catalog.cursorSecret();
  const serving = new ServingEdition(catalog, (error) => {
    throw error;
  });
  const edition = await openEditions(config).read();
  if (edition === null) throw new Error('the data folder has no edition');
  serving.replace(new layers.LayerOpener().open({ id: edition.id, base: edition.shared, deltas: [] }));
  const { networkHost, phoneCountries, emailStatusDays } = config;
  const scheduler = new FairScheduler();
  const shared = {
    ...{ catalog, networkHost, phoneCountries, emailStatusDays, clock: systemClock, cursorSecret: () => secret },
    lookups: new lookups.CurrentLookups({ catalog, serving, networkHost }),
    searchable: () => serving.current(),
    accounts: { remaining: async () => null },
  };
  return async (operation, bytes) => {
    const turn = scheduler.open('bench');
    await turn.enter();
    const body = atOnce(validBody(operation, bytes));
    const plan = HANDLERS[operation] as unknown as (...parts: [unknown, unknown]) => Work | Promise<Work>;
    return (await plan(body, { ...shared, turn } satisfies Parameters<Handler<never>>[1]))();
  };
}

async function microsOf(call: Call, { operation, bodies }: Shots): Promise<number> {
  const before = process.cpuUsage();
  for (let first = 0; first < bodies.length; first += AT_ONCE) {
    await Promise.all(bodies.slice(first, first + AT_ONCE).map((body) => call(operation, body)));
    await new Promise(setImmediate);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / bodies.length;
}

interface Shots {
  readonly operation: SingleOperation;
  readonly bodies: readonly Buffer[];
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

async function row({ what, shots }: CallKind, own: Call, other: Call): Promise<string> {
  const operation = OPERATIONS[shots[0]?.path ?? ''] as SingleOperation;
  let sent = 0;
  const next = (count: number) => {
    const bodies = Array.from({ length: count }, (_, index) => shots[(sent + index) % shots.length]?.body ?? '');
    sent += count;
    return { operation, bodies: bodies.map((body) => Buffer.from(body)) };
  };
  const warmUp = next(WARM_UP_CALLS);
  for (const call of [own, other]) await microsOf(call, warmUp);
  const micros: { own: number; other: number }[] = [];
  for (let pair = 0; pair < Number(pairs); pair += 1) {
    const some = next(CALLS);
    const earlier = pair % 2 === 0 ? await microsOf(other, some) : null;
    const ofOwn = await microsOf(own, some);
    micros.push({ own: ofOwn, other: earlier ?? (await microsOf(other, some)) });
  }
  const cells = [
    what,
    median(micros.map((each) => each.other)).toFixed(0),
    median(micros.map((each) => each.own)).toFixed(0),
    median(micros.map((each) => each.own / each.other)).toFixed(2),
    loadavg()[0]?.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

const own = await version(new URL('..', import.meta.url).href);
const other = await version(pathToFileURL(`${than}/`).href);
const kinds = callKinds(readFolderPeople(people));
console.log(`Cardfile ${VERSION}, Node ${process.version}, ${pairs} pairs of ${CALLS} calls\n`);
console.log(`| call | µs in ${than} | µs in ${fileURLToPath(new URL('..', import.meta.url))} | ratio | load |`);
console.log('|---|--:|--:|--:|--:|');
for (const kind of kinds.filter(({ shots, isRepeated }) => !isRepeated && (shots[0]?.path ?? '') in OPERATIONS))
  console.log(await row(kind, own, other));
process.exit(0);
