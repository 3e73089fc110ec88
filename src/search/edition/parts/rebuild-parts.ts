// Brings the parts of a base up to date: builds the parts that are affected by changes, and keeps the others.
import { assert } from '../../../ops/assert.ts';
import type { ChangedCatalog } from '../changed-records.ts';
import type { Edition } from '../edition.ts';
import type { EditionHead } from '../edition-file.ts';
import { buildParts, type PartsOptions, type PartsOutput } from './build-parts.ts';
import { type ChangedParts, findChangedParts } from './changed-parts.ts';
import type { PartPlan } from './part-plan.ts';
import type { KeptParts } from './part-records.ts';
import { readById } from './records-by-id.ts';

/** A base with records, without deltas. */
export interface FormerBase {
  readonly parts: readonly Edition[];
  readonly plan: PartPlan;
  /** The counts of all parts together. */
  readonly counts: EditionHead['counts'];
}

/** Receives the parts of the base after some changes. */
export interface RebuiltOutput extends PartsOutput {
  /** Reports that a part equals the part `former` of the base before. */
  keep(part: number, former: number): void;
}

export interface RebuildOptions extends Pick<PartsOptions, 'blockBits' | 'roleOf' | 'buildAtOnce'> {
  readonly documentsMax: number;
}

/**
 * The files of each part equal the files of a build of all records with the same plan and the dictionaries of the base.
 * Returns the plan and the counts of all parts.
 */
export async function rebuildParts(
  { base, catalog }: { readonly base: FormerBase; readonly catalog: ChangedCatalog },
  options: RebuildOptions,
  output: RebuiltOutput,
): Promise<Pick<FormerBase, 'plan' | 'counts'>> {
  const indexes = base.parts.map(({ index }) => index);
  const { people } = base.counts;
  const changed = findChangedParts({ indexes, plan: base.plan, people }, catalog, options.documentsMax);
  for (const [part, former] of changed.kept.entries()) if (former !== null) output.keep(part, former);
  const { plan, kept, ids } = changed;
  const dictionaries = base.parts[0]?.records?.dictionaries;
  assert(dictionaries, 'a base has records');
  const { documentsOf } = catalog;
  const input = { outlines: readById(catalog, ids).outlines(), documentsOf, dictionariesFor: () => dictionaries };
  const built = await buildParts(input, { ...options, plan, kept: keptParts(base, kept) }, output);
  const sum = (kind: keyof EditionHead['counts']) =>
    base.parts.reduce((all, { counts }, part) => all + (kept.includes(part) ? counts[kind] : 0), built[kind]);
  const counts = {
    companies: sum('companies'),
    people: changed.people,
    positions: sum('positions'),
    jobs: sum('jobs'),
  };
  return { plan, counts };
}

function keptParts({ parts }: FormerBase, kept: ChangedParts['kept']): KeptParts {
  function* companies(): Generator<readonly [part: number, id: number]> {
    for (const [part, former] of kept.entries()) {
      if (former === null) continue;
      for (const id of parts[former]!.index.companies.ids) yield [part, id];
    }
  }
  return { has: (part) => kept[part] !== null, companies: companies() };
}
