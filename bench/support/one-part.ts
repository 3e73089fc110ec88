import { Edition } from '../../src/search/edition/edition.ts';
import type { Base } from '../../src/search/edition/layers/shared-base.ts';

/** An edition of one part, for benches of the search kernel. */
export function onePart(base: Base): Edition {
  if (base instanceof Edition) return base;
  throw new Error('the edition has several parts: use bench/parts.ts');
}
