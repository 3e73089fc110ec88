// node bench/match.ts --data FOLDER [--calls 2000] [--runs 3] [--only TEXT]
// Time of /v2/match/person and /v2/match/company by the keys that callers have, for random records of a data folder
// whose edition is up to date. Calls one after the other, without HTTP and without charge; the order differs in each
// run.
import { openCatalog } from '../src/app/catalogs.ts';
import { readConfig } from '../src/app/config.ts';
import { VERSION } from '../src/app/version.ts';
import { Random } from '../src/generate/random.ts';
import { eventLoop } from '../src/ops/scheduling/schedule.ts';
import { readFlags } from './support/flags.ts';
import { openMatchCaller } from './support/match-caller.ts';
import { percentileOf } from './support/percentiles.ts';

type Body = Readonly<Record<string, string>>;

const values = readFlags(
  {
    data: { type: 'string' },
    calls: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
  ['data'],
);
const CALLS = Number(values.calls);
const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});
const random = new Random(7);

interface Person {
  readonly full_name: string;
  readonly location: { readonly city: string | null; readonly country_code: string | null } | null;
  readonly experiences: readonly Readonly<Record<'company_name' | 'company_domain' | 'job_title', string | null>>[];
}

interface Company {
  readonly name: string;
  readonly domain: string | null;
  readonly hq: { readonly city: string | null; readonly country_code: string | null } | null;
}

/** The keys with a known value. */
const known = (keys: Readonly<Record<string, string | null | undefined>>): Body =>
  Object.fromEntries(Object.entries(keys).flatMap(([key, value]) => (value == null ? [] : [[key, value] as const])));

/** The text with two inner letters swapped. */
function misspelled(name: string): string {
  const at = Math.max(1, name.lastIndexOf(' ') + 2);
  return `${name.slice(0, at)}${name.charAt(at + 1)}${name.charAt(at)}${name.slice(at + 2)}`;
}

/** Draws random records: imports into an empty folder number them without gaps. */
async function sampled() {
  const catalog = openCatalog(config, eventLoop);
  const { people, companies } = await catalog.recordCounts();
  const some = (count: number) => Array.from({ length: CALLS }, () => random.between(1, count));
  const personRows = await catalog.peopleByIds(some(people));
  const companyRows = await catalog.companiesByIds(some(companies));
  const persons = await Promise.all(
    personRows
      .filter((row) => row !== null)
      .map(async (row) => {
        const person = JSON.parse(String(row)) as Person & { readonly network_url: string };
        const slug = person.network_url.split('/').at(-1) ?? '';
        return {
          person,
          email: (await catalog.emailsOf(slug))?.[0]?.email,
          phone: (await catalog.phonesOf(slug))?.[0]?.phone,
        };
      }),
  );
  catalog.close();
  return { people, companies, persons, companyRows };
}

const { people, companies, persons, companyRows } = await sampled();
const found = companyRows.flatMap((row) => (row === null ? [] : [JSON.parse(row.json) as Company]));
const ofPeople = (bodyOf: (each: (typeof persons)[number], first: Person['experiences'][number] | undefined) => Body) =>
  persons.map((each) => bodyOf(each, each.person.experiences[0]));
const KINDS: readonly (readonly ['person' | 'company', string, readonly Body[]])[] = [
  ['person', 'e-mail address', ofPeople(({ email }) => known({ email }))],
  ['person', 'phone number', ofPeople(({ phone }) => known({ phone }))],
  [
    'person',
    'name, employer',
    ofPeople(({ person: { full_name } }, at) => known({ full_name, company_name: at?.company_name })),
  ],
  [
    'person',
    'name, domain, title, city',
    ofPeople(({ person: { full_name, location } }, at) =>
      known({ full_name, company_domain: at?.company_domain, job_title: at?.job_title, city: location?.city }),
    ),
  ],
  [
    'person',
    'misspelled name, employer',
    ofPeople(({ person }, at) => known({ full_name: misspelled(person.full_name), company_name: at?.company_name })),
  ],
  [
    'person',
    'name, another employer',
    ofPeople(({ person: { full_name } }) => ({ full_name, company_name: random.pick(found).name })),
  ],
  [
    'person',
    'name, country',
    ofPeople(({ person: { full_name, location } }) => known({ full_name, country_code: location?.country_code })),
  ],
  ['company', 'domain', found.map(({ domain }) => known({ domain }))],
  ['company', 'name, country', found.map(({ name, hq }) => known({ name, country_code: hq?.country_code }))],
  ['company', 'name', found.map(({ name }) => ({ name }))],
  ['company', 'misspelled name', found.map(({ name }) => ({ name: misspelled(name) }))],
];

const caller = await openMatchCaller(config);
console.log(
  `cardfile ${VERSION}, Node ${process.version}: ${people} people, ${companies} companies, ${CALLS} calls of each kind`,
);
console.log('\n| match | keys | answered | p50 ms | p99 ms | processor ms |\n|---|---|---:|---:|---:|---:|');
for (const [match, keys, all] of KINDS) {
  if (!`${match}: ${keys}`.includes(values.only)) continue;
  const bodies = all.filter((body) => Object.keys(body).length > 0);
  let answered = 0;
  const [times, costs]: [number[], number[]] = [[], []];
  for (let run = 0; run <= Number(values.runs); run += 1) {
    answered = 0;
    const before = process.cpuUsage();
    for (const index of bodies.keys()) {
      const body = bodies[(index * 7919 + run) % bodies.length] ?? {};
      const start = performance.now();
      const answer = match === 'person' ? await caller.person(body) : await caller.company(body);
      // The first run warms up.
      if (run > 0) times.push(performance.now() - start);
      if (answer !== null) answered += 1;
    }
    const { user, system } = process.cpuUsage(before);
    if (run > 0) costs.push((user + system) / 1000 / bodies.length);
  }
  const cells = [percentileOf(times, 0.5), percentileOf(times, 0.99), percentileOf(costs, 0.5)].map((ms) =>
    ms.toFixed(2),
  );
  console.log(`| ${match} | ${keys} | ${((100 * answered) / bodies.length).toFixed(0)}% | ${cells.join(' | ')} |`);
}
caller.close();
