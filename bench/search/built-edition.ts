// The edition that a bench asks: built from generated documents once, then read from its file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEdition } from '../../src/search/edition/build-edition.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import { EditionStore } from '../../src/search/edition/edition-store.ts';
import { generatedDocuments, type Sizes } from './documents.ts';

const PULLED = 1000;

/** How long a build took without the generator, on the clock and on the processor. */
export interface BuildTime {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** The edition of these sizes in `folder`; `time` is null where it stood there already. */
export async function builtEdition(
  sizes: Sizes,
  folder: string,
): Promise<{ edition: Edition; time: BuildTime | null }> {
  const place = join(folder, `${sizes.people}${sizes.mainPositionsOnly ? '-main' : ''}`);
  const store = new EditionStore(place);
  const known = existsSync(place) ? await store.read() : null;
  if (known) return { edition: known, time: null };
  const whole = new Stopwatch();
  const source = new Stopwatch();
  const input = generatedDocuments(sizes);
  whole.start();
  const buffer = buildEdition({
    state: input.state,
    companies: pulled(input.companies, source),
    people: pulled(input.people, source),
    jobs: pulled(input.jobs, source),
  });
  whole.stop();
  await store.write(buffer);
  const edition = await store.read();
  if (!edition) throw new Error(`no edition was written to ${place}`);
  const time = {
    seconds: whole.seconds - source.seconds,
    processorSeconds: whole.processorSeconds - source.processorSeconds,
  };
  return { edition, time };
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

/** The same documents, made a thousand at a time, so that the time of making them can be told from that of building. */
function* pulled<T>(documents: Iterable<T>, watch: Stopwatch): Generator<T> {
  const iterator = documents[Symbol.iterator]();
  for (let isDone = false; !isDone; ) {
    const some: T[] = [];
    watch.start();
    while (some.length < PULLED && !isDone) {
      const { done = false, value } = iterator.next();
      if (done) isDone = true;
      else some.push(value);
    }
    watch.stop();
    yield* some;
  }
}
