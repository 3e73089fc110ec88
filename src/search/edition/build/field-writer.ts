// Writes one field of a space: its terms, and the data that terms cannot represent (codes of values, numbers of titles,
// word orders). edition-index.ts reads the sections.
import type { TextField, ValueField } from '../../../contract/fields.ts';
import { wordKey } from '../../../words/words.ts';
import { packFrequent } from '../columns/frequent-column.ts';
import { packColumn } from '../columns/packed-column.ts';
import { DOCS_PER_SAMPLE } from '../columns/whole-text.ts';
import { AFTER_TITLE, IRREGULAR, orderOfRanks } from '../columns/word-order.ts';
import type { EditionFileWriter } from '../edition-file.ts';
import { textHash } from '../terms/term-table.ts';
import type { TermWriter } from '../terms/term-writer.ts';
import { type FieldSources, type FieldTexts, NO_SOURCE, type OwnTexts } from './field-sources.ts';
import { GrowableNumbers } from './growable.ts';

/** The output of an edition build. */
export interface EditionDraft {
  readonly file: EditionFileWriter;
  readonly terms: TermWriter;
}

/**
 * Writes a field of closed values: for each entry of the column, the rank of its value among the terms of the field,
 * plus 1; 0 if the entry has no value.
 */
export function writeValues(draft: EditionDraft, field: ValueField, texts: FieldTexts<FieldSources>): void {
  const { sources, column } = texts;
  const ranks = draft.terms.write(field, texts);
  const codes = column.map((source) => (source === NO_SOURCE ? 0 : ranks[sources.lists.at(source)[0]!]! + 1));
  draft.file.add(`${field}.codes`, packColumn(codes));
}

interface SharedTexts {
  readonly field: TextField;
  readonly texts: FieldTexts<FieldSources>;
  readonly searched?: FieldTexts<FieldSources>;
}

/**
 * Writes a field whose texts were all added as shared: the column of text numbers, and the hash of each text.
 * `searched`: the texts by whose terms documents are found; the same texts by default.
 */
export function writeSharedTexts(draft: EditionDraft, { field, texts, searched = texts }: SharedTexts): void {
  draft.terms.write(field, searched);
  draft.file.add(`${field}.texts`, packColumn(texts.column));
  const hashes = texts.sources.sharedTexts().map((text) => textHash(wordKey(text)));
  draft.file.add(`${field}.hashes`, Uint32Array.from(hashes));
}

/** Writes a field with a separate text for each document: its word order, and for irregular texts a hash. */
export function writeOwnTexts(draft: EditionDraft, field: TextField, texts: FieldTexts<OwnTexts>): void {
  const { sources, sourceOfDoc } = texts;
  const ranks = draft.terms.write(field, texts);
  const ordersOfRow = ordersOf(sources, ranks);
  const { rows, hashes } = sources.irregularRows();
  // Not a Map: a Map is limited to 16.7 million entries, and more people than that can have long headlines.
  const hashOfRow = new Uint32Array(sources.count);
  rows.forEach((row, index) => {
    hashOfRow[row] = hashes[index]!;
  });
  const hashesBefore = new GrowableNumbers();
  const hashesOfDocs = new GrowableNumbers();
  const orders = sourceOfDoc.map((row, doc) => {
    const order = ordersOfRow[row]!;
    if (doc % DOCS_PER_SAMPLE === 0) hashesBefore.push(hashesOfDocs.length);
    if (order === IRREGULAR) hashesOfDocs.push(hashOfRow[row]!);
    return order;
  });
  draft.file.add(`${field}.orders`, packFrequent(orders));
  draft.file.add(`${field}.hashes_before`, packColumn(hashesBefore.view()));
  draft.file.add(`${field}.hashes`, hashesOfDocs.view());
}

function ordersOf(sources: OwnTexts, ranks: Uint32Array): Uint32Array {
  const orders = new Uint32Array(sources.count);
  const ranksOfRow: number[] = [];
  const { ends, values } = sources.lists.views();
  for (let row = 0; row < sources.count; row++) {
    const start = row === 0 ? 0 : ends[row - 1]!;
    const count = ends[row]! - start;
    for (let index = 0; index < count; index++) ranksOfRow[index] = ranks[values[start + index]!]!;
    orders[row] = orderOfRanks(ranksOfRow, count) + (sources.isAfterTitle(row) ? AFTER_TITLE : 0);
  }
  for (const row of sources.irregularRows().rows) orders[row] = IRREGULAR;
  return orders;
}
