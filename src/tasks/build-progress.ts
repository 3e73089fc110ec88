// The progress of a build, by the records of people that its passes have read: reported every five seconds.
import type { RecordDocuments } from '../contract/documents.ts';
import { ofLongWork } from '../ops/long-work.ts';

export interface ProgressOptions {
  readonly onMessage: (text: string) => void;
  /** The people that all passes together read; null if unknown. */
  readonly total: number | null;
  /** By default that of long work. */
  readonly everyMs?: number;
}

/** People between two looks at the clock. */
const STRETCH = 1024;

export class BuildProgress {
  readonly #report: (read: number) => void;
  #read = 0;

  constructor({ onMessage, total, everyMs }: ProgressOptions) {
    this.#report = ofLongWork((read) => onMessage(`Building the search index: ${progressText(read, total)}.`), everyMs);
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
      if (this.#read % STRETCH === 0) this.#report(this.#read);
      yield person;
    }
  }
}

function progressText(read: number, total: number | null): string {
  if (total === null) return `${read.toLocaleString('en')} records of people read`;
  // A person in several parts is read once for each part.
  return `${Math.min(99, Math.floor((100 * read) / total))}%`;
}
