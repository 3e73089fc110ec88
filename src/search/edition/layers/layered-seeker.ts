// The sort keys of documents in layers. A company has the same key in all layers: the key in the lowest layer that
// contains it.
import type { Space } from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { type DocSlugs, Seeker } from '../query/seek.ts';
import type { SortKey } from '../sort-key.ts';
import type { LayerStack } from './layer-stack.ts';

/** For each layer, the slugs by which its documents are ordered. */
function slugsOf({ editions }: LayerStack): DocSlugs[] {
  const own = editions.map(({ slugs }) => {
    assert(slugs, 'all layers have records');
    return slugs;
  });
  return editions.map((edition, layer) => ({
    company: (doc) => {
      const id = edition.companyIdOf(doc);
      for (let below = 0; below < layer; below++) {
        const known = editions[below]!.companyDocOf(id);
        if (known >= 0) return own[below]!.company(known);
      }
      return own[layer]!.company(doc);
    },
    person: (doc) => own[layer]!.person(doc),
  }));
}

/** One seeker for each layer. */
export function seekersOf(stack: LayerStack): Seeker[] {
  return slugsOf(stack).map((slugs, layer) => new Seeker(stack.editions[layer]!.index, slugs));
}

export class LayeredSeeker {
  readonly #stack: LayerStack;
  readonly #seekers: readonly Seeker[];

  constructor(stack: LayerStack) {
    this.#stack = stack;
    this.#seekers = seekersOf(stack);
  }

  keyOf(space: Space, doc: number): Promise<SortKey> {
    const numbering = this.#stack.numbering[space];
    return this.#seekers[numbering.layerOf(doc)]!.keyOf(space, numbering.ownOf(doc));
  }

  /** The last document that is not after the key; -1 if all are after it. */
  async seek(space: Space, key: SortKey): Promise<number> {
    const { partCount, numbering } = this.#stack;
    const seekPart = (part: number) => this.#seekers[part]!.seek(space, key);
    const ofParts = await lastInParts(partCount, { seekPart, endOf: (part) => numbering[space].countOf(part) - 1 });
    const ofDeltas = await Promise.all(this.#seekers.slice(partCount).map((seeker) => seeker.seek(space, key)));
    return numbering[space].lastOf([...ofParts, ...ofDeltas]);
  }
}

interface PartSeeking {
  /** The last document of a part that is not after a key; -1 if all are after it. */
  readonly seekPart: (part: number) => Promise<number>;
  /** The last document of a part. */
  readonly endOf: (part: number) => number;
}

/**
 * For each part, its last document that is not after a key; -1 if all are after it. If one document of a part is not
 * after the key, no document of the parts before it is.
 */
export async function lastInParts(parts: number, { seekPart, endOf }: PartSeeking): Promise<number[]> {
  const found: number[] = [];
  let isFound = false;
  for (let part = parts - 1; part >= 0; part--) {
    const last: number = isFound ? endOf(part) : await seekPart(part);
    isFound ||= last >= 0;
    found.unshift(last);
  }
  return found;
}
