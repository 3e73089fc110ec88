// The records of an edition in layers.
import type { Space } from '../../../contract/fields.ts';
import type { RecordPack, Records } from '../bodies/record-pack.ts';
import type { SpacePlaces } from './space-places.ts';

export class LayeredRecords implements Records {
  readonly #packs: readonly RecordPack[];
  readonly #places: Readonly<Record<Space, SpacePlaces>>;

  /** `packs`: one for each layer. */
  constructor(packs: readonly RecordPack[], places: Readonly<Record<Space, SpacePlaces>>) {
    this.#packs = packs;
    this.#places = places;
  }

  people(docs: readonly number[], take: Parameters<Records['people']>[1]): void {
    this.#places.people.byLayer(docs, (layer, own, indexOf) =>
      this.#packs[layer]?.people(own, (place, person) => take(indexOf(place), person)),
    );
  }

  companies(docs: readonly number[], take: Parameters<Records['companies']>[1]): void {
    this.#places.companies.byLayer(docs, (layer, own, indexOf) =>
      this.#packs[layer]?.companies(own, (place, company) => take(indexOf(place), company)),
    );
  }

  jobUrls(doc: number): ReturnType<Records['jobUrls']> {
    const { jobs } = this.#places;
    return this.#packs[jobs.layerOf(doc)]?.jobUrls(jobs.ownOf(doc)) ?? {};
  }

  jobs(docs: readonly number[], take: Parameters<Records['jobs']>[1]): void {
    this.#places.jobs.byLayer(docs, (layer, own, indexOf) =>
      this.#packs[layer]?.jobs(own, (place, job) => take(indexOf(place), job)),
    );
  }
}
