// Finds where the documents of a delta belong in the order of the layers below.
import { inBackground } from '../../../ops/scheduling/fair-scheduler.ts';
import type { Edition } from '../edition.ts';
import { type DocSlugs, Seeker } from '../query/seek.ts';
import type { SortKey } from '../sort-key.ts';
import type { LayerStack } from './layer-stack.ts';
import { lastInParts, seekersOf } from './layered-seeker.ts';
import type { DeltaSeam } from './shared-delta.ts';

interface Delta {
  readonly edition: Edition;
  readonly slugs: DocSlugs;
}

/**
 * Finds where the documents of a delta belong in the order of each layer below. `replaced`: the replaced documents of
 * each layer. A company that a layer contains keeps its position there.
 */
export async function measureSeams(
  below: LayerStack,
  delta: Delta,
  replaced: readonly DeltaSeam['replaced'][],
): Promise<DeltaSeam[]> {
  const seekers = { below: seekersOf(below), delta: new Seeker(delta.edition.index, delta.slugs) };
  const { ids } = delta.edition.index.companies;
  const found = below.editions.map(() => ({
    docsBefore: sharedNumbers(ids.length),
    companyDocs: sharedNumbers(ids.length),
  }));
  for (let doc = 0; doc < ids.length; doc++) {
    const known = below.firstCompanyDoc(ids.at(doc));
    const position = known < 0 ? null : below.numbering.companies.positionOf(known);
    const lasts = position ?? (await lastCompanies(below, seekers.below, await seekers.delta.keyOf('companies', doc)));
    for (const [layer, { docsBefore, companyDocs }] of found.entries()) {
      const own = below.editions[layer]!.companyDocOf(ids.at(doc));
      companyDocs[doc] = own + 1;
      // If the keys are equal, the company of the layer is before the company of the delta.
      if (own >= 0) docsBefore[doc] = own;
      else docsBefore[doc] = 1 + lasts[layer]!;
    }
  }
  const seams: DeltaSeam[] = [];
  for (const [layer, { docsBefore, companyDocs }] of found.entries()) {
    const edition = below.editions[layer]!;
    const known = { docsBefore, companyDocs, seekers: { below: seekers.below[layer]!, delta: seekers.delta } };
    const inGroups = (space: 'people' | 'jobs') => docsBeforeInGroups(space, { edition, delta: delta.edition }, known);
    const all = { companies: docsBefore, people: await inGroups('people'), jobs: await inGroups('jobs') };
    seams.push({ layerId: edition.id, docsBefore: all, replaced: replaced[layer]!, companyDocs });
  }
  return seams;
}

/** For each layer, its last company that is not after a key; -1 if all are after it. */
async function lastCompanies(
  { partCount, numbering }: LayerStack,
  seekers: readonly Seeker[],
  key: SortKey,
): Promise<readonly number[]> {
  const seekIn = async (layer: number) => (await seekers[layer]!.seekCompany(key)).last;
  const ofParts = await lastInParts(partCount, {
    seekPart: seekIn,
    endOf: (part) => numbering.companies.countOf(part) - 1,
  });
  const ofDeltas: number[] = [];
  for (let layer = partCount; layer < seekers.length; layer++) ofDeltas.push(await seekIn(layer));
  return [...ofParts, ...ofDeltas];
}

/**
 * For each person or job row of a delta, the number of documents of one layer before it: its position among the
 * documents of the same company, or among the documents without a company. A changed record is before its former
 * document, because a page that ended with the former document has already answered the record.
 */
async function docsBeforeInGroups(
  space: 'people' | 'jobs',
  { edition, delta }: { readonly edition: Edition; readonly delta: Edition },
  known: {
    readonly seekers: Readonly<Record<'below' | 'delta', Seeker>>;
    readonly docsBefore: Uint32Array;
    readonly companyDocs: Uint32Array;
  },
): Promise<Uint32Array> {
  const own = delta.index.ownership(space);
  const others = edition.index.ownership(space);
  const docsBefore = sharedNumbers(delta.index.blocks[space].docCount);
  const finder = space === 'people' ? await inBackground(edition.index.personFinder()) : null;
  // A changed person usually has the key of the former document. Then no other keys need to be compared.
  const formerOf = (doc: number) => finder?.documentsOf(delta.index.people.ids.at(doc)).reverse() ?? [];
  for (let doc = 0; doc < docsBefore.length; doc++) {
    const company = own.of(doc);
    const group = company === own.ownerCount ? others.ownerCount : known.companyDocs[company]! - 1;
    docsBefore[doc] =
      group < 0
        ? others.start(known.docsBefore[company]!)
        : await known.seekers.below.firstIn(
            { space, company: group },
            await known.seekers.delta.keyIn(space, doc),
            formerOf(doc),
          );
  }
  return docsBefore;
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
