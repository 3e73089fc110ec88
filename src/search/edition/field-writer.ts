// Writes one field of a space: its terms, and beside them what a term cannot tell (codes of values, hashes of whole texts).
// The sections are read by field-reader.ts.
import type { TextField, ValueField } from '../../contract/fields.ts';
import type { EditionFileWriter } from './edition-file.ts';
import { type FieldSources, NO_SOURCE } from './field-sources.ts';
import { GrowableNumbers } from './growable.ts';
import { packColumn } from './packed-column.ts';
import type { FieldDocs, TermWriter } from './term-writer.ts';

/** Where an edition under construction is written to. */
export interface EditionDraft {
  readonly file: EditionFileWriter;
  readonly terms: TermWriter;
}

/** A field's texts and the documents that hold them. */
export interface FieldTexts {
  readonly sources: FieldSources;
  readonly docs: FieldDocs;
}

/** A field of closed values: for each document the rank of its value among the field's terms + 1, 0 where absent. */
export function writeValues(draft: EditionDraft, field: ValueField, { sources, docs }: FieldTexts): void {
  const ranks = draft.terms.write(field, sources, docs);
  const codes = columnOf(docs, (source) => (source === NO_SOURCE ? 0 : ranks[sources.termsOf(source)[0]!]! + 1));
  draft.file.add(`${field}.codes`, packColumn(codes));
}

/** A field whose texts are shared by many documents, all of them added as shared: the number of each document's text, the hash of each text. */
export function writeSharedTexts(draft: EditionDraft, field: TextField, { sources, docs }: FieldTexts): void {
  draft.terms.write(field, sources, docs);
  draft.file.add(`${field}.texts`, packColumn(columnOf(docs, (source) => source)));
  const hashes = new GrowableNumbers();
  for (let source = 1; source <= sources.count; source++) hashes.pushAll(sources.hashesOf(source));
  draft.file.add(`${field}.hashes`, hashes.view());
}

/** A field with a text of its own for each document: its hash, 0 where absent. */
export function writeOwnTexts(draft: EditionDraft, field: TextField, { sources, docs }: FieldTexts): void {
  draft.terms.write(field, sources, docs);
  draft.file.add(`${field}.hashes`, packColumn(columnOf(docs, (source) => sources.hashesOf(source)[0] ?? 0)));
}

/** A field of several texts a document: their hashes, and where each document's begin. */
export function writeSeveralTexts(draft: EditionDraft, field: TextField, { sources, docs }: FieldTexts): void {
  draft.terms.write(field, sources, docs);
  const starts = new GrowableNumbers();
  const hashes = new GrowableNumbers();
  for (let doc = 0; doc < docs.count; doc++) {
    starts.push(hashes.length);
    hashes.pushAll(sources.hashesOf(docs.sourceOf(doc)));
  }
  starts.push(hashes.length);
  draft.file.add(`${field}.starts`, packColumn(starts.view()));
  draft.file.add(`${field}.hashes`, hashes.view());
}

function columnOf(docs: FieldDocs, numberOf: (source: number) => number): Uint32Array {
  const column = new Uint32Array(docs.count);
  for (let doc = 0; doc < docs.count; doc++) column[doc] = numberOf(docs.sourceOf(doc));
  return column;
}
