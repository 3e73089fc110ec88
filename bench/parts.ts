// node bench/parts.ts --folder FOLDER [--people 30000000] [--invented 100000] [--queries 200] [--part N]
// Builds an edition of many people in parts, with records, without a catalog: the people are copies of invented people,
// at copies of their employers. Prints time and memory of the build. Then runs queries on it: each count must be the
// count of the invented people multiplied by the number of copies. Prints Markdown. A folder that already has an
// edition is only queried.
import { mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type {
  CompanyDocument,
  ContactsDocument,
  JobDocument,
  PersonDocument,
  RecordDocuments,
} from '../src/contract/documents.ts';
import type { BodySource } from '../src/contract/record-bodies.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { buildEdition } from '../src/search/edition/build/build-edition.ts';
import type { IdsBySpace } from '../src/search/edition/changed-records.ts';
import { Edition } from '../src/search/edition/edition.ts';
import type { Hidden } from '../src/search/edition/hidden.ts';
import { stackOf } from '../src/search/edition/layers/layered-edition.ts';
import type { Base } from '../src/search/edition/layers/shared-base.ts';
import { buildParts, dictionariesOf, type PartsOutput } from '../src/search/edition/parts/build-parts.ts';
import { PART_DOCUMENTS_MAX, planParts } from '../src/search/edition/parts/part-plan.ts';
import type { AscendingIds } from '../src/search/edition/parts/records-by-id.ts';
import { EditionStore } from '../src/search/edition/store/edition-store.ts';
import type { Query } from '../src/search/query.ts';
import { generatedDocuments } from './search/documents.ts';
import { QueryDraw } from './search/mixed-queries.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';

const values = readFlags(
  {
    folder: { type: 'string' },
    people: { type: 'string', default: '30000000' },
    invented: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '200' },
    part: { type: 'string', default: String(PART_DOCUMENTS_MAX) },
  },
  ['folder'],
);
const [people, invented] = [Number(values.people), Number(values.invented)];
const copies = people / invented;
if (!Number.isInteger(copies)) throw new Error('--people must be a multiple of --invented');
mkdirSync(values.folder, { recursive: true });
const store = new EditionStore(values.folder);

/** The invented records as JSON: objects would take several times their memory. */
class Records<Value extends { readonly id: number }> {
  readonly #texts: Buffer;
  readonly #ends: Float64Array;

  constructor(all: Iterable<Value>) {
    const texts: Buffer[] = [];
    const ends: number[] = [];
    let end = 0;
    for (const one of all) {
      const text = Buffer.from(JSON.stringify(one));
      texts.push(text);
      end += text.length;
      ends.push(end);
    }
    this.#texts = Buffer.concat(texts);
    this.#ends = Float64Array.from(ends);
  }

  get count(): number {
    return this.#ends.length;
  }

  text(place: number): Buffer {
    return this.#texts.subarray(place === 0 ? 0 : this.#ends[place - 1], this.#ends[place]);
  }

  /** Copies of the records with these ids. */
  *copied(ids: Iterable<number>, copyOf: (one: Value, copy: number) => Value): Generator<Value> {
    for (const id of ids) {
      const place = (id - 1) % this.count;
      yield copyOf(JSON.parse(this.text(place).toString()) as Value, (id - 1 - place) / this.count);
    }
  }

  /** The ids of all copies. */
  *ids(): Generator<number> {
    for (let id = 1; id <= copies * this.count; id++) yield id;
  }
}

const sizes = { people: invented, mainPositionsOnly: false };
const generated = generatedDocuments(sizes);
const companies = new Records<CompanyDocument>(generated.companies);
const persons = new Records<PersonDocument>(generated.people);
const jobs = new Records<JobDocument>(generated.jobs);
const options = { people: invented, companies: Math.ceil(invented / 10), jobs: Math.ceil(invented / 20), seed: 1 };
const contacts = new Records<ContactsDocument>(
  (function* () {
    let id = 0;
    for (const { emails, phones, network_url } of generatePeople(options)) {
      id += 1;
      const phonesOf = phones.map(({ phone, kind }) => ({ phone, kind }));
      yield {
        id,
        slug: network_url.slice(network_url.lastIndexOf('/') + 1),
        emails: [...emails],
        phones: phonesOf,
        ids: [],
      };
    }
  })(),
);
const bodies = new Records<{ readonly id: number }>(
  (function* () {
    let id = 0;
    for (const { emails: _, phones: __, ...person } of generatePeople(options)) yield { id: ++id, ...person };
  })(),
);

function source<Body extends { readonly id: number }>(
  { records, ids }: { readonly records: Records<Body>; readonly ids: Iterable<number> },
  of: (place: number, id: number) => object,
) {
  return {
    all: (function* () {
      for (const id of ids) yield of((id - 1) % records.count, id);
    })(),
    samples: (some: readonly number[]) => some.map((id) => records.text((id - 1) % records.count)),
  };
}

/** The records with some ids, by default all. */
function documentsOf(ids?: IdsBySpace): RecordDocuments {
  const nothing = Buffer.alloc(0);
  const of = {
    companies: () => ids?.companies ?? companies.ids(),
    people: () => ids?.people ?? persons.ids(),
    jobs: () => ids?.jobs ?? jobs.ids(),
  };
  return {
    companies: companies.copied(of.companies(), (company, copy) => ({
      ...company,
      id: company.id + copy * companies.count,
      slug: `${company.slug}-${copy}`,
    })),
    people: persons.copied(of.people(), (person, copy) => ({
      ...person,
      id: person.id + copy * persons.count,
      slug: `${person.slug}-${copy}`,
      positions: person.positions.map(({ companyId, ...position }) => ({
        ...position,
        companyId: companyId === null ? null : companyId + copy * companies.count,
      })),
    })),
    jobs: jobs.copied(of.jobs(), (job, copy) => ({
      ...job,
      id: job.id + copy * jobs.count,
      companyId: job.companyId + copy * companies.count,
    })),
    bodies: {
      companies: source({ records: companies, ids: of.companies() }, (place, id) => ({
        ...{ id, slug: `c-${id}`, email_domain: null, domains: [`c-${id}.example`], ids: [] },
        ...{ employer: companies.text(place), rest: nothing, hiring: nothing },
      })) as BodySource<never>,
      people: source({ records: bodies, ids: of.people() }, (place, id) => ({
        id,
        json: bodies.text(place),
      })) as BodySource<never>,
      jobs: source({ records: jobs, ids: of.jobs() }, (place, id) => ({
        ...{ id, before: jobs.text(place), after: nothing, urls: nothing },
      })) as BodySource<never>,
    },
    contacts: contacts.copied(of.people(), (one, copy) => ({
      ...one,
      id: one.id + copy * contacts.count,
      slug: `${one.slug}-${copy}`,
      emails: one.emails.map((each) => ({ ...each, email: `${copy}.${each.email}` })),
    })),
    companyKeys: (function* () {
      for (const id of of.companies()) yield { id, slug: `c-${id}`, domains: [`c-${id}.example`], ids: [] };
    })(),
    outlines: () => documentsOf(ids),
  };
}

const startedMs = performance.now();
function report(what: string): void {
  const { user, system } = process.cpuUsage();
  const times = `${((performance.now() - startedMs) / 1000).toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of processor`;
  console.error(`${times}, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB  ${what}`);
}

async function build(): Promise<void> {
  report('the invented records are there');
  const before = process.cpuUsage();
  const beganMs = performance.now();
  const own = Math.round(process.memoryUsage.rss() / 2 ** 20);
  const plan = planParts(documentsOf().outlines(), { documentsMax: Number(values.part) });
  report(`${plan.starts.length + 1} parts are planned`);
  const manifest = await store.writeParts({ generation: 1, hiddenGeneration: 1 }, async (output) => {
    const reporting: PartsOutput = {
      part: async (part, index, fill) => {
        report(`part ${part + 1}: an index of ${Math.round(index.byteLength / 1e6)} MB`);
        await output.part(part, index, fill);
      },
    };
    const { bodies } = documentsOf();
    const dictionariesFor = (ids: AscendingIds) => dictionariesOf(bodies, ids);
    const input = { outlines: documentsOf().outlines(), documentsOf, dictionariesFor };
    const counts = await buildParts(input, { plan }, reporting);
    return { plan, counts };
  });
  const { user, system } = process.cpuUsage(before);
  const sum = (bytes: readonly number[]) => `${(bytes.reduce((all, one) => all + one, 0) / 1e9).toFixed(2)} GB`;
  console.log('| people | parts | index | packs | build | its processor | most resident | of that before the build |');
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|');
  const cells = [people.toLocaleString('en'), manifest.parts.length, sum(manifest.parts.map(({ bytes }) => bytes))];
  cells.push(sum(manifest.parts.map(({ pack }) => pack?.bytes ?? 0)));
  cells.push(`${((performance.now() - beganMs) / 1000).toFixed(0)} s`, `${((user + system) / 1e6).toFixed(0)} s`);
  cells.push(`${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`, `${own} MiB`);
  console.log(`| ${cells.join(' | ')} |\n`);
}

const RUNS = 5;

function runQueries(edition: Base): void {
  const small = Edition.openAgain({ buffer: buildEdition(generatedDocuments(sizes)), pack: null });
  const draw = new QueryDraw(small);
  const queries = Array.from({ length: Number(values.queries) }, (_, index): Query => {
    return { space: 'people', clauses: draw.at(index).clauses };
  });
  const pageOf = (query: Query) => atOnce(edition.search(query, { after: -1, limit: 10 })).docs;
  let rows = 0;
  for (const query of queries) {
    const docs = pageOf(query);
    const count = atOnce(edition.count(query));
    const wanted = copies * atOnce(small.count(query));
    if (count !== wanted) throw new Error(`${JSON.stringify(query)}: counted ${count}, and there are ${wanted}`);
    const firsts = docs.map((doc: number) => edition.firstOf(doc));
    edition.records?.people(firsts, (place: number, json: Buffer) => {
      const { personId } = edition.position(docs[place] as number);
      const { id } = JSON.parse(json.toString()) as { id: number };
      if (id !== ((personId - 1) % invented) + 1) throw new Error(`the record of ${personId} is that of ${id}`);
      rows += 1;
    });
  }
  console.log(
    `${queries.length} queries; each count is that of the invented people times ${copies}; ${rows} rows read\n`,
  );
  // Processor time is the same while other programs run. The median of the runs of each query.
  const cells = (work: (query: Query, hidden: Hidden) => void) => {
    const times = queries.map((query) => {
      const runs = Array.from({ length: RUNS }, () => {
        // Counts are cached for this object only.
        const hidden = atOnce(edition.hide({ people: [], companies: [] }));
        const before = process.cpuUsage();
        work(query, hidden);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      });
      return runs.sort((left, right) => left - right)[RUNS >> 1] as number;
    });
    times.sort((left, right) => left - right);
    const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
    return [...[0.5, 0.9, 0.99].map((share) => percentileOf(times, share)), mean]
      .map((one) => one.toFixed(2))
      .join(' / ');
  };
  console.log('| parts | page of 10: ms of processor, p50 / p90 / p99 / mean | exact count |\n|--:|--:|--:|');
  const pages = cells(pageOf);
  const counts = cells((query, hidden) => void atOnce(edition.count(query, hidden)));
  console.log(`| ${stackOf(edition).partCount} | ${pages} | ${counts} |`);
}

console.log(
  `Node ${process.version}, ${cpus()[0]?.model} x ${cpus().length}, load average ${loadavg()[0]?.toFixed(1)}\n`,
);
if ((await store.about()) === null) await build();
else {
  const openedMs = performance.now();
  const edition = await store.read();
  if (!edition) throw new Error('there is no edition');
  console.log(
    `opened and verified in ${((performance.now() - openedMs) / 1000).toFixed(1)} s: ${JSON.stringify(edition.counts)}\n`,
  );
  runQueries(edition);
}
