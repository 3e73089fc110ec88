// The storage of uploads: in the data folder of one server, or in the database that several servers share.
import type { RejectPaths } from '../import/reject-files.ts';
import type { FoundUpload, SoundUpload, StoredImport, StoredUpload } from './upload-form.ts';

/** Methods that change an upload reject with an OperatorError that states the reason. */
export interface UploadStore {
  all(): Promise<FoundUpload[]>;
  /** Null if there is none. */
  find(id: string): Promise<FoundUpload | null>;
  /** A new upload without bytes. */
  make(given: Omit<StoredUpload, 'id' | 'name'>): Promise<StoredUpload>;
  /** Appends bytes durably. `check` examines the upload first; it cannot change before the bytes are appended. */
  append(id: string, bytes: Buffer, check: UploadCheck): Promise<SoundUpload>;
  /**
   * Starts an import after a `check`, as in `append`. No other import of the upload starts before `execute` has
   * resolved.
   */
  begin(id: string, importing: BegunImport): Promise<SoundUpload>;
  /** Removes the upload, even a damaged one, unless it is being imported. */
  remove(id: string): Promise<void>;
  /** Whether a begun import is being executed, or will be without another request. */
  isUnderWay(id: string): Promise<boolean>;
  /** The content as a file, until `release`. */
  content(found: SoundUpload): Promise<{ readonly path: string; release(): Promise<void> }>;
  /** The bytes of the rejected rows. */
  rejectBytes(id: string): Promise<number>;
  rejects(id: string): AsyncIterable<Buffer>;
  /** Ids of uploads with a begun import that no process executes, on any server. */
  pending(): Promise<string[]>;
  /** The right to execute an import; null if another process has it, or there is nothing to import. */
  claim(id: string): Promise<UploadClaim | null>;
  /** Removes files that a killed server has left in the data folder. */
  removeLeftOvers(): Promise<void>;
  close(): Promise<void>;
}

export interface BegunImport {
  readonly check: UploadCheck;
  readonly stateOf: (found: SoundUpload) => StoredImport;
  /** Starts the process that executes the import. */
  readonly execute: () => Promise<void>;
}

/** Throws if the change is not possible. `isHeld`: whether the upload is being imported, or will be. */
export type UploadCheck = (found: SoundUpload, isHeld: boolean) => void;

/** The files of an executed import. */
export interface UploadFiles {
  readonly content: string;
  readonly rejects: string;
  /** Keeps a second copy of the rejected rows. */
  readonly onRejects?: RejectPaths['onWritten'];
}

/** The exclusive right of this process to execute an import. */
export interface UploadClaim {
  readonly upload: StoredUpload;
  readonly begun: StoredImport;
  /** Copies the files to this server. Rejects with an OperatorError if the content differs from what was sent. */
  files(): Promise<UploadFiles>;
  /** Stores the state; false if another process executes the import now. */
  report(state: StoredImport): Promise<boolean>;
  /** Called after the last row: removes the content, because a second copy of personal data is not needed. */
  discardContent(): Promise<void>;
  /** Ends the execution. If there is no result yet, another process may take over. */
  release(): Promise<void>;
}
