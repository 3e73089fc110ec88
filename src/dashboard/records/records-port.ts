// What the dashboard asks of the records: figures, suppression, uploads and imports. None of it is work for a serving thread, so that the
// implementation, chosen in app/, does it elsewhere.
import type { SuppressionEntry } from '../../catalog/writer-port.ts';
import type { Download } from '../download.ts';
import type { AnswerOf, BodyOf } from '../routes/routes.ts';

export type CatalogFigures = AnswerOf<'catalog.show'>;
export type EditionFacts = NonNullable<CatalogFigures['edition']>;
export type ImportStatus = AnswerOf<'imports.show'>;
export type Upload = AnswerOf<'uploads.create'>;
export type Preview = AnswerOf<'uploads.preview'>;
export type MappingChoices = BodyOf<'uploads.preview'>;

export type Provenance = AnswerOf<'records.explain'>;

export interface Records {
  /** Null where none was built. */
  edition(): Promise<EditionFacts | null>;
  /** Counts in the background; answers at once. */
  figures(): Promise<CatalogFigures>;
  /** `value` as somebody types it; rejects with an OperatorError where it is not of that kind. */
  suppress(kind: SuppressionEntry['kind'], value: string): Promise<{ hiddenPeople: number; hiddenCompanies: number }>;
  /** False where it was not on the list. */
  release(kind: SuppressionEntry['kind'], value: string): Promise<boolean>;
  /** `named`: a slug or a profile URL. Null where there is no such record. */
  explain(kind: 'company' | 'person', named: string): Promise<Provenance | null>;
  suppressions(): Promise<AnswerOf<'suppressions.list'>['rows']>;
  /** Takes out what a run brought. Rejects with an OperatorError where there is no such run, it is undone already, or an import is under way. */
  undo(run: number): Promise<AnswerOf<'imports.undo'>>;
  /** Makes a record of its own of some rows. Rejects with an OperatorError where these are not there, or an import is under way. */
  split(kind: 'company' | 'person', named: string, rows: readonly number[]): Promise<AnswerOf<'records.split'>>;
}

/** An unknown id is null, or rejects with a Refusal. */
export interface Uploads {
  list(): Promise<Upload[]>;
  begin(upload: BodyOf<'uploads.create'> & { readonly by: string }): Promise<Upload>;
  /** Bytes that do not begin where the last ones ended are refused. */
  append(id: string, offset: number, bytes: Buffer): Promise<Upload>;
  preview(id: string, choices: MappingChoices): Promise<Preview>;
  /** Also where it is damaged. Refused while it is imported. */
  remove(id: string): Promise<void>;
  imports(): Promise<ImportStatus[]>;
  importOf(id: string): Promise<ImportStatus | null>;
  /** Begins in the background; of several at once one does, the others are refused. An upload whose import was interrupted carries on. */
  start(id: string, choices: MappingChoices, by: string): Promise<ImportStatus>;
  /** The refused rows in the form of their file; null where nothing was refused, or nothing was kept. */
  rejects(id: string): Promise<Download | null>;
  /** Ends what runs. */
  close(): Promise<void>;
}
