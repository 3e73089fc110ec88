// The progress of a build, by the records of people that its passes have read: reported every five seconds.
import type { RecordDocuments } from '../contract/documents.ts';
import { ofLongWork } from '../ops/long-work.ts';

export interface ProgressOptions {
  readonly onMessage: (text: string) => void;
  /** Number of people that all passes read in total; null if unknown. */
  readonly total: number | null;
  /** By default the interval of `ofLongWork`. */
  readonly everyMs?: number;
}

/** People between two reports of a pass. */
const STRETCH = 1024;

export class BuildProgress {
  readonly #report: (read: number) => void;
  #read = 0;

  constructor({ onMessage, total, everyMs }: ProgressOptions) {
    this.#report = ofLongWork((read) => onMessage(`Building the search index: ${progressText(read, total)}.`), everyMs);
  }

  /** The same documents; each person that is read is counted. */
  of<Documents extends RecordDocuments>(documents: Documents): Documents {
    return countPeople(documents, (people) => this.add(people));
  }

  /** Counts records of people that were read. */
  add(people: number): void {
    this.#read += people;
    this.#report(this.#read);
  }
}

/**
 * The same documents; each pass over the people reports the number of records that it has read since its last report.
 */
export function countPeople<Documents extends RecordDocuments>(
  documents: Documents,
  onRead: (people: number) => void,
): Documents {
  const { people, bodies, contacts, outlines } = documents;
  return {
    ...documents,
    people: counted(people, onRead),
    bodies: { ...bodies, people: { ...bodies.people, all: counted(bodies.people.all, onRead) } },
    contacts: counted(contacts, onRead),
    outlines: () => {
      const found = outlines();
      return { ...found, people: counted(found.people, onRead) };
    },
  };
}

function* counted<Person>(people: Iterable<Person>, onRead: (people: number) => void): Generator<Person> {
  let read = 0;
  for (const person of people) {
    read += 1;
    if (read % STRETCH === 0) onRead(STRETCH);
    yield person;
  }
}

function progressText(read: number, total: number | null): string {
  if (total === null) return `${read.toLocaleString('en')} records of people read`;
  // A person in several parts is read once for each part.
  return `${Math.min(99, Math.floor((100 * read) / total))}%`;
}
