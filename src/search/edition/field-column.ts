// One field of the rows that an edition is built from, in the order in which the rows come in.
import { FieldSources } from './field-sources.ts';
import type { FieldTexts } from './field-writer.ts';
import { GrowableNumbers } from './growable.ts';

/** The sources of a field, and for each row which one it holds. */
export class FieldColumn {
  readonly sources: FieldSources;
  private readonly rows = new GrowableNumbers();

  /** `read` gives the terms of a text, each once. */
  constructor(read: (text: string) => readonly string[]) {
    this.sources = new FieldSources(read);
  }

  /** The next row, with texts of its own. */
  push(texts: readonly string[]): void {
    this.rows.push(this.sources.add(texts));
  }

  /** The next row, with a text that other rows are likely to hold, too. */
  pushShared(text: string | null): void {
    this.rows.push(this.sources.addShared(text));
  }

  /** The source of a row. */
  at(row: number): number {
    return this.rows.at(row);
  }

  /** The field as `writeValues` and its like take it: document i is row `order[i]`. */
  inOrder(order: Uint32Array): FieldTexts {
    return { sources: this.sources, docs: { count: order.length, sourceOf: (doc) => this.rows.at(order[doc]!) } };
  }
}
