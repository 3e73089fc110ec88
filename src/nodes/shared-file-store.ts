// The files shared by the servers of one database, with their metadata.
import type { SharedFiles } from '../ops/postgres/shared-files.ts';
import type { DraftTable } from './draft-table.ts';
import type { UploadTable } from './upload-table.ts';

export interface SharedFileStore {
  readonly files: SharedFiles;
  readonly uploads: UploadTable;
  readonly drafts: DraftTable;
  close(): Promise<void>;
}
