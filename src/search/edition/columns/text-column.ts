// A dictionary-encoded column of texts, such as titles and cities.
import type { TextPool } from '../terms/text-pool.ts';
import type { Column } from './packed-column.ts';

/** Texts that documents share, and for each document the number of its text from 1; 0 if it has none. */
export class TextColumn {
  readonly #codes: Column;
  readonly #texts: TextPool;

  constructor(codes: Column, texts: TextPool) {
    this.#codes = codes;
    this.#texts = texts;
  }

  get codeCount(): number {
    return this.#texts.length;
  }

  codeAt(doc: number): number {
    return this.#codes.at(doc);
  }

  text(code: number): string {
    return this.#texts.at(code - 1);
  }

  at(doc: number): string | null {
    const code = this.#codes.at(doc);
    return code === 0 ? null : this.text(code);
  }
}
