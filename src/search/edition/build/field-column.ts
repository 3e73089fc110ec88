// One field of the rows of an edition build, in input order.
import { FieldSources, type FieldTexts, OwnTexts } from './field-sources.ts';
import { GrowableNumbers } from './growable.ts';

/** The sources of a field, and the source of each row. */
export class FieldColumn {
  readonly sources: FieldSources;
  readonly #rows = new GrowableNumbers();

  /** `read` returns the terms of a text without duplicates. */
  constructor(read: (text: string) => readonly string[]) {
    this.sources = new FieldSources(read);
  }

  /** Appends a row with several texts, which other rows may share. */
  push(texts: readonly string[]): void {
    this.#rows.push(this.sources.add(texts));
  }

  /** Appends a row with one text, which other rows may share. */
  pushShared(text: string | null): void {
    this.#rows.push(this.sources.addShared(text));
  }

  /** The source of a row. */
  at(row: number): number {
    return this.#rows.at(row);
  }

  /** The field in the form that `writeValues` and the other writers accept: document i is row `order[i]`. */
  inOrder(order: Uint32Array): FieldTexts<FieldSources> {
    const sourceOfDoc = this.#rows.pick(order);
    return { sources: this.sources, sourceOfDoc, column: sourceOfDoc };
  }
}

/** A field in which each row has its own text. */
export class OwnTextColumn {
  readonly #texts = new OwnTexts();

  /** Appends a row. If the text begins with `title`, stores only the rest. */
  push(text: string | null, title: string | null = null): void {
    this.#texts.push(text, title);
  }

  /** The field in the form that `writeOwnTexts` accepts: document i is row `order[i]`. */
  inOrder(order: Uint32Array): FieldTexts<OwnTexts> {
    return { sources: this.#texts, sourceOfDoc: order, column: order };
  }
}
