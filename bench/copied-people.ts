// node bench/copied-people.ts --data FOLDER --copies K
// Builds the edition of a data folder with K copies of each of its people, at the same employers, without importing
// them: the copies have profiles and addresses of their own. The catalog stays as it is, so a server on the folder
// serves the edition, and changes of its records go on top. Prints time, size and memory of the build as Markdown.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/app/config.ts';
import { lockData, openCatalog, openEditions } from '../src/app/stores.ts';
import { VERSION } from '../src/app/version.ts';
import type { ContactsDocument, PersonDocument } from '../src/contract/documents.ts';
import type { PersonBody } from '../src/contract/record-bodies.ts';
import { classify } from '../src/import/titles/classify.ts';
import { buildParts } from '../src/search/edition/parts/build-parts.ts';
import { planParts } from '../src/search/edition/parts/part-plan.ts';
import { copiedSlug } from './generated-people.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, copies: { type: 'string' } } });
if (values.data === undefined || values.copies === undefined) throw new Error('set --data FOLDER --copies K');
const copies = Number(values.copies);
const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});
const lock = lockData(config, 'index', 0);
if (!lock) throw new Error('another process builds an edition of this folder');
const catalog = openCatalog(config);
// Each iterable of a snapshot is read once.
const snapshots = Array.from({ length: copies }, () => catalog.documents());
const planning = Array.from({ length: copies }, () => catalog.documents());

let idMax = 0;
function* people(from: typeof snapshots): Generator<PersonDocument> {
  for (const [copy, documents] of from.entries())
    for (const person of documents.people) {
      if (copy === 0) idMax = Math.max(idMax, person.id);
      yield copy === 0 ? person : { ...person, id: person.id + copy * idMax, slug: copiedSlug(person.slug, copy) };
    }
}

function* contacts(): Generator<ContactsDocument> {
  for (const [copy, documents] of snapshots.entries())
    for (const one of documents.contacts) {
      const emails = one.emails.map((each) => ({ ...each, email: `c${copy}.${each.email}` }));
      yield copy === 0 ? one : { ...one, id: one.id + copy * idMax, slug: copiedSlug(one.slug, copy), emails };
    }
}

function* bodies(): Generator<PersonBody> {
  for (const [copy, documents] of snapshots.entries())
    for (const { id, json } of documents.bodies.people.all) yield { id: id + copy * idMax, json };
}

const startedMs = performance.now();
const [first] = snapshots;
const [planned] = planning;
if (!first || !planned) throw new Error('--copies must be 1 or more');
const plan = planParts({ companies: planned.companies, people: people(planning) });
for (const one of planning) one.close();
// One part would have the generation of no state of the catalog.
if (plan.starts.length === 0) throw new Error('one part is enough for these people: give more copies');
const input = {
  ...{ companies: first.companies, people: people(snapshots), jobs: first.jobs },
  bodies: {
    ...{ companies: first.bodies.companies, jobs: first.bodies.jobs },
    people: { all: bodies(), samples: (ids: readonly number[]) => first.bodies.people.samples(ids.map(originalOf)) },
  },
  ...{ contacts: contacts(), companyKeys: first.companyKeys },
};
const manifest = await openEditions(config).writeParts(first.state, async (output, spillPath) => {
  const counts = await buildParts(input, { plan, former: null, spillPath, roleOf: classify }, output);
  return { plan, counts };
});
for (const one of snapshots) one.close();
catalog.close();
lock.release();

function originalOf(id: number): number {
  return ((id - 1) % idMax) + 1;
}

const { user, system } = process.cpuUsage();
const gigabytes = (bytes: readonly number[]) => (bytes.reduce((all, one) => all + one, 0) / 1e9).toFixed(2);
console.log(`Cardfile ${VERSION}, Node ${process.version}, ${new Date().toISOString().slice(0, 16)}Z\n`);
console.log('| people | parts | index GB | packs GB | build s | processor s | most resident MB | load |');
console.log('|--:|--:|--:|--:|--:|--:|--:|--:|');
const cells = [manifest.counts.people.toLocaleString('en'), manifest.parts.length];
cells.push(gigabytes(manifest.parts.map(({ bytes }) => bytes)));
cells.push(gigabytes(manifest.parts.map(({ pack }) => pack?.bytes ?? 0)));
cells.push(((performance.now() - startedMs) / 1000).toFixed(0), ((user + system) / 1e6).toFixed(0));
cells.push(Math.round((process.resourceUsage().maxRSS * 1024) / 1e6), loadavg()[0]?.toFixed(1) ?? '');
console.log(`| ${cells.join(' | ')} |`);
