// Look-ups by identifiers in two layers. A document that the delta replaces never answers; of several owners the first
// of both layers does.
import type { Space } from '../../../contract/fields.ts';
import type { FoundPerson, IdentifierLookUps, PackLookUps, TakeCompany } from '../bodies/look-ups.ts';
import type { IntervalSet } from '../sets/interval-set.ts';
import type { SpacePlaces } from './space-places.ts';

interface Layers {
  readonly base: PackLookUps;
  readonly delta: PackLookUps;
  readonly places: Readonly<Record<Space, SpacePlaces>>;
  /** The documents of the base that the delta replaces. */
  readonly masked: Readonly<Record<Space, IntervalSet>>;
}

/** The order of people, by documents of both layers. */
interface PeopleOrder {
  idOf(doc: number): number;
  /** Orders companies as documents of the base; between two of them for a new one, infinite for none. */
  companyRankOf(doc: number): number;
}

export class LayeredLookUps implements IdentifierLookUps {
  readonly #layers: Layers;
  readonly #people: PeopleOrder;

  constructor(layers: Layers, people: PeopleOrder) {
    this.#layers = layers;
    this.#people = people;
  }

  person(slug: string): FoundPerson | null {
    return this.#inDelta(this.#layers.delta.person(slug)) ?? this.#layers.base.person(slug, this.#isLive('people'));
  }

  personOfEmail(address: string): FoundPerson | null {
    const { base, delta } = this.#layers;
    const found = this.#inDelta(delta.personOfEmail(address));
    const other = base.personOfEmail(address, this.#isLive('people'));
    if (!found || !other) return found ?? other;
    return this.#people.idOf(found.doc) < this.#people.idOf(other.doc) ? found : other;
  }

  personOfPhone(number: string): FoundPerson | null {
    const { base, delta } = this.#layers;
    const found = this.#inDelta(delta.personOfPhone(number));
    const other = base.personOfPhone(number, this.#isLive('people'));
    if (!found || !other) return found ?? other;
    const people = this.#people;
    const [rank, otherRank] = [people.companyRankOf(found.doc), people.companyRankOf(other.doc)];
    const isFirst = rank === otherRank ? people.idOf(found.doc) < people.idOf(other.doc) : rank < otherRank;
    return isFirst ? found : other;
  }

  company<Result>(slug: string, take: TakeCompany<Result>): Result | null {
    const { base, delta, places } = this.#layers;
    const found = delta.company(slug, (doc, unit) => ({ result: take(places.companies.fromDelta(doc), unit) }));
    return found ? found.result : base.company(slug, take, this.#isLive('companies'));
  }

  companiesOnDomain<Result>(domain: string, take: TakeCompany<Result>): Result[] {
    const { base, delta, places } = this.#layers;
    const ofDelta = new Map(
      delta.companiesOnDomain(domain, (doc, unit): [number, Result] => {
        const own = places.companies.fromDelta(doc);
        return [own, take(own, unit)];
      }),
    );
    const ofBase = new Map(
      base.companiesOnDomain(
        domain,
        (doc, unit): [number, Result] => [doc, take(doc, unit)],
        this.#isLive('companies'),
      ),
    );
    const inDelta = Array.from(ofDelta.keys(), (doc) => places.companies.inDelta(doc));
    return places.companies
      .merged([...ofBase.keys()], inDelta)
      .map((doc) => (ofBase.has(doc) ? ofBase.get(doc) : ofDelta.get(doc)) as Result);
  }

  #inDelta(found: FoundPerson | null): FoundPerson | null {
    return found && { ...found, doc: this.#layers.places.people.fromDelta(found.doc) };
  }

  #isLive(space: Space): (doc: number) => boolean {
    const masked = this.#layers.masked[space];
    return (doc) => !masked.has(doc);
  }
}
