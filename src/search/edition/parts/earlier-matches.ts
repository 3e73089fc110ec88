// The matches of a query in the parts before a part. A person in several parts is found only at the first match.
import type { Work } from '../../../ops/scheduling/work.ts';
import type { EarlierDocs } from '../query/page.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { PartRepeats } from './part-repeats.ts';

export class EarlierMatches implements EarlierDocs {
  readonly #repeats: PartRepeats;
  readonly #part: number;
  readonly #compile: (part: number) => Work<DocSet>;
  #sets: readonly DocSet[] | null = null;

  /** `compile`: finds the matches of an earlier part. Called only if a match requires it. */
  constructor(repeats: PartRepeats, part: number, compile: (part: number) => Work<DocSet>) {
    this.#repeats = repeats;
    this.#part = part;
    this.#compile = compile;
  }

  isMatched(doc: number): boolean | null {
    if (!this.#repeats.has(this.#part, doc)) return false;
    const sets = this.#sets;
    return sets && this.#repeats.someEarlier(this.#part, doc, (part, own) => sets[part]!.has(own));
  }

  *prepare(): Work<void> {
    const sets: DocSet[] = [];
    for (let part = 0; part < this.#part; part++) sets.push(yield* this.#compile(part));
    this.#sets = sets;
  }
}
