// The records of an edition in layers.
import type { Space } from '../../../contract/fields.ts';
import type { RecordPack, Records } from '../bodies/record-pack.ts';
import type { LayerNumbering } from './layer-numbering.ts';

export class LayeredRecords implements Records {
  readonly #packs: readonly RecordPack[];
  readonly #numbering: Readonly<Record<Space, LayerNumbering>>;

  /** `packs`: one for each layer. */
  constructor(packs: readonly RecordPack[], numbering: Readonly<Record<Space, LayerNumbering>>) {
    this.#packs = packs;
    this.#numbering = numbering;
  }

  people(docs: readonly number[], take: Parameters<Records['people']>[1]): void {
    this.#numbering.people.byLayer(docs, (layer, own, indexOf) =>
      this.#packs[layer]?.people(own, (index, json) => take(indexOf(index), json)),
    );
  }

  companies(docs: readonly number[], take: Parameters<Records['companies']>[1]): void {
    this.#numbering.companies.byLayer(docs, (layer, own, indexOf) =>
      this.#packs[layer]?.companies(own, (index, company) => take(indexOf(index), company)),
    );
  }

  jobUrls(doc: number): ReturnType<Records['jobUrls']> {
    const { jobs } = this.#numbering;
    return this.#packs[jobs.layerOf(doc)]?.jobUrls(jobs.ownOf(doc)) ?? {};
  }

  jobs(docs: readonly number[], take: Parameters<Records['jobs']>[1]): void {
    this.#numbering.jobs.byLayer(docs, (layer, own, indexOf) =>
      this.#packs[layer]?.jobs(own, (index, job) => take(indexOf(index), job)),
    );
  }
}
