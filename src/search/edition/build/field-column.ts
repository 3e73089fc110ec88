// One field of the rows that an edition is built from, in the order in which the rows come in.

import type { FieldTexts } from './field-sources.ts';
import { FieldSources, OwnTexts } from './field-sources.ts';
import { GrowableNumbers } from './growable.ts';

/** The sources of a field, and for each row which one it holds. */
export class FieldColumn {
  readonly sources: FieldSources;
  readonly #rows = new GrowableNumbers();

  /** `read` gives the terms of a text, each once. */
  constructor(read: (text: string) => readonly string[]) {
    this.sources = new FieldSources(read);
  }

  /** The next row, with texts of which other rows may hold some, too. */
  push(texts: readonly string[]): void {
    this.#rows.push(this.sources.add(texts));
  }

  /** The next row, with a text that other rows are likely to hold, too. */
  pushShared(text: string | null): void {
    this.#rows.push(this.sources.addShared(text));
  }

  /** The source of a row. */
  at(row: number): number {
    return this.#rows.at(row);
  }

  /** The field as `writeValues` and its like take it: document i is row `order[i]`. */
  inOrder(order: Uint32Array): FieldTexts<FieldSources> {
    const sourceOfDoc = this.#rows.pick(order);
    return { sources: this.sources, sourceOfDoc, column: sourceOfDoc };
  }
}

/** A field in which each row has a text of its own. */
export class OwnTextColumn {
  readonly #texts = new OwnTexts();

  /** The next row; of a text that begins with `title` only what stands behind is kept. */
  push(text: string | null, title: string | null = null): void {
    this.#texts.push(text, title);
  }

  /** The field as `writeOwnTexts` takes it: document i is row `order[i]`. */
  inOrder(order: Uint32Array): FieldTexts<OwnTexts> {
    return { sources: this.#texts, sourceOfDoc: order, column: order };
  }
}
