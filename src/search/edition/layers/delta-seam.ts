// The place of a delta edition over its base: which documents of the base it replaces, and where each of its documents
// belongs among those of the base. All of it are numbers, so that merging needs no keys.
import type { Space } from '../../../contract/fields.ts';
import type { Edition, SharedEdition } from '../edition.ts';
import { type DocSlugs, Seeker } from '../seek.ts';

type BySpace<Value> = Readonly<Record<Space, Value>>;

export interface DeltaSeam {
  /** The edition over which the delta lies. */
  readonly baseId: string;
  /** For each document of the delta the documents of the base before it; ascending. */
  readonly places: BySpace<Uint32Array>;
  /** The documents of the base that are replaced or gone, ascending. */
  readonly masked: BySpace<Uint32Array>;
  /** For each company document of the delta the document of this company in the base + 1; 0 for a new company. */
  readonly baseCompanies: Uint32Array;
}

/** A delta as one thread hands it to another, which shares its memory. */
export interface SharedDelta {
  /** The records that changed since the base was built. */
  readonly records: number;
  readonly edition: SharedEdition;
  readonly seam: DeltaSeam;
}

interface Layers {
  readonly base: Edition;
  readonly delta: Edition;
  /** Of both. */
  readonly slugs: { readonly base: DocSlugs; readonly delta: DocSlugs };
}

/** Finds the places of the documents of a delta. A company that the base has keeps its place there. */
export async function measureSeam(layers: Layers, masked: DeltaSeam['masked']): Promise<DeltaSeam> {
  const { base, delta, slugs } = layers;
  const seekers = { base: new Seeker(base.index, slugs.base), delta: new Seeker(delta.index, slugs.delta) };
  const { ids } = delta.index.companies;
  const companies = sharedNumbers(ids.length);
  const baseCompanies = sharedNumbers(ids.length);
  for (let doc = 0; doc < ids.length; doc++) {
    const known = base.index.companies.placeOf(ids.at(doc));
    baseCompanies[doc] = known + 1;
    // Of equal keys the company of the base is first.
    companies[doc] =
      known >= 0 ? known : (await seekers.base.seekCompany(await seekers.delta.keyOf('companies', doc))).last + 1;
  }
  const inGroups = (space: 'people' | 'jobs') => placesInGroups(space, layers, { seekers, companies, baseCompanies });
  const places = { companies, people: await inGroups('people'), jobs: await inGroups('jobs') };
  return { baseId: base.id, places, masked, baseCompanies };
}

/**
 * The places of people or job rows: among those of the same company, or of those without one. A changed record is before
 * its former document: a page that ended there has answered it.
 */
async function placesInGroups(
  space: 'people' | 'jobs',
  { base, delta }: Layers,
  known: Pick<DeltaSeam, 'baseCompanies'> & {
    readonly seekers: Readonly<Record<'base' | 'delta', Seeker>>;
    readonly companies: Uint32Array;
  },
): Promise<Uint32Array> {
  const own = delta.index.ownership(space);
  const others = base.index.ownership(space);
  const places = sharedNumbers(delta.index.blocks[space].docCount);
  for (let doc = 0; doc < places.length; doc++) {
    const company = own.of(doc);
    const group = company === own.companyCount ? others.companyCount : known.baseCompanies[company]! - 1;
    places[doc] =
      group < 0
        ? others.start(known.companies[company]!)
        : await known.seekers.base.firstIn(space, group, await known.seekers.delta.keyIn(space, doc));
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
