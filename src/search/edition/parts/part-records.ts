// The assignment of records to the parts of a base, during its build. It uses 2 bytes for each id, and a list for
// people in several parts.
import type {
  PersonDocument,
  PersonOutline,
  PositionDocument,
  RecordDocuments,
  RecordOutlines,
} from '../../../contract/documents.ts';
import type { PartContacts } from '../bodies/write-lookups.ts';
import { NumbersById } from './numbers-by-id.ts';
import { PartLocator, type PartPlan } from './part-plan.ts';
import { PersonParts, type SharedPersonParts } from './person-parts.ts';
import type { AscendingIds } from './records-by-id.ts';

/** Parts that are not built again. */
export interface KeptParts {
  has(part: number): boolean;
  /** The ids of the companies of each kept part. */
  readonly companies: Iterable<readonly [part: number, id: number]>;
}

/** The documents of one part. */
export interface PartDocuments extends RecordDocuments {
  readonly contacts: Iterable<PartContacts>;
}

/** Plain data for another thread. */
export interface SharedPartRecords {
  readonly plan: PartPlan;
  readonly people: SharedPersonParts;
  readonly companies: NumbersById['values'];
  readonly jobs: NumbersById['values'];
}

export class PartRecords {
  readonly #plan: PartPlan;
  readonly #locator: PartLocator;
  readonly #people: PersonParts;
  /** By company id, the part plus 1; 0 for a company that is not in the edition. */
  readonly #companies: NumbersById;
  readonly #jobs: NumbersById;

  /** Empty by default. */
  constructor({ plan, people, companies, jobs }: Pick<SharedPartRecords, 'plan'> & Partial<SharedPartRecords>) {
    this.#plan = plan;
    this.#locator = new PartLocator(plan);
    this.#people = new PersonParts(people);
    this.#companies = new NumbersById(companies);
    this.#jobs = new NumbersById(jobs);
  }

  /** Adds the companies of kept parts. */
  keep({ companies }: KeptParts): void {
    for (const [part, id] of companies) this.#companies.set(id, part + 1);
  }

  /** Reads each iterable once. People must come in the order of their ids. Returns the number of people. */
  add({ companies, people, jobs }: RecordOutlines): number {
    let count = 0;
    for (const company of companies) this.#companies.set(company.id, this.#locator.ofCompany(company) + 1);
    for (const person of people) {
      this.#people.add(person.id, this.#partsOf(person));
      count += 1;
    }
    for (const job of jobs) this.#jobs.set(job.id, (this.#partOfCompany(job.companyId) ?? this.#locator.count - 1) + 1);
    return count;
  }

  get partCount(): number {
    return this.#locator.count;
  }

  share(): SharedPartRecords {
    const [companies, jobs] = [this.#companies.values, this.#jobs.values];
    return { plan: this.#plan, people: this.#people.share(), companies, jobs };
  }

  /** The ids of the added records, and of the companies of kept parts. */
  get ids(): AscendingIds {
    const every = () => true;
    return {
      companies: this.#companies.ids(every),
      people: this.#people.all(),
      jobs: this.#jobs.ids(every),
    };
  }

  idsIn(part: number): AscendingIds {
    const isOfPart = (number: number) => number === part + 1;
    return {
      companies: { [Symbol.iterator]: () => this.#companies.ids(isOfPart) },
      people: { [Symbol.iterator]: () => this.#people.in(part) },
      jobs: { [Symbol.iterator]: () => this.#jobs.ids(isOfPart) },
    };
  }

  /** The documents of a part. Each person has only the positions in this part. */
  documentsIn(part: number, documents: RecordDocuments): PartDocuments {
    const { people, contacts } = documents;
    return {
      ...documents,
      people: Iterator.from(people).map((person) => this.#cutTo(part, person)),
      contacts: Iterator.from(contacts).map((one) => ({ ...one, isElsewhere: this.#people.mainOf(one.id) !== part })),
    };
  }

  /** Whether a person is in several parts. */
  isShared(id: number): boolean {
    return this.#people.isShared(id);
  }

  #cutTo(part: number, person: PersonDocument): PersonDocument {
    if (!this.isShared(person.id)) return person;
    return { ...person, positions: person.positions.filter((position) => this.#partOf(person, position) === part) };
  }

  /** The part of the main position is first. */
  #partsOf(person: PersonOutline): number[] {
    const { positions } = person;
    if (positions.length === 0) return [this.#locator.ofUnlinked(person, null)];
    const parts = positions.map((position) => this.#partOf(person, position));
    return parts.length === 1 ? parts : [...new Set(parts)];
  }

  #partOf(person: PersonOutline, position: PositionDocument): number {
    return this.#partOfCompany(position.companyId) ?? this.#locator.ofUnlinked(person, position);
  }

  #partOfCompany(companyId: number | null): number | null {
    const part = companyId === null ? 0 : this.#companies.at(companyId);
    return part === 0 ? null : part - 1;
  }
}
