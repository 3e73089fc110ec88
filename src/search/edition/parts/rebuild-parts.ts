// Brings the parts of a base up to date: builds those that changes concern, and keeps the others.
import { assert } from '../../../ops/assert.ts';
import type { FormerRecords } from '../bodies/write-records.ts';
import type { ChangedCatalog } from '../changed-records.ts';
import type { Edition } from '../edition.ts';
import type { EditionHead } from '../edition-file.ts';
import { buildParts, type KeptParts, type PartsOptions, type PartsOutput } from './build-parts.ts';
import { type ChangedParts, documentsOf, findChangedParts } from './changed-parts.ts';
import { IdSet } from './id-set.ts';
import type { PartPlan } from './part-plan.ts';

/** A base with records, without deltas. */
export interface FormerBase {
  readonly parts: readonly Edition[];
  readonly plan: PartPlan;
  /** Of all parts. */
  readonly counts: EditionHead['counts'];
}

/** The parts of the base after some changes. */
export interface RebuiltOutput extends PartsOutput {
  /** A part is the same as a part of the base before. */
  keep(part: number, former: number): void;
}

export interface RebuildOptions extends Pick<PartsOptions, 'blockBits' | 'roleOf' | 'spillPath'> {
  readonly documentsMax?: number;
}

/**
 * The files of each part are those of a build of all records with this plan and the dictionaries of the base. Returns
 * plan and counts of all parts.
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
  const formerParts = base.parts.filter((_, part) => !changed.kept.includes(part));
  const { plan, kept, ids } = changed;
  const former = formerRecordsOf(base.parts[0], formerParts, catalog);
  const parts = { ...options, plan, former, kept: keptParts(base, kept) };
  const built = await buildParts(documentsOf(catalog, ids), parts, output);
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

/** The records of some parts, of which those of changed people are read again, with the dictionaries of a part. */
function formerRecordsOf(
  { records }: Pick<Edition, 'records'> = { records: null },
  parts: readonly Edition[],
  catalog: ChangedCatalog,
): FormerRecords {
  assert(records, 'a base has records');
  const people = IdSet.of(catalog.changed.people);
  const ids = { companies: new IdSet(), people, jobs: new IdSet() };
  return {
    dictionaries: records.dictionaries,
    eachUnchanged: (take) => {
      for (const part of parts)
        part.records?.eachPerson((doc, unit) => {
          const id = part.index.people.ids.at(doc);
          if (!people.has(id)) take(id, unit);
        });
    },
    changed: documentsOf(catalog, ids).bodies.people,
  };
}

function keptParts({ parts }: FormerBase, kept: ChangedParts['kept']): KeptParts {
  function* companies(): Generator<readonly [part: number, id: number]> {
    for (const [part, former] of kept.entries()) {
      if (former === null) continue;
      const { ids } = parts[former]!.index.companies;
      for (let doc = 0; doc < ids.length; doc++) yield [part, ids.at(doc)];
    }
  }
  return { has: (part) => kept[part] !== null, companies: companies() };
}
