// Finds where the documents of a delta belong in the order of the layers below.
import { inBackground } from '../../../ops/scheduling/fair-scheduler.ts';
import type { Edition } from '../edition.ts';
import { type DocSlugs, Seeker } from '../seek.ts';
import type { SortKey } from '../sort-key.ts';
import type { LayerStack } from './layer-stack.ts';
import { lastInParts, seekersOf } from './layered-seeker.ts';
import type { DeltaSeam } from './shared-delta.ts';

interface Delta {
  readonly edition: Edition;
  readonly slugs: DocSlugs;
}

/**
 * Finds where the documents of a delta belong in the order of each layer below. `masked`: the replaced documents of
 * each layer. A company that a layer contains keeps its place there.
 */
export async function measureSeams(
  below: LayerStack,
  delta: Delta,
  masked: readonly DeltaSeam['masked'][],
): Promise<DeltaSeam[]> {
  const seekers = { below: seekersOf(below), delta: new Seeker(delta.edition.index, delta.slugs) };
  const { ids } = delta.edition.index.companies;
  const found = below.editions.map(() => ({ places: sharedNumbers(ids.length), companies: sharedNumbers(ids.length) }));
  for (let doc = 0; doc < ids.length; doc++) {
    const known = below.firstCompanyDoc(ids.at(doc));
    const position = known < 0 ? null : below.places.companies.positionOf(known);
    const lasts = position ?? (await lastCompanies(below, seekers.below, await seekers.delta.keyOf('companies', doc)));
    for (const [layer, { places, companies }] of found.entries()) {
      const own = below.editions[layer]!.companyDocOf(ids.at(doc));
      companies[doc] = own + 1;
      // If the keys are equal, the company of the layer is before the company of the delta.
      if (own >= 0) places[doc] = own;
      else places[doc] = 1 + lasts[layer]!;
    }
  }
  const seams: DeltaSeam[] = [];
  for (const [layer, { places, companies }] of found.entries()) {
    const edition = below.editions[layer]!;
    const known = { places, companies, seekers: { below: seekers.below[layer]!, delta: seekers.delta } };
    const inGroups = (space: 'people' | 'jobs') => placesInGroups(space, { edition, delta: delta.edition }, known);
    const all = { companies: places, people: await inGroups('people'), jobs: await inGroups('jobs') };
    seams.push({ layerId: edition.id, places: all, masked: masked[layer]!, companies });
  }
  return seams;
}

/** For each layer, its last company that is not after a key; -1 if all are. */
async function lastCompanies(
  { partCount, places }: LayerStack,
  seekers: readonly Seeker[],
  key: SortKey,
): Promise<readonly number[]> {
  const seekIn = async (layer: number) => (await seekers[layer]!.seekCompany(key)).last;
  const ofParts = await lastInParts(partCount, {
    seekPart: seekIn,
    endOf: (part) => places.companies.countOf(part) - 1,
  });
  const ofDeltas: number[] = [];
  for (let layer = partCount; layer < seekers.length; layer++) ofDeltas.push(await seekIn(layer));
  return [...ofParts, ...ofDeltas];
}

/**
 * The places in one layer of the people or job rows of a delta: among the documents of the same company, or among the
 * documents without a company. A changed record is before its former document, because a page that ended with the
 * former document has already answered the record.
 */
async function placesInGroups(
  space: 'people' | 'jobs',
  { edition, delta }: { readonly edition: Edition; readonly delta: Edition },
  known: {
    readonly seekers: Readonly<Record<'below' | 'delta', Seeker>>;
    readonly places: Uint32Array;
    readonly companies: Uint32Array;
  },
): Promise<Uint32Array> {
  const own = delta.index.ownership(space);
  const others = edition.index.ownership(space);
  const places = sharedNumbers(delta.index.blocks[space].docCount);
  const finder = space === 'people' ? await inBackground(edition.index.personFinder()) : null;
  // A changed person usually has the key of the former document. Then no other keys need to be compared.
  const formerOf = (doc: number) => finder?.documentsOf(delta.index.people.ids.at(doc)).reverse() ?? [];
  for (let doc = 0; doc < places.length; doc++) {
    const company = own.of(doc);
    const group = company === own.companyCount ? others.companyCount : known.companies[company]! - 1;
    places[doc] =
      group < 0
        ? others.start(known.places[company]!)
        : await known.seekers.below.firstIn(
            { space, company: group },
            await known.seekers.delta.keyIn(space, doc),
            formerOf(doc),
          );
  }
  return places;
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

/** Documents in shared memory, ascending. */
export function sharedDocs(docs: Iterable<number>): Uint32Array {
  const ascending = Uint32Array.from(docs).sort();
  const shared = sharedNumbers(ascending.length);
  shared.set(ascending);
  return shared;
}
