// The edition of a bench: built once from generated documents, then read from its file. Documents are generated when
// the builder reads them and are never all in memory. The progress is printed on standard error.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atOnce } from '../../src/ops/scheduling/work.ts';
import { buildEdition } from '../../src/search/edition/build/build-edition.ts';
import { Edition } from '../../src/search/edition/edition.ts';
import { EditionStore } from '../../src/search/edition/store/edition-store.ts';
import { onePart } from '../support/one-part.ts';
import { checkEdition } from './check-edition.ts';
import { generatedDocuments, type Sizes } from './documents.ts';
import { QueryDraw } from './mixed-queries.ts';
import { STREAMED_MAX, StreamedCounts } from './streamed-counts.ts';

const PULLED = 1000;
const REPORT_EVERY = 1_000_000;
/** Number of people from whom the queries that check a new edition are drawn. */
const CHECKED_OF = 20_000;
const FIGURES = 'build.json';

/** Duration of a build without the generator, and of the generator. Times are seconds. */
export interface BuildFigures {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly documentSeconds: number;
  /** Peak memory of the process including the generator, in 2^20 bytes. */
  readonly residentMb: number;
}

/**
 * The edition of these sizes in `folder`, and the cost of its build, now or earlier. A new one is checked against a
 * scan of its documents.
 */
export async function builtEdition(
  sizes: Sizes,
  folder: string,
): Promise<{ edition: Edition; figures: BuildFigures | null }> {
  const { people, mainPositionsOnly, invented } = sizes;
  const place = join(folder, `${people}${mainPositionsOnly ? '-main' : ''}${invented ? `-of-${invented}` : ''}`);
  const store = new EditionStore(place);
  if (!existsSync(place) || !(await store.read())) {
    const { buffer, figures } = build(sizes);
    await store.write(buffer);
    writeFileSync(join(place, FIGURES), JSON.stringify(figures));
  }
  const stored = await store.read();
  if (!stored) throw new Error(`no edition was written to ${place}`);
  const edition = onePart(stored);
  const figuresFile = join(place, FIGURES);
  const figures = existsSync(figuresFile) ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as BuildFigures) : null;
  return { edition, figures };
}

function build(sizes: Sizes): { buffer: SharedArrayBuffer; figures: BuildFigures } {
  const draw = new QueryDraw(
    atOnce(Edition.open(buildEdition(generatedDocuments({ people: CHECKED_OF, mainPositionsOnly: true })))),
  );
  const queries = Array.from({ length: STREAMED_MAX }, (_, index) => draw.at(index));
  const scan = new StreamedCounts(queries);
  const whole = new Stopwatch();
  const source = new Stopwatch();
  const input = generatedDocuments(sizes);
  whole.start();
  const buffer = buildEdition({
    state: input.state,
    companies: pulled(input.companies, { what: 'companies', watch: source, see: (company) => scan.company(company) }),
    people: pulled(input.people, { what: 'people', watch: source, see: (person) => scan.person(person) }),
    jobs: pulled(input.jobs, { what: 'job rows', watch: source, see: () => undefined }),
  });
  whole.stop();
  report(`the edition is built: ${Math.round(buffer.byteLength / 1e6)} MB`);
  const figures = {
    seconds: whole.seconds - source.seconds,
    processorSeconds: whole.processorSeconds - source.processorSeconds,
    documentSeconds: source.processorSeconds,
    residentMb: process.resourceUsage().maxRSS / 1024,
  };
  checkEdition(Edition.openAgain({ buffer, pack: null }), queries, scan.counts);
  report(`${queries.length} counts and their pages equal those of the scan`);
  return { buffer, figures };
}

class Stopwatch {
  seconds = 0;
  processorSeconds = 0;
  private startedMs = 0;
  private usage = process.cpuUsage();

  start(): void {
    this.startedMs = performance.now();
    this.usage = process.cpuUsage();
  }

  stop(): void {
    this.seconds += (performance.now() - this.startedMs) / 1000;
    const { user, system } = process.cpuUsage(this.usage);
    this.processorSeconds += (user + system) / 1e6;
  }
}

interface Pulled<T> {
  readonly what: string;
  /** Runs while documents are generated. */
  readonly watch: Stopwatch;
  readonly see: (document: T) => void;
}

/**
 * The same documents, generated a thousand at a time, to separate the time of their generation from that of the
 * build.
 */
function* pulled<T>(documents: Iterable<T>, { what, watch, see }: Pulled<T>): Generator<T> {
  const iterator = documents[Symbol.iterator]();
  let count = 0;
  for (let isDone = false; !isDone; ) {
    const some: T[] = [];
    watch.start();
    while (some.length < PULLED && !isDone) {
      const { done = false, value } = iterator.next();
      if (done) isDone = true;
      else {
        some.push(value);
        see(value);
      }
    }
    watch.stop();
    yield* some;
    count += some.length;
    if (isDone || count % REPORT_EVERY === 0)
      report(`${count.toLocaleString('en')} ${what} taken${isDone ? ', all' : ''}`);
  }
}

function report(what: string): void {
  const residentMb = Math.round(process.memoryUsage.rss() / 2 ** 20).toLocaleString('en');
  console.error(`${process.uptime().toFixed(1).padStart(7)} s ${residentMb.padStart(7)} MB  ${what}`);
}
