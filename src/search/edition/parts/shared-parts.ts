// The parts of a base in the form in which one thread sends them to another. The threads share their memory.
import { createHash } from 'node:crypto';
import type { SharedEdition } from '../edition.ts';
import type { SharedPartRepeats } from './part-repeats.ts';

/** Parts in the order of the contract. */
export interface SharedParts {
  /** See `idOfParts`. */
  readonly id: string;
  readonly generation: number;
  readonly hiddenGeneration: number;
  readonly parts: readonly SharedEdition[];
  /** One for each part. */
  readonly repeats: readonly SharedPartRepeats[];
}

/** The name of a part, derived from the content of its index and its pack. */
export function nameOfPart({ pack }: SharedEdition): string {
  return `${pack?.directory.edition}-${pack?.id}`;
}

/**
 * The id of a base of parts, 16 hex digits. `ids`: the parts, each named by its content. The generation is an input
 * because parts have none of their own.
 */
export function idOfParts(generation: number, ids: readonly string[]): string {
  return createHash('sha256')
    .update([generation, ...ids].join())
    .digest('hex')
    .slice(0, 16);
}
