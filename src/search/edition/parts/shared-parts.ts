// The parts of a base as one thread hands them to another, which shares their memory.
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

/** By the content of its index and its pack. */
export function nameOfPart({ pack }: SharedEdition): string {
  return `${pack?.directory.edition}-${pack?.id}`;
}

/** Of parts, each named by its content; 16 hex digits. Parts have no generation of their own. */
export function idOfParts(generation: number, ids: readonly string[]): string {
  return createHash('sha256')
    .update([generation, ...ids].join())
    .digest('hex')
    .slice(0, 16);
}
