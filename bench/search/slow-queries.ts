// node bench/search/slow-queries.ts [--people N] [--climbs C] [--steps S] [--takes T] [--folder DIR] [--editions DIR]
// Searches for the slowest queries by hill climbing: one filter of a query changes at a time, and the change is kept
// if the query becomes slower. Filters have up to 50 values, as the contract allows; pages start anywhere. Prints the
// worst of each climb, as a page of 100, as an exact count, and with all facets. Times are processor times of this
// thread.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FACETS } from '../../src/contract/facets.ts';
import type { ValueField } from '../../src/contract/fields.ts';
import { Random } from '../../src/generate/random.ts';
import { threadScheduler } from '../../src/ops/scheduling/fair-scheduler.ts';
import { atOnce } from '../../src/ops/scheduling/work.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import { EditionStore } from '../../src/search/edition/store/edition-store.ts';
import type { Clause } from '../../src/search/query.ts';
import { parseWordValue, splitWords } from '../../src/words/words.ts';
import { readFlags } from '../support/flags.ts';
import { onePart } from '../support/one-part.ts';
import { builtEdition } from './built-edition.ts';

const values = readFlags({
  people: { type: 'string', default: '1000000' },
  climbs: { type: 'string', default: '8' },
  steps: { type: 'string', default: '200' },
  takes: { type: 'string', default: '3' },
  folder: { type: 'string', default: join(tmpdir(), 'cardfile-search-bench') },
  editions: { type: 'string' },
});

const VALUES_MAX = 50;
const LIMIT = 100;
const STREAM = 99;
const FIELDS: readonly ValueField[] = ['industry', 'type', 'hq_country', 'country', 'job_level', 'job_function'];

interface Candidate {
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly after: number;
}

class Climb {
  private readonly random: Random;
  private readonly edition: Edition;

  constructor(edition: Edition, number: number) {
    this.edition = edition;
    this.random = new Random(20261121).seek(STREAM, number);
  }

  /** The slowest query found within this many steps. */
  run(steps: number, cost: (candidate: Candidate) => number): { candidate: Candidate; ms: number } {
    let best: Candidate = { clauses: new Map(), after: -1 };
    for (let filters = this.random.between(1, 6); filters > 0; filters--) best = this.changed(best);
    let ms = cost(best);
    for (let step = 0; step < steps; step++) {
      const next = this.changed(best);
      const nextMs = cost(next);
      if (nextMs > ms) [best, ms] = [next, nextMs];
    }
    return { candidate: best, ms };
  }

  private changed({ clauses, after }: Candidate): Candidate {
    const { random, edition } = this;
    const next = new Map(clauses);
    const draw = random.below(14);
    if (draw === 0)
      return { clauses, after: random.pick([-1, random.below(edition.counts.people), edition.counts.people - 500]) };
    if (draw === 1) {
      const names = [...next.keys()];
      if (names.length > 1) next.delete(random.pick(names));
    } else if (draw < 7) {
      const field = random.pick(FIELDS);
      const negated = field === 'industry' || field === 'type' ? random.chance(0.4) : false;
      next.set(`${field}${negated ? ' exclude' : ''}`, {
        kind: 'values',
        field,
        anyOf: this.some(edition.index.values[field].values),
        negated,
      });
    } else if (draw < 11) {
      const negated = random.chance(0.4);
      const fields = random.chance(0.5) ? (['job_title', 'headline'] as const) : (['job_title'] as const);
      const anyOf = Array.from({ length: this.size(VALUES_MAX) }, () => this.titleValue());
      next.set(`title${negated ? ' exclude' : ''}`, { kind: 'words', fields, anyOf, negated });
    } else if (draw === 11) {
      const negated = random.chance(0.3);
      const words = edition.index.values['industry'].values.flatMap(splitWords);
      const anyOf = Array.from({ length: this.size(VALUES_MAX) }, () => wordValue(random.pick(words)));
      const fields = ['name', 'about', 'specialties', 'industry_name'] as const;
      next.set(`keywords${negated ? ' exclude' : ''}`, { kind: 'words', fields, anyOf, negated });
    } else if (draw === 12) {
      const min = random.pick([null, 2, 11, 51, 1000]);
      next.set('employees', {
        kind: 'ranges',
        field: 'employee_count',
        anyOf: [{ min, max: random.pick([null, 5000, 1000]) }],
      });
    } else
      next.set('connections', {
        kind: 'ranges',
        field: 'connections_count',
        anyOf: [{ min: random.between(1, 501), max: null }],
      });
    return { clauses: next, after };
  }

  private size(most: number): number {
    return this.random.pick([1, 2, 5, 20, most, most]);
  }

  private some(all: readonly string[]): string[] {
    return [
      ...new Set(Array.from({ length: this.size(Math.min(all.length, VALUES_MAX)) }, () => this.random.pick(all))),
    ];
  }

  private titleValue() {
    const { random, edition } = this;
    const words = () => splitWords(edition.position(random.below(edition.counts.people)).title ?? 'manager');
    const own = words();
    if (random.chance(0.15)) return wordValue(`[${own.join(' ')}]`);
    return wordValue(random.pick([random.pick(own), own.join(' '), `${random.pick(own)} ${random.pick(words())}`]));
  }
}

function wordValue(text: string) {
  const value = parseWordValue(text, { abbreviations: true });
  if (!value) throw new Error(`${text} has no word`);
  return value;
}

function textOf({ clauses, after }: Candidate): string {
  const parts = [...clauses].map(([name, clause]) => `${name} ${'anyOf' in clause ? clause.anyOf.length : 1}`);
  return `${parts.join(', ')}; ${after < 0 ? 'first page' : `behind ${after}`}`;
}

/** Milliseconds of processor time of this thread, which other work of the machine hardly affects. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The fastest of some takes. */
function taken(work: () => void): number {
  let best = Infinity;
  for (let take = 0; take < Number(values.takes); take++) {
    const startedMs = processorMs();
    work();
    best = Math.min(best, processorMs() - startedMs);
  }
  return best;
}

const edition = await chosenEdition();

/** The edition of a data folder, or one of generated people. */
async function chosenEdition(): Promise<Edition> {
  const stored = values.editions === undefined ? null : await new EditionStore(values.editions).read();
  if (stored) return onePart(stored);
  const sizes = { people: Number(values.people), mainPositionsOnly: true };
  return (await builtEdition(sizes, join(values.folder, 'editions'))).edition;
}

const queryOf = ({ clauses }: Candidate) => ({ space: 'people', clauses: [...clauses.values()] }) as const;
/** Counts are cached for this object only. */
const nobody = () => atOnce(edition.hide({ people: [], companies: [] }));
const newTurn = () => threadScheduler.open('bench');
const FACETS_ALL = FACETS['people-search'];
const MEASURED: Record<string, { ms: (one: Candidate) => number; inTurns: (one: Candidate) => Promise<unknown> }> = {
  'page of 100': {
    ms: (one) => taken(() => atOnce(edition.search(queryOf(one), { after: one.after, limit: LIMIT }))),
    inTurns: (one) => newTurn().run(edition.search(queryOf(one), { after: one.after, limit: LIMIT })),
  },
  'exact count': {
    ms: (one) => taken(() => atOnce(edition.count(queryOf(one), nobody()))),
    inTurns: (one) => newTurn().run(edition.count(queryOf(one), nobody())),
  },
  'all facets': {
    ms: (one) => taken(() => atOnce(edition.facets(queryOf(one), FACETS_ALL, nobody()))),
    inTurns: (one) => newTurn().run(edition.facets(queryOf(one), FACETS_ALL, nobody())),
  },
};

/** The longest processor time for which other calls wait between two yields, in the best of some takes. */
async function shortestWait(work: () => Promise<unknown>): Promise<number> {
  const waits: number[] = [];
  for (let take = 0; take < Number(values.takes); take++) waits.push(await longestWait(work));
  return Math.min(...waits);
}

async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let lastMs = processorMs();
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    const nowMs = processorMs();
    longest = Math.max(longest, nowMs - lastMs);
    lastMs = nowMs;
  }
  await working;
  return longest;
}

const people = edition.counts.people.toLocaleString('en');
console.log(
  `| asked of ${people} people | ms | others wait ms | matches | filters and their values |\n|---|--:|--:|--:|---|`,
);
for (const [what, { ms: cost, inTurns }] of Object.entries(MEASURED)) {
  const found = Array.from({ length: Number(values.climbs) }, (_, number) =>
    new Climb(edition, number).run(Number(values.steps), cost),
  );
  for (const { candidate, ms } of found.sort((left, right) => right.ms - left.ms).slice(0, 5)) {
    const waitMs = await shortestWait(() => inTurns(candidate));
    const matches = atOnce(edition.count(queryOf(candidate))).toLocaleString('en');
    console.log(`| ${what} | ${ms.toFixed(1)} | ${waitMs.toFixed(1)} | ${matches} | ${textOf(candidate)} |`);
  }
}
