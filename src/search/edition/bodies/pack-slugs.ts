// The slugs of an edition's documents, read from its pack.
import type { EditionPack } from './edition-pack.ts';

export class PackSlugs {
  readonly #pack: EditionPack;
  readonly #firstOf: (doc: number) => number;

  /** `firstOf`: the first document of the person of a document. */
  constructor(pack: EditionPack, firstOf: (doc: number) => number) {
    this.#pack = pack;
    this.#firstOf = firstOf;
  }

  company(doc: number): string {
    let slug = '';
    this.#pack.records.companies([doc], (_, company) => {
      slug = company.slug;
    });
    return slug;
  }

  person(doc: number): string {
    return this.#pack.lookups.slugAt(this.#pack.records.mainOf(this.#firstOf(doc)));
  }
}
