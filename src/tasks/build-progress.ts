// The progress of a build, by the records of people that its passes have read: reported every five seconds.
import type { RecordDocuments } from '../contract/documents.ts';

export interface ProgressOptions {
  readonly onMessage: (text: string) => void;
  /** The people that all passes together read; null if unknown. */
  readonly total: number | null;
  readonly everyMs?: number;
}

const EVERY_MS = 5000;
/** People between two looks at the clock. */
const STRETCH = 1024;

export class BuildProgress {
  readonly #options: ProgressOptions;
  #read = 0;
  #saidMs = performance.now();

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** The same documents; people that are read are counted. */
  of<Documents extends RecordDocuments>(documents: Documents): Documents {
    const { people, bodies, contacts, outlines } = documents;
    return {
      ...documents,
      people: this.#counted(people),
      bodies: { ...bodies, people: { ...bodies.people, all: this.#counted(bodies.people.all) } },
      contacts: this.#counted(contacts),
      outlines: () => {
        const found = outlines();
        return { ...found, people: this.#counted(found.people) };
      },
    };
  }

  *#counted<Person>(people: Iterable<Person>): Generator<Person> {
    for (const person of people) {
      this.#read += 1;
      if (this.#read % STRETCH === 0) this.#say();
      yield person;
    }
  }

  #say(): void {
    const { onMessage, total, everyMs = EVERY_MS } = this.#options;
    const nowMs = performance.now();
    if (nowMs - this.#saidMs < everyMs) return;
    this.#saidMs = nowMs;
    // People in several parts are read for each.
    const share = total === null ? null : Math.min(99, Math.floor((100 * this.#read) / total));
    const done = share === null ? `${this.#read.toLocaleString('en')} records of people read` : `${share}%`;
    onMessage(`Building the search index: ${done}.`);
  }
}
