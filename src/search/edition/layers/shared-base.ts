// The base of the layers of an edition as one thread hands it to another, which shares its memory: one edition, or the
// parts of a large one.
import type { Work } from '../../../ops/work.ts';
import { Edition, type SharedEdition } from '../edition.ts';
import { EditionFile } from '../edition-file.ts';
import { findPartRepeats } from '../parts/part-repeats.ts';
import type { SharedParts } from '../parts/shared-parts.ts';
import { LayeredEdition } from './layered-edition.ts';

export type SharedBase = SharedEdition | SharedParts;

/** A base that serves; without deltas. */
export type Base = Edition | LayeredEdition;

export function openBase(shared: SharedBase): Base {
  return 'parts' in shared ? LayeredEdition.ofParts(shared) : Edition.openAgain(shared);
}

/** Parts as a base. */
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
