// Finds the parts of a base that are affected by changes: parts that contained a changed record, and parts that contain
// it now. Affected parts are built again; the others keep their files.
//
// - A company whose sort key now belongs to another part moves there with all its people and job rows. Both parts are
//   built.
// - A person is built in each part with a former or current position, so that people.shared of the other parts stays
//   correct.
// - A part that has become too large is split. Adjacent affected parts that have become small are joined. All other
//   parts keep their boundaries.
import type { PersonDocument, PositionDocument } from '../../../contract/documents.ts';
import type { Space } from '../../../contract/fields.ts';
import type { ChangedCatalog } from '../changed-records.ts';
import type { EditionIndex } from '../edition-index.ts';
import { IdSet } from './id-set.ts';
import { areJoined, assertFewParts, PartLocator, type PartPlan, type PartStart, planParts } from './part-plan.ts';
import { readById } from './records-by-id.ts';

/** The parts of a base without deltas. */
export interface PartedBase {
  readonly indexes: readonly EditionIndex[];
  readonly plan: PartPlan;
  /** The number of people; a person in several parts counts once. */
  readonly people: number;
}

export interface ChangedParts {
  readonly plan: PartPlan;
  /** For each part of the plan, the former part whose files it keeps; null for a part to build. */
  readonly kept: readonly (number | null)[];
  /** The ids of the former and the current records of the parts to build. */
  readonly ids: Readonly<Record<Space, IdSet>>;
  /** The number of people in all parts. */
  readonly people: number;
}

/** Finds the parts of a base that are affected by the changes since it was built. */
export function findChangedParts(base: PartedBase, catalog: ChangedCatalog, documentsMax: number): ChangedParts {
  const found = new ChangeFinder(base, catalog);
  const starts: PartStart[] = [];
  const kept: (number | null)[] = [];
  /**
   * The number of documents of the last part to build; infinite after a kept or split part, because neither is joined.
   */
  let last = Number.POSITIVE_INFINITY;
  for (const part of base.indexes.keys()) {
    const documents = found.documentsIn(part);
    const isBuilt = found.isChanged(part);
    if (isBuilt && areJoined(last + documents, documentsMax)) {
      last += documents;
      continue;
    }
    const start = base.plan.starts[part - 1];
    if (start) starts.push(start);
    kept.push(isBuilt ? null : part);
    const cuts = isBuilt && documents > documentsMax ? found.cutsIn(part, documentsMax) : [];
    starts.push(...cuts);
    kept.push(...cuts.map(() => null));
    last = isBuilt && cuts.length === 0 ? documents : Number.POSITIVE_INFINITY;
  }
  assertFewParts(kept.length);
  const changed = [...base.indexes.keys()].filter((part) => found.isChanged(part));
  return { plan: { starts }, kept, ids: found.idsOf(changed), people: found.people };
}

class ChangeFinder {
  readonly #base: PartedBase;
  readonly #catalog: ChangedCatalog;
  readonly #locator: PartLocator;
  readonly #changed = new Set<number>();
  /**
   * For each part, the estimated number of added documents. It is too large only if an employer name now refers to
   * another company.
   */
  readonly #more: Float64Array;
  /** The current part of each changed company; null for a removed company. */
  readonly #companies = new Map<number, number | null>();
  readonly #ids: ChangedParts['ids'];
  people: number;

  constructor(base: PartedBase, catalog: ChangedCatalog) {
    this.#base = base;
    this.#catalog = catalog;
    const { companies, people, jobs } = catalog.changed;
    this.#ids = { companies: IdSet.of(companies), people: IdSet.of(people), jobs: IdSet.of(jobs) };
    this.#locator = new PartLocator(base.plan);
    this.#more = new Float64Array(base.indexes.length);
    this.people = base.people;
    this.#findCompanies();
    this.#findEmployers();
    this.#findPeople();
    this.#findJobs();
  }

  isChanged(part: number): boolean {
    return this.#changed.has(part);
  }

  /** The estimated number of documents of a part. */
  documentsIn(part: number): number {
    const { blocks } = this.#base.indexes[part]!;
    return blocks.companies.docCount + blocks.people.docCount + this.#more[part]!;
  }

  /** The ids of the former records of some parts, and of all changed records. */
  idsOf(parts: readonly number[]): ChangedParts['ids'] {
    const idsIn = (space: Space): IdSet => {
      const found = IdSet.of(this.#catalog.changed[space]);
      for (const part of parts) {
        const { ids } = this.#base.indexes[part]![space];
        for (let doc = 0; doc < ids.length; doc++) found.add(ids.at(doc));
      }
      return found;
    };
    return { companies: idsIn('companies'), people: idsIn('people'), jobs: idsIn('jobs') };
  }

  /** The places where a part is split; none if it is not too large. Reads the records of the part. */
  cutsIn(part: number, documentsMax: number): readonly PartStart[] {
    const { companies, people } = readById(this.#catalog, this.idsOf([part]));
    const own = {
      companies: Iterator.from(companies).filter((company) => this.#locator.ofCompany(company) === part),
      people: Iterator.from(people).flatMap((person) => this.#cutTo(part, person)),
    };
    return planParts(own, { documentsMax }).starts;
  }

  /** A person with only the positions in a part; nothing if the person has no document there. */
  #cutTo(part: number, person: PersonDocument): PersonDocument[] {
    if (person.positions.length === 0) return this.#locator.ofUnlinked(person, null) === part ? [person] : [];
    const positions = person.positions.filter((position) => this.#partOf(person, position) === part);
    return positions.length === 0 ? [] : [{ ...person, positions }];
  }

  #findCompanies(): void {
    for (const id of this.#catalog.changed.companies) {
      this.#add(this.#formerPartOf(id), -1);
      this.#companies.set(id, null);
    }
    for (const company of readById(this.#catalog, this.#ids).companies) {
      const part = this.#locator.ofCompany(company);
      this.#companies.set(company.id, part);
      const former = this.#formerPartOf(company.id);
      const moved = former === part ? 0 : this.#staffOf(company.id).length;
      this.#add(former, -moved);
      this.#add(part, 1 + moved);
    }
  }

  /** Finds people whose employer is now another company although their own records have not changed. */
  #findEmployers(): void {
    const { indexes } = this.#base;
    const renamed = this.#catalog.changed.employers.filter(({ from, to }) => from !== to);
    const found = new Map<number, number | null>();
    const unlinked = new Set<number>();
    const people = new IdSet();
    for (const { employerId, from, to } of renamed) {
      const part = to === null ? null : this.#partOfCompany(to);
      found.set(employerId, part);
      const former = from === null ? null : this.#formerPartOf(from);
      if (former === null) unlinked.add(employerId);
      else this.#add(former);
      const staff = from === null ? [] : this.#staffOf(from);
      if (part !== null) this.#add(part, staff.length);
      else for (const id of staff) people.add(id);
    }
    for (const [part, { people: columns }] of indexes.entries()) {
      const { unlinkedEmployers } = columns;
      for (let index = 0; unlinked.size > 0 && index < unlinkedEmployers.length; index++) {
        const employerId = unlinkedEmployers.at(index);
        if (!unlinked.has(employerId)) continue;
        this.#add(part);
        this.#add(found.get(employerId) ?? null, 1);
      }
    }
    // People whose employer name no longer refers to a company move to a place among the people without an employer.
    for (const person of readById(this.#catalog, { ...this.#ids, people }).people)
      for (const position of person.positions)
        if (position.employerId !== undefined && found.get(position.employerId) === null)
          this.#add(this.#locator.ofUnlinked(person, position), 1);
  }

  #findPeople(): void {
    const wanted = this.#ids.people;
    const known = new IdSet();
    for (const [part, { people }] of this.#base.indexes.entries())
      for (let doc = 0; wanted.count > 0 && doc < people.ids.length; doc++) {
        const id = people.ids.at(doc);
        if (!wanted.has(id)) continue;
        this.#add(part, -1);
        known.add(id);
      }
    this.people -= known.count;
    for (const person of readById(this.#catalog, this.#ids).people) {
      this.people += 1;
      if (person.positions.length === 0) this.#add(this.#locator.ofUnlinked(person, null), 1);
      for (const position of person.positions) this.#add(this.#partOf(person, position), 1);
    }
  }

  #findJobs(): void {
    for (const id of this.#catalog.changed.jobs)
      for (const [part, { jobs }] of this.#base.indexes.entries()) if (jobs.docOf(id) >= 0) this.#add(part);
    for (const job of readById(this.#catalog, this.#ids).jobs)
      this.#add(this.#partOfCompany(job.companyId) ?? this.#locator.count - 1);
  }

  #add(part: number | null, documents = 0): void {
    if (part === null) return;
    this.#changed.add(part);
    this.#more[part]! += documents;
  }

  #partOf(person: PersonDocument, position: PositionDocument): number {
    return this.#partOfCompany(position.companyId) ?? this.#locator.ofUnlinked(person, position);
  }

  /** Null for a company that is not in the edition. */
  #partOfCompany(id: number | null): number | null {
    if (id === null) return null;
    const part = this.#companies.get(id);
    return part === undefined ? this.#formerPartOf(id) : part;
  }

  #formerPartOf(companyId: number): number | null {
    const part = this.#base.indexes.findIndex(({ companies }) => companies.docOf(companyId) >= 0);
    return part < 0 ? null : part;
  }

  /** The ids of the people of a company in the base. */
  #staffOf(companyId: number): number[] {
    const part = this.#formerPartOf(companyId);
    if (part === null) return [];
    const { companies, people } = this.#base.indexes[part]!;
    const company = companies.docOf(companyId);
    const start = people.ownership.start(company);
    return Array.from({ length: people.ownership.end(company) - start }, (_, index) => people.ids.at(start + index));
  }
}
