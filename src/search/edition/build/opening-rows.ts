// Writes the openings of job rows into an edition, in the order of the rows: the fields that filters read, and packed
// columns from which the answer for some openings of a row is made.
//
//   openings.row_starts   the first opening of each job row, followed by the number of openings
//   openings.positions    open positions
//   openings.url_ids      the catalog id of an opening that has a URL; 0 if it has none
//   openings.cities       the number of its city from 1, 0 if unknown; names in openings.city_names
import type { OpeningDocument } from '../../../contract/documents.ts';
import { packColumn } from '../columns/packed-column.ts';
import { asValue } from '../terms/field-terms.ts';
import { addTexts } from '../terms/term-writer.ts';
import { FieldColumn } from './field-column.ts';
import type { EditionDraft } from './field-writer.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';
import { SpaceFields } from './space-fields.ts';

/** The openings of job rows in input order. */
export class OpeningRows {
  /** The end of the openings of each row, exclusive. */
  readonly #ends = new GrowableNumbers();
  readonly #positions = new GrowableNumbers();
  readonly #urlIds = new GrowableNumbers();
  readonly #city = new FieldColumn(asValue);
  readonly #fields = new SpaceFields('openings');

  /** Appends the openings of the next row. */
  push(openings: readonly OpeningDocument[]): void {
    for (const opening of openings) {
      this.#positions.push(opening.open_positions);
      this.#urlIds.push(opening.hasUrl ? opening.id : 0);
      this.#city.pushShared(opening.opening_city);
      this.#fields.push(opening);
    }
    this.#ends.push(this.#positions.length);
  }

  /** Writes the openings. Job row i of the edition is row `rowOrder[i]`. */
  write(draft: EditionDraft, rowOrder: Uint32Array): void {
    const { order, starts } = this.#inOrder(rowOrder);
    draft.file.add('openings.row_starts', packColumn(starts));
    draft.file.add('openings.positions', packColumn(this.#positions.pick(order)));
    draft.file.add('openings.url_ids', packColumn(this.#urlIds.pick(order)));
    draft.file.add('openings.cities', packColumn(order.map((opening) => this.#city.at(opening))));
    addTexts(draft.file, 'openings.city_names', new GrowableTexts(this.#city.sources.sharedTexts()));
    this.#fields.write(draft, order);
  }

  #inOrder(rowOrder: Uint32Array): { order: Uint32Array; starts: Uint32Array } {
    const ends = this.#ends;
    const order = new Uint32Array(this.#positions.length);
    const starts = new Uint32Array(rowOrder.length + 1);
    let count = 0;
    for (let index = 0; index < rowOrder.length; index++) {
      const row = rowOrder[index]!;
      for (let opening = row === 0 ? 0 : ends.at(row - 1); opening < ends.at(row); opening++) order[count++] = opening;
      starts[index + 1] = count;
    }
    return { order, starts };
  }
}
