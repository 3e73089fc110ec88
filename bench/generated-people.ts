// People of a data folder that `cardfile generate` and an import filled, in random order, without reading the folder: a
// customer's list has no order either.
import { recordsOf } from '../src/generate/generate.ts';
import type { GeneratedPerson } from '../src/generate/generated-records.ts';
import { createWorld } from '../src/generate/world.ts';

/** The people of a folder: `generate --people`, how many of them are imported, and copies by copied-people.ts. */
export interface FolderPeople {
  readonly generated: number;
  readonly imported: number;
  readonly copies: number;
}

/** A prime, so that its multiples visit every index once. */
const STRIDE = 7_368_787;

/** `10000000`, or `10000000/3000000x3` for three copies of the first three million of ten. */
export function readFolderPeople(text: string): FolderPeople {
  const [, generated = '', imported = generated, copies = '1'] = /^(\d+)(?:\/(\d+)x(\d+))?$/.exec(text) ?? [];
  if (generated === '') throw new Error(`--people ${text}: give a number, or GENERATED/IMPORTEDxCOPIES`);
  return { generated: Number(generated), imported: Number(imported), copies: Number(copies) };
}

export const countOf = ({ imported, copies }: FolderPeople): number => imported * copies;

/** The slug or URL of a copy of a person. */
export const copiedSlug = (slug: string, copy: number): string => `${slug}-c${copy}`;

/** Endless; each person once, then again. `from` continues after as many people. */
export function* randomPeople(of: FolderPeople, from = 0): Generator<GeneratedPerson> {
  const world = createWorld({ people: of.generated });
  for (let number = from; ; number += 1) {
    const index = (number * STRIDE) % countOf(of);
    const copy = Math.floor(index / of.imported);
    const start = index % of.imported;
    for (const person of recordsOf(world, 'people', { start, end: start + 1 }))
      yield copy === 0 ? person : { ...person, network_url: copiedSlug(person.network_url, copy) };
  }
}
