// The dashboard's operations on records: counts, suppression, uploads and imports. Implementations: RecordsService and
// UploadService, which run them outside of the serving thread.
import type { ListedSuppression, NewSuppression, SuppressionEntry } from '../../catalog/writer-port.ts';
import type { Download } from '../download.ts';
import type { AnswerOf, BodyOf } from '../routes/routes.ts';

export type CatalogFigures = AnswerOf<'catalog.show'>;
export type EditionFacts = NonNullable<CatalogFigures['edition']>;
export type ImportStatus = AnswerOf<'imports.show'>;
export type Upload = AnswerOf<'uploads.create'>;
export type Preview = AnswerOf<'uploads.preview'>;
export type MappingChoices = BodyOf<'uploads.preview'>;

/** Shares of records that have a field, at the last count. */
export type Coverage = NonNullable<AnswerOf<'overview'>['coverage']>;

export type Provenance = AnswerOf<'records.explain'>;

export interface Records {
  /** Null if none was built. */
  edition(): Promise<EditionFacts | null>;
  /** Counts in the background; returns at once. */
  figures(): Promise<CatalogFigures>;
  /** The coverage of the last figures, which may be older than the records; null if there are none. Counts nothing. */
  coverage(): Promise<Coverage | null>;
  /** `value` as entered; rejects with an OperatorError if it is not of that kind. */
  suppress(entry: NewSuppression): Promise<{ hiddenPeople: number; hiddenCompanies: number }>;
  /** False if it was not on the list. */
  release(kind: SuppressionEntry['kind'], value: string): Promise<boolean>;
  /** Like `release`, for an entry of `suppressions`. */
  releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean>;
  /** `named`: a slug or a profile URL. Null if there is no such record. */
  explain(kind: 'company' | 'person', named: string): Promise<Provenance | null>;
  suppressions(): Promise<ListedSuppression[]>;
  /**
   * The entries that hide the person or company that `value`, as entered, identifies. Rejects with an OperatorError if
   * it is not of that kind.
   */
  suppressionsOf(kind: SuppressionEntry['kind'], value: string): Promise<ListedSuppression[]>;
  /**
   * Undoes a run. Rejects with an OperatorError if there is no such run, it is undone already, or an import is running.
   */
  undo(run: number): Promise<AnswerOf<'imports.undo'>>;
  /**
   * Splits some rows into a separate record. Rejects with an OperatorError if they do not exist, or an import is
   * running.
   */
  split(kind: 'company' | 'person', named: string, rows: readonly number[]): Promise<AnswerOf<'records.split'>>;
  /** Merges two records into one. Rejects with an OperatorError if one does not exist, or an import is running. */
  merge(kind: 'company' | 'person', named: string, other: string): Promise<AnswerOf<'records.merge'>>;
  /**
   * Erases a person permanently; `by` is the id of the member. Rejects with an OperatorError if there is no such
   * person, or an import is running.
   */
  forget(named: string, by: string): Promise<AnswerOf<'records.forget'>>;
  /** Open reviews after the first `skip`. */
  reviews(skip: number): Promise<AnswerOf<'reviews.list'>>;
  /** Rejects with an OperatorError if there is no such open review, or an import is running. */
  decideReview(id: number, isSame: boolean): Promise<AnswerOf<'reviews.decide'>>;
}

/** An unknown id is null, or rejects with a `Rejection`. */
export interface Uploads {
  list(): Promise<Upload[]>;
  begin(upload: BodyOf<'uploads.create'> & { readonly by: string }): Promise<Upload>;
  /** Rejects bytes that do not begin at the current end of the upload. */
  append(id: string, offset: number, bytes: Buffer): Promise<Upload>;
  preview(id: string, choices: MappingChoices): Promise<Preview>;
  /** Removes the upload, even if it is damaged. Rejected while it is being imported. */
  remove(id: string): Promise<void>;
  imports(): Promise<ImportStatus[]>;
  importOf(id: string): Promise<ImportStatus | null>;
  /**
   * Begins in the background. Of several concurrent calls one succeeds and the others are rejected. An interrupted
   * import resumes.
   */
  start(id: string, choices: MappingChoices, by: string): Promise<ImportStatus>;
  /** The rejected rows in the format of their file; null if no row was rejected, or none was stored. */
  rejects(id: string): Promise<Download | null>;
  /** Ends running work. */
  close(): Promise<void>;
}
