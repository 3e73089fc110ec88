// The sort keys of documents in two layers. A company of the base has the key that it has there in both layers.
import type { Space } from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { type DocSlugs, Seeker } from '../seek.ts';
import type { SortKey } from '../sort-key.ts';
import type { LayerPair } from './layer-pair.ts';

export class LayeredSeeker {
  readonly #pair: LayerPair;
  readonly #base: Seeker;
  readonly #delta: Seeker;

  constructor(pair: LayerPair) {
    const { base, delta } = pair;
    const [ofBase, ofDelta] = [base.slugs, delta.slugs];
    assert(ofBase && ofDelta, 'both layers have records');
    const slugs: DocSlugs = {
      company: (doc) => {
        const known = base.companyDocOf(delta.companyIdOf(doc));
        return known < 0 ? ofDelta.company(doc) : ofBase.company(known);
      },
      person: (doc) => ofDelta.person(doc),
    };
    this.#pair = pair;
    this.#base = new Seeker(base.index, ofBase);
    this.#delta = new Seeker(delta.index, slugs);
  }

  keyOf(space: Space, doc: number): Promise<SortKey> {
    const own = this.#pair.places[space].inDelta(doc);
    return own < 0 ? this.#base.keyOf(space, doc) : this.#delta.keyOf(space, own);
  }

  /** The last document that is not after the key; -1 if all are. */
  async seek(space: Space, key: SortKey): Promise<number> {
    const position = { base: await this.#base.seek(space, key), delta: await this.#delta.seek(space, key) };
    return this.#pair.places[space].lastOf(position);
  }
}
