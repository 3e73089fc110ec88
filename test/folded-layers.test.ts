// Law of folding: while deltas are frozen and folded, and a new base replaces all of them, the layers give the same
// answers as one edition of the same records.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LayeredEdition } from '../src/search/edition/layers/layered-edition.ts';
import type { SearchableEdition } from '../src/search/edition/searchable-edition.ts';
import { FrozenLayers } from '../src/serve/frozen-layers.ts';
import { type CatalogState, changingCatalogs, deltaOf, editionOf } from './support/changing-catalog.ts';
import { allRows } from './support/edition-rows.ts';

const sizes = { companies: 6, people: 25, jobs: 12, firstId: 1 };
const STEPS = 12;
const blockBits = 5;

type Step = { readonly records: number; readonly event: 'none' | 'fold' | 'compact' };

const step: fc.Arbitrary<Step> = fc.record({
  records: fc.constantFrom(1, 501, 600, 2000, 90_000),
  event: fc.oneof(
    { weight: 5, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constant('fold' as const) },
    { weight: 1, arbitrary: fc.constant('compact' as const) },
  ),
});

describe('frozen deltas', () => {
  test('answer like one edition while they are folded and a new base replaces them', async () => {
    let folds = 0;
    await fc.assert(
      fc.asyncProperty(
        changingCatalogs(sizes, STEPS),
        fc.array(step, { minLength: STEPS, maxLength: STEPS }),
        async (states, steps) => {
          let base = states[0] as CatalogState;
          let layers = new FrozenLayers(editionOf(base, blockBits).shared);
          const stateOf = (generation: number) => states.find((state) => state.generation === generation) ?? base;
          const builtOf = (edition: SearchableEdition, after: CatalogState) => [
            base,
            ...layers.deltas.map((_, index) => generations[index] as CatalogState),
            ...(edition.generation === after.generation ? [] : [after]),
          ];
          let generations: CatalogState[] = [];
          for (const [index, { records, event }] of steps.entries()) {
            const after = states[index + 1] as CatalogState;
            const before = stateOf(layers.top.generation);
            const delta = { ...(await deltaOf(layers.top, { before, after, blockBits })), records };
            const built = builtOf(layers.top, after);
            expect(allRows(LayeredEdition.over(layers.top, delta))).toEqual(
              allRows(editionOf(after, blockBits, built)),
            );
            const frozen = layers.deltas.length;
            layers.add(delta);
            if (layers.deltas.length > frozen) generations = [...generations, after];
            const over = layers.foldOver();
            if (event === 'fold' && over) {
              folds += 1;
              const below = over.reduce<LayeredEdition | typeof layers.base>(
                (all, each) => LayeredEdition.over(all, each),
                layers.base,
              );
              const folded = await deltaOf(below, { before: stateOf(below.generation), after, blockBits });
              layers.replaceAbove(over, { ...folded, records: 1000 });
              generations = [...generations.slice(0, over.length), after];
            }
            if (event === 'compact') {
              base = after;
              layers = new FrozenLayers(editionOf(base, blockBits).shared);
              generations = [];
            }
          }
        },
      ),
      { numRuns: 5 },
    );
    expect(folds).toBeGreaterThan(1);
  });

  const state = (generation: number): CatalogState => ({
    ...{ generation, companies: new Map(), people: new Map(), jobs: new Map(), links: new Map() },
  });

  /** Layers with frozen deltas of these sizes. */
  async function layersOf(sizesOfDeltas: readonly number[]): Promise<FrozenLayers> {
    const layers = new FrozenLayers(editionOf(state(1), blockBits).shared);
    for (const [index, records] of sizesOfDeltas.entries()) {
      const states = { before: state(index + 1), after: state(index + 2), blockBits };
      layers.add({ ...(await deltaOf(layers.top, states)), records });
    }
    return layers;
  }

  test.each<[string, number[], number | null]>([
    ['none of few', [600, 600, 600, 600], null],
    ['all of the same size', [600, 600, 600, 600, 600], 0],
    ['the small ones above a large one', [100_000, 600, 600, 600, 600], 1],
    ['the newest two, if each is much larger than all above it', [90_000, 30_000, 9000, 3000, 900], 3],
    ['a large one with many changes above it', [20_000, 9000, 2000, 2000, 2000], 0],
  ])('fold: %s', async (_, sizesOfDeltas, left) => {
    const layers = await layersOf(sizesOfDeltas);
    expect(layers.foldOver()?.length ?? null).toBe(left);
  });

  test('a small delta is not frozen: it is rebuilt with the next change', async () => {
    const layers = await layersOf([500, 501]);
    expect(layers.deltas.map(({ records }) => records)).toEqual([501]);
  });
});
