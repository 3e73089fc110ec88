// The base of an edition in the form in which one thread sends it to another. The threads share its memory. A base is
// one edition, or the parts of a large one.
import type { Work } from '../../../ops/scheduling/work.ts';
import { Edition, type SharedEdition } from '../edition.ts';
import { EditionFile } from '../edition-file.ts';
import { findPartRepeats } from '../parts/part-repeats.ts';
import { nameOfPart, type SharedParts } from '../parts/shared-parts.ts';
import { LayeredEdition } from './layered-edition.ts';

export type SharedBase = SharedEdition | SharedParts;

/** An open base, without deltas. */
export type Base = Edition | LayeredEdition;

/** Opens a base. `before`: the base that has been open so far; parts that both contain are not opened again. */
export function openBase(shared: SharedBase, before: Base | null = null): Base {
  if (!('parts' in shared)) return Edition.openAgain(shared);
  const open = before instanceof LayeredEdition ? before.stack.editions : [];
  const known = new Map(open.map((part) => [nameOfPart(part.shared), part]));
  const parts = shared.parts.map((part) => known.get(nameOfPart(part)) ?? Edition.openAgain(part));
  return LayeredEdition.ofParts(shared, parts);
}

/** Joins parts into one base. */
export function* joinParts(
  { id, generation, hiddenGeneration }: Pick<SharedParts, 'id' | 'generation' | 'hiddenGeneration'>,
  parts: readonly SharedEdition[],
): Work<SharedParts> {
  const indexes = parts.map((part) => Edition.openAgain(part).index);
  return { id, generation, hiddenGeneration, parts, repeats: yield* findPartRepeats(indexes) };
}

export function generationOfBase(base: SharedBase): number {
  return 'parts' in base ? base.generation : new EditionFile(base.buffer).head.generation;
}
