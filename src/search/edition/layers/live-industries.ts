// The industries of an edition in layers: all industries that at least one valid company has.
import type { Edition } from '../edition.ts';
import type { EditionIndex } from '../edition-index.ts';
import type { Hidden } from '../hidden.ts';
import { compareTexts } from '../terms/compare-texts.ts';

/** For each edition, the number of its companies by industry code. Counted once. */
const known = new WeakMap<EditionIndex, Uint32Array>();

/** The industries in text order. `editions`: the layers, the lowest first. */
export function liveIndustries(editions: readonly Edition[], hidden: Hidden): string[] {
  const live = editions.flatMap(({ index }, layer) => liveIn(index, layer === 0 ? hidden : hidden.layers[layer - 1]!));
  return [...new Set(live)].sort(compareTexts);
}

function liveIn(index: EditionIndex, { sets }: Hidden): string[] {
  const column = index.values.industry;
  const companies = index.companies.ids.length;
  const counts = (known.get(index) ?? countAll(index)).slice();
  for (const doc of sets.companies.within(0, companies)) counts[column.codeAt(doc)]!--;
  return column.values.filter((_, code) => counts[code + 1]! > 0);
}

function countAll(index: EditionIndex): Uint32Array {
  const column = index.values.industry;
  const counts = new Uint32Array(column.codeCount + 1);
  for (let doc = 0; doc < index.companies.ids.length; doc++) counts[column.codeAt(doc)]!++;
  known.set(index, counts);
  return counts;
}
