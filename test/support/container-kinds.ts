// The containers of posting lists by kind, for tests that each kind is written and read.
import type { Postings } from '../../src/search/edition/sets/postings.ts';
import {
  ARRAY,
  BITS,
  CONTAINER_WORDS,
  ELIAS_FANO,
  KIND_SHIFT,
  RUNS,
  TERM_HEAD_WORDS,
} from '../../src/search/edition/terms/write-postings.ts';

const KIND_NAMES = { [ARRAY]: 'array', [BITS]: 'bits', [RUNS]: 'runs', [ELIAS_FANO]: 'elias_fano' } as const;

/** The number of containers of each kind of the term at word `start`; all 0 if the term is stored as rare. */
export function containerKinds(
  { words }: Postings,
  start: number,
): Record<'array' | 'bits' | 'runs' | 'elias_fano', number> {
  const kinds = { array: 0, bits: 0, runs: 0, elias_fano: 0 };
  const head = words[start]!;
  for (let container = 0; (head & 1) === 0 && container < head >>> 1; container++) {
    const kind = words[start + TERM_HEAD_WORDS + container * CONTAINER_WORDS + 1]! >>> KIND_SHIFT;
    kinds[KIND_NAMES[kind as keyof typeof KIND_NAMES]]++;
  }
  return kinds;
}
