// Writes one field of a space: its terms, and beside them what a term cannot tell (codes of values, fingerprints of whole texts).
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

/** A field of texts that were all added as shared: the number of each document's text, and the fingerprint of each text. */
export function writeSharedTexts(draft: EditionDraft, field: TextField, { sources, docs }: FieldTexts): void {
  draft.terms.write(field, sources, docs);
  draft.file.add(`${field}.texts`, packColumn(columnOf(docs, (source) => source)));
  const fingerprints = new GrowableNumbers();
  for (let source = 1; source <= sources.count; source++) fingerprints.pushAll(sources.fingerprintsOf(source));
  draft.file.add(`${field}.fingerprints`, fingerprints.view());
}

/** A field with a text of its own for each document: its fingerprint, 0 where absent. */
export function writeOwnTexts(draft: EditionDraft, field: TextField, { sources, docs }: FieldTexts): void {
  draft.terms.write(field, sources, docs);
  draft.file.add(
    `${field}.fingerprints`,
    packColumn(columnOf(docs, (source) => sources.fingerprintsOf(source)[0] ?? 0)),
  );
}

/** A field that needs no more than its terms. */
export function writeTerms(draft: EditionDraft, field: TextField, { sources, docs }: FieldTexts): void {
  draft.terms.write(field, sources, docs);
}

function columnOf(docs: FieldDocs, numberOf: (source: number) => number): Uint32Array {
  const column = new Uint32Array(docs.count);
  for (let doc = 0; doc < docs.count; doc++) column[doc] = numberOf(docs.sourceOf(doc));
  return column;
}
