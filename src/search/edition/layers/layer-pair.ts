// A base and its delta: which documents of each are valid, and the company of each document.
import type { Space } from '../../../contract/fields.ts';
import type { Edition } from '../edition.ts';
import { EmployerOverrides, type Hidden } from '../hidden.ts';
import { alone, IntervalSet } from '../sets/interval-set.ts';
import type { DeltaSeam } from './delta-seam.ts';
import { type Position, SpacePlaces } from './space-places.ts';

export class LayerPair {
  readonly base: Edition;
  readonly delta: Edition;
  readonly places: Readonly<Record<Space, SpacePlaces>>;
  /** The documents of the base that the delta replaces, and the employers whose fields it holds. */
  readonly masked: Hidden;
  /** The companies of the delta that are there for its people and job rows only: those of the base are valid. */
  readonly guests: Hidden;
  readonly #seam: DeltaSeam;
  readonly #overrides: EmployerOverrides;

  constructor(base: Edition, delta: Edition, seam: DeltaSeam) {
    this.base = base;
    this.delta = delta;
    this.#seam = seam;
    const placesIn = (space: Space) => new SpacePlaces(base.index.blocks[space].docCount, seam.places[space]);
    this.places = { companies: placesIn('companies'), people: placesIn('people'), jobs: placesIn('jobs') };
    const setOf = ({ index }: Edition, space: Space, docs: Iterable<number>) =>
      new IntervalSet(index.blocks[space], Array.from(docs, alone));
    const { companies, people, jobs } = seam.masked;
    const sets = {
      companies: setOf(base, 'companies', companies),
      people: setOf(base, 'people', people),
      jobs: setOf(base, 'jobs', jobs),
    };
    const known = [...seam.baseCompanies.keys()].filter((doc) => seam.baseCompanies[doc]! > 0);
    const isGuest = (doc: number) => !sets.companies.has(seam.baseCompanies[doc]! - 1);
    const newer = Uint32Array.from(known.filter((doc) => !isGuest(doc)));
    const docs = newer.map((doc) => seam.baseCompanies[doc]! - 1);
    this.#overrides = new EmployerOverrides(base.index, { docs, newer, index: delta.index });
    this.masked = { sets, overrides: this.#overrides, delta: null };
    this.guests = {
      sets: {
        companies: setOf(delta, 'companies', known.filter(isGuest)),
        people: setOf(delta, 'people', []),
        jobs: setOf(delta, 'jobs', []),
      },
      overrides: null,
      delta: null,
    };
  }

  counts(): Edition['counts'] {
    const { base, delta, masked, guests } = this;
    const { unlinkedEmployers, ownership, ids } = base.index.people;
    const unlinkedStart = ownership.start(ownership.companyCount);
    const hasPosition = (doc: number) => doc < unlinkedStart || unlinkedEmployers.at(doc - unlinkedStart) > 0;
    const gone = this.#seam.masked.people;
    return {
      companies:
        base.counts.companies -
        masked.sets.companies.estimate +
        delta.counts.companies -
        guests.sets.companies.estimate,
      people: base.counts.people - new Set(gone.map((doc) => ids.at(doc))).size + delta.counts.people,
      positions: base.counts.positions - gone.filter(hasPosition).length + delta.counts.positions,
      jobs: base.counts.jobs - masked.sets.jobs.estimate + delta.counts.jobs,
    };
  }

  /** The document of the company of a document, as answered: the delta's if it holds the company, else the base's. */
  companyOf(space: 'people' | 'jobs', doc: number): number | null {
    const own = this.places[space].inDelta(doc);
    const { companies } = this.places;
    if (own < 0) {
      const company = this.base.companyOf(space, doc);
      const newer = company === null ? -1 : this.#overrides.newerOf(company);
      return newer < 0 ? company : companies.fromDelta(newer);
    }
    const company = this.delta.companyOf(space, own);
    if (company === null) return null;
    return this.guests.sets.companies.has(company)
      ? this.#seam.baseCompanies[company]! - 1
      : companies.fromDelta(company);
  }

  idOf(doc: number): number {
    const own = this.places.people.inDelta(doc);
    return own < 0 ? this.base.index.people.ids.at(doc) : this.delta.index.people.ids.at(own);
  }

  /** Orders companies as documents of the base; between two of them for a new one, infinite for none. */
  companyRankOf(doc: number): number {
    const own = this.places.people.inDelta(doc);
    if (own < 0) return this.base.companyOf('people', doc) ?? Number.POSITIVE_INFINITY;
    const company = this.delta.companyOf('people', own);
    if (company === null) return Number.POSITIVE_INFINITY;
    const known = this.#seam.baseCompanies[company]! - 1;
    return known < 0 ? this.#seam.places.companies[company]! - 0.5 : known;
  }

  /** The place before the first person of the employer of a person, in both layers; without an employer its own place. */
  beforeStaffOf(doc: number): Position {
    const position = this.places.people.positionOf(doc);
    const employer = this.#employerOf(doc);
    if (employer === null) return position;
    const { base, delta } = employer;
    return {
      base: base < 0 ? position.base : this.base.index.people.ownership.start(base) - 1,
      delta: delta < 0 ? position.delta : this.delta.index.people.ownership.start(delta) - 1,
    };
  }

  /** Of people in order the first `max` of each employer, and all without one. */
  admitted(docs: readonly number[], max: number): number[] {
    const passed = new Map<string, number>();
    return docs.filter((doc) => {
      const employer = this.#employerOf(doc);
      if (employer === null) return true;
      const key = employer.base < 0 ? `new ${employer.delta}` : `${employer.base}`;
      const count = (passed.get(key) ?? 0) + 1;
      passed.set(key, count);
      return count <= max;
    });
  }

  /** How many of these people of the delta each company of the base has. */
  staffByBaseCompany(docs: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const doc of docs) {
      const company = this.delta.companyOf('people', doc);
      const known = company === null ? -1 : this.#seam.baseCompanies[company]! - 1;
      if (known >= 0) counts.set(known, (counts.get(known) ?? 0) + 1);
    }
    return counts;
  }

  /** The document of a person's employer in each layer, -1 where it has none; null without an employer. */
  #employerOf(doc: number): Position | null {
    if (doc < 0) return null;
    const own = this.places.people.inDelta(doc);
    if (own < 0) {
      const base = this.base.companyOf('people', doc);
      return base === null ? null : { base, delta: this.delta.companyDocOf(this.base.companyIdOf(base)) };
    }
    const delta = this.delta.companyOf('people', own);
    return delta === null ? null : { base: this.#seam.baseCompanies[delta]! - 1, delta };
  }
}
