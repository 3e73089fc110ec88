// Look-ups by identifiers in layers. A document that a newer layer replaces is never found. Several owners of an
// identifier are ordered over all layers.
import { OWNERS_MAX } from '../../../contract/documents.ts';
import type { Space } from '../../../contract/fields.ts';
import type { Work } from '../../../ops/scheduling/work.ts';
import type { CompanyVisitor, FoundPerson, IdentifierLookups, PackLookups } from '../bodies/lookups.ts';
import type { HiddenRecords } from '../hidden.ts';
import type { LayerStack } from './layer-stack.ts';

export class LayeredLookups implements IdentifierLookups {
  readonly #layers: readonly PackLookups[];
  readonly #stack: LayerStack;
  readonly #hidden: HiddenRecords | null;

  /** `hidden`: further records that are never found. */
  constructor(layers: readonly PackLookups[], stack: LayerStack, hidden: HiddenRecords | null) {
    this.#layers = layers;
    this.#stack = stack;
    this.#hidden = hidden;
  }

  person(slug: string): FoundPerson | null {
    const found = this.#people((layer, isLive) => {
      const person = layer.person(slug, isLive);
      return person ? [person] : [];
    });
    return found[0] ?? null;
  }

  peopleOfEmail(address: string, max: number): FoundPerson[] {
    const found = this.#people((layer, isLive) => layer.peopleOfEmail(address, max, isLive));
    return found.sort((one, other) => this.#compareIds(one, other)).slice(0, max);
  }

  peopleOfPhone(number: string, max: number): FoundPerson[] {
    const found = this.#people((layer, isLive) => layer.peopleOfPhone(number, max, isLive));
    return found.sort((one, other) => this.#compareEmployers(one, other)).slice(0, max);
  }

  peopleWithId(key: string): FoundPerson[] {
    const found = this.#people((layer, isLive) => layer.peopleWithId(key, isLive));
    return found.sort((one, other) => this.#compareIds(one, other)).slice(0, OWNERS_MAX);
  }

  company<Result>(slug: string, take: CompanyVisitor<Result>): Result | null {
    const { companies } = this.#stack.numbering;
    for (const [layer, lookups] of this.#layers.entries()) {
      const found = lookups.company(
        slug,
        (doc, unit) => ({ result: take(companies.numberOf(layer, doc), unit) }),
        this.#isLive(layer, 'companies'),
      );
      if (found) return found.result;
    }
    return null;
  }

  companiesOnDomain<Result>(domain: string, max: number, take: CompanyVisitor<Result>): Result[] {
    const found = this.#companies(take, (layer, takeDoc, isLive) =>
      layer.companiesOnDomain(domain, max, takeDoc, isLive),
    );
    return found.slice(0, max);
  }

  *companyDocsOnDomain(domain: string): Work<number[]> {
    const { companies } = this.#stack.numbering;
    const found: number[] = [];
    for (const [layer, lookups] of this.#layers.entries()) {
      const docs = yield* lookups.companyDocsOnDomain(domain, this.#isLive(layer, 'companies'));
      for (const doc of docs) found.push(companies.numberOf(layer, doc));
    }
    return found;
  }

  companiesWithId<Result>(key: string, take: CompanyVisitor<Result>): Result[] {
    const found = this.#companies(take, (layer, takeDoc, isLive) => layer.companiesWithId(key, takeDoc, isLive));
    return found.slice(0, OWNERS_MAX);
  }

  /** The companies that the layers find, in the order of companies. */
  #companies<Result>(
    take: CompanyVisitor<Result>,
    find: (layer: PackLookups, takeDoc: CompanyVisitor<number>, isLive: (doc: number) => boolean) => number[],
  ): Result[] {
    const { companies } = this.#stack.numbering;
    const results = new Map<number, Result>();
    const found = this.#layers.map((lookups, layer) => {
      const takeDoc: CompanyVisitor<number> = (doc, unit) => {
        results.set(companies.numberOf(layer, doc), take(companies.numberOf(layer, doc), unit));
        return doc;
      };
      return find(lookups, takeDoc, this.#isLive(layer, 'companies'));
    });
    return companies.merged(found).map((doc) => results.get(doc) as Result);
  }

  #people(find: (layer: PackLookups, isLive: (doc: number) => boolean) => FoundPerson[]): FoundPerson[] {
    return this.#layers.flatMap((lookups, layer) => {
      const found = find(lookups, this.#isLive(layer, 'people'));
      return found.map((each) => ({ ...each, doc: this.#stack.numbering.people.numberOf(layer, each.doc) }));
    });
  }

  #compareIds(one: FoundPerson, other: FoundPerson): number {
    return this.#stack.personIdOf(one.doc) - this.#stack.personIdOf(other.doc);
  }

  /** By the order of their companies, then by id. */
  #compareEmployers(one: FoundPerson, other: FoundPerson): number {
    const isBefore = this.#stack.isEmployerBefore(one.doc, other.doc);
    if (isBefore === this.#stack.isEmployerBefore(other.doc, one.doc)) return this.#compareIds(one, other);
    return isBefore ? -1 : 1;
  }

  #isLive(layer: number, space: Exclude<Space, 'jobs'>): (doc: number) => boolean {
    const replaced = this.#stack.hidden[layer]!.sets[space];
    const hidden = this.#hidden?.[space] ?? null;
    if (hidden === null) return (doc) => !replaced.has(doc);
    const { ids } = this.#stack.editions[layer]!.index[space];
    return (doc) => !replaced.has(doc) && !hidden.has(ids.at(doc));
  }
}
