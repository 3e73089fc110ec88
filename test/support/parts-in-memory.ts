// The parts of a base in memory, all built or updated, for the laws of parts and layers.
import { expect } from 'vitest';
import { atOnce } from '../../src/ops/scheduling/work.ts';
import { packInMemory } from '../../src/search/edition/bodies/pack-image.ts';
import { MemoryOutput } from '../../src/search/edition/bodies/pack-output.ts';
import { PackWriter } from '../../src/search/edition/bodies/pack-writer.ts';
import { Edition, type SharedEdition } from '../../src/search/edition/edition.ts';
import { type Base, joinParts, openBase } from '../../src/search/edition/layers/shared-base.ts';
import { buildParts, type PartsOutput } from '../../src/search/edition/parts/build-parts.ts';
import { type PartPlan, planParts } from '../../src/search/edition/parts/part-plan.ts';
import { rebuildParts } from '../../src/search/edition/parts/rebuild-parts.ts';
import { idOfParts } from '../../src/search/edition/parts/shared-parts.ts';
import {
  type CatalogState,
  changesBetween,
  documentsOf,
  editionOf,
  partsInputOf,
  SPILL,
  someOf,
} from './changing-catalog.ts';
import { roleOfTitle } from './naive-search.ts';

/** The form of a base in tests. */
export interface BaseForm {
  readonly blockBits: number;
  /** Maximum number of documents in a part. */
  readonly documentsMax: number;
}

/**
 * The base of a state: one edition, or parts of about this many documents. With a previous state, its parts are
 * updated.
 */
export async function baseOf(state: CatalogState, form: BaseForm, before?: CatalogState): Promise<Base> {
  const plan = planParts(documentsOf(before ?? state), { documentsMax: form.documentsMax });
  if (plan.starts.length === 0) return editionOf(state, form.blockBits);
  const parts = await PartsInMemory.built(before ?? state, { ...form, plan });
  return (before ? (await parts.rebuilt(state)).parts : parts).base();
}

/** The parts of a base, in memory. */
export class PartsInMemory {
  readonly state: CatalogState;
  readonly parts: readonly SharedEdition[];
  readonly plan: PartPlan;
  readonly counts: Edition['counts'];
  readonly form: BaseForm;

  constructor(state: CatalogState, of: Pick<PartsInMemory, 'parts' | 'plan' | 'counts'> & { readonly form: BaseForm }) {
    this.state = state;
    this.parts = of.parts;
    this.plan = of.plan;
    this.counts = of.counts;
    this.form = of.form;
  }

  /** Builds all parts of a plan. The dictionaries are made from the records, or taken from other parts. */
  static async built(
    state: CatalogState,
    { plan, like, ...form }: BaseForm & { readonly plan: PartPlan; readonly like?: PartsInMemory },
  ): Promise<PartsInMemory> {
    const parts: SharedEdition[] = [];
    const dictionaries = like && Edition.openAgain(like.parts[0] as SharedEdition).records?.dictionaries;
    const options = { plan, blockBits: form.blockBits, roleOf: roleOfTitle };
    const counts = await buildParts(partsInputOf(state, dictionaries), options, inMemory(parts));
    return new PartsInMemory(state, { parts, plan, counts, form });
  }

  /** The parts of a later state, and for each the index of the reused part; null for a part that was built. */
  async rebuilt(after: CatalogState): Promise<{ parts: PartsInMemory; kept: readonly (number | null)[] }> {
    const parts: SharedEdition[] = [];
    const kept: (number | null)[] = [];
    const output = inMemory(parts);
    const former = { parts: this.parts.map((part) => Edition.openAgain(part)), plan: this.plan, counts: this.counts };
    const { blockBits, documentsMax } = this.form;
    const { plan, counts } = await rebuildParts(
      {
        base: former,
        catalog: { changed: changesBetween(this.state, after), documentsOf: (ids) => someOf(after, ids) },
      },
      { blockBits, documentsMax, roleOf: roleOfTitle },
      {
        ...output,
        part: (part, index, fill) => {
          kept[part] = null;
          return output.part(part, index, fill);
        },
        keep: (part, own) => {
          parts[part] = this.parts[own] as SharedEdition;
          kept[part] = own;
        },
      },
    );
    return { parts: new PartsInMemory(after, { parts, plan, counts, form: this.form }), kept };
  }

  base(): Base {
    const { generation } = this.state;
    const ids = this.parts.map((part) => Edition.openAgain(part).id);
    return openBase(atOnce(joinParts({ id: idOfParts(generation, ids), generation, hiddenGeneration: 1 }, this.parts)));
  }
}

function inMemory(parts: SharedEdition[]): PartsOutput {
  return {
    part: async (part, buffer, fill) => {
      const output = new MemoryOutput();
      const pack = new PackWriter(output, Edition.openAgain({ buffer, pack: null }).id);
      fill({ pack, ...SPILL });
      pack.finish();
      parts[part] = { buffer, pack: packInMemory(output.content()) };
    },
  };
}

/** Expects that the parts equal, byte for byte, the parts of a build of all records. */
export async function expectAsBuiltWhole(parts: PartsInMemory): Promise<void> {
  const whole = await PartsInMemory.built(parts.state, { ...parts.form, plan: parts.plan, like: parts });
  expect(parts.counts).toEqual(whole.counts);
  expect(parts.parts.map(contentOf)).toEqual(whole.parts.map(contentOf));
}

/** Index, columns and sections. */
function contentOf({ buffer, pack }: SharedEdition): unknown {
  const bytes = (content: ArrayBufferLike) => Buffer.from(content).toString('base64');
  const sections = [...(pack?.sections ?? [])].map(([name, content]) => [name, bytes(content)]);
  return { index: bytes(buffer), id: pack?.id, resident: bytes(pack?.resident ?? new ArrayBuffer(0)), sections };
}
