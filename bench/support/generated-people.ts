// People of a data folder that `cardfile generate` and an import filled, in random order, without reading the folder:
// the list of a customer is not in the order of the edition either.
import { recordsOf } from '../../src/generate/generate.ts';
import type { GeneratedPerson } from '../../src/generate/generated-records.ts';
import { createWorld } from '../../src/generate/world.ts';

/** The people of a folder: `generate --people`, and how many of them are imported. */
export interface FolderPeople {
  readonly generated: number;
  readonly imported: number;
}

/** A prime, so that its multiples visit every index once. */
const STRIDE = 7_368_787;

/** `10000000`, or `10000000/3000000` for the first three million of ten. */
export function readFolderPeople(text: string): FolderPeople {
  const [, generated = '', imported = generated] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  if (generated === '') throw new Error(`--people ${text}: give a number, or GENERATED/IMPORTED`);
  return { generated: Number(generated), imported: Number(imported) };
}

/** Endless: after all people it starts again. `from` skips as many people. */
export function* randomPeople(of: FolderPeople, from = 0): Generator<GeneratedPerson> {
  const world = createWorld({ people: of.generated });
  for (let number = from; ; number += 1) {
    const index = (number * STRIDE) % of.imported;
    yield* recordsOf(world, 'people', { start: index, end: index + 1 });
  }
}
