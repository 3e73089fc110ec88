// node bench/look-ups.ts --data FOLDER [--keys 20000] [--runs 5]
// Processor time of look-ups by identifiers: in the catalog, and in the pack of an edition. Both sides answer the same
// random keys in turns, from warm page caches; the pack once by positioned reads and once from memory.
import { openCatalog } from '../src/app/catalogs.ts';
import { type Config, readConfig } from '../src/app/config.ts';
import { openEditions } from '../src/app/editions.ts';
import { VERSION } from '../src/app/version.ts';
import { eventLoop } from '../src/ops/scheduling/schedule.ts';
import type { PackLookups } from '../src/search/edition/bodies/lookups.ts';
import type { CompanyUnit } from '../src/search/edition/bodies/record-units.ts';
import type { Edition } from '../src/search/edition/edition.ts';
import { readFlags } from './support/flags.ts';
import { onePart } from './support/one-part.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    keys: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '5' },
  },
  ['data'],
);
const KEYS = Number(values.keys);
const MEMORY_MIB_MAX = 1_048_576;
const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});
const catalog = openCatalog(config, eventLoop);
const [fromFile, edition] = await lookupsOf({ ...config, editionMemory: 0 });
const [fromMemory] = await lookupsOf({ ...config, editionMemory: MEMORY_MIB_MAX });
if (edition.generation !== (await catalog.state()).generation)
  throw new Error('the edition is out of date: cardfile index');
const keys = sampled(edition.counts);

async function lookupsOf(withMemory: Config): Promise<[PackLookups, Edition]> {
  const opened = await openEditions(withMemory).read();
  const edition = opened && onePart(opened);
  const lookups = edition?.lookups;
  if (!edition || !lookups) throw new Error('the data folder has no edition with look-ups: cardfile index');
  return [lookups, edition];
}

/** Identifiers of every n-th record. */
function sampled({ people, companies }: Edition['counts']) {
  const taken = { slugs: [''], emails: [''], phones: [''], companies: [''], domains: [''] };
  for (const each of Object.values(taken)) each.length = 0;
  const documents = catalog.documents();
  let number = 0;
  for (const { slug, emails, phones } of documents.contacts) {
    if (number++ % Math.ceil(people / KEYS) !== 0) continue;
    taken.slugs.push(slug);
    taken.emails.push(...emails.slice(0, 1).map(({ email }) => email));
    taken.phones.push(...phones.slice(0, 1).map(({ phone }) => phone));
  }
  for (const { slug, domains } of documents.companyKeys) {
    if (number++ % Math.ceil(companies / KEYS) !== 0) continue;
    taken.companies.push(slug);
    taken.domains.push(...domains.slice(0, 1));
  }
  documents.close();
  return taken;
}

/** The keys in random order, the same in each run. */
function shuffled(texts: readonly string[]): string[] {
  const order = [...texts];
  let state = 7;
  for (let last = order.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (last + 1);
    [order[last], order[other]] = [order[other] as string, order[last] as string];
  }
  return order;
}

/** Microseconds of processor time per key, the median of the runs. */
async function timed(texts: readonly string[], lookUp: (key: string) => unknown): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < Number(values.runs) + 1; run++) {
    const before = process.cpuUsage();
    for (const text of texts) {
      const found = lookUp(text);
      if ((found instanceof Promise ? await found : found) === null) throw new Error(`${text} is not found`);
    }
    const { user: inUser, system: inSystem } = process.cpuUsage(before);
    // The first run compiles the code and warms the page cache.
    if (run > 0) runs.push((inUser + inSystem) / texts.length);
  }
  return runs.sort((one, other) => one - other)[Math.floor(runs.length / 2)] as number;
}

/** Reads the members of a company that an answer needs. */
const companyOf = (doc: number, { names: { slug, email_domain } }: CompanyUnit) => ({ doc, slug, email_domain });

const CASES = [
  {
    name: 'e-mails of a person',
    keys: shuffled(keys.slugs),
    catalog: (key: string) => catalog.emailsOf(key),
    pack: (tables: PackLookups) => (key: string) => tables.person(key)?.contacts.emails ?? null,
  },
  {
    name: 'owner of an address',
    keys: shuffled(keys.emails),
    catalog: (key: string) => catalog.peopleByEmail(key, 1),
    pack: (tables: PackLookups) => (key: string) => tables.peopleOfEmail(key, 1),
  },
  {
    name: 'owner of a number',
    keys: shuffled(keys.phones),
    catalog: (key: string) => catalog.peopleByPhones([key], 1),
    pack: (tables: PackLookups) => (key: string) => tables.peopleOfPhone(key, 1),
  },
  {
    name: 'company by slug',
    keys: shuffled(keys.companies),
    catalog: (key: string) => catalog.companyBySlug(key),
    pack: (tables: PackLookups) => (key: string) => tables.company(key, companyOf),
  },
  {
    name: 'companies on a domain',
    keys: shuffled(keys.domains),
    catalog: (key: string) => catalog.companiesByDomain(key, 10),
    pack: (tables: PackLookups) => (key: string) => tables.companiesOnDomain(key, 10, companyOf)[0] ?? null,
  },
];

const { people, companies } = edition.counts;
console.log(`Cardfile ${VERSION}, Node ${process.version}, ${people} people, ${companies} companies\n`);
console.log(
  '| look-up, µs of processor | catalog | pack, read | pack, in memory | catalog / read | catalog / memory |',
);
console.log('|---|--:|--:|--:|--:|--:|');
for (const each of CASES) {
  const inCatalog = await timed(each.keys, each.catalog);
  const read = await timed(each.keys, each.pack(fromFile));
  const inMemory = await timed(each.keys, each.pack(fromMemory));
  const ratios = [inCatalog / read, inCatalog / inMemory].map((ratio) => `${ratio.toFixed(1)}x`);
  console.log(
    `| ${each.name} | ${[inCatalog, read, inMemory].map((us) => us.toFixed(1)).join(' | ')} | ${ratios.join(' | ')} |`,
  );
}
catalog.close();
