// Chooses the storage of uploads.
import type { Config } from '../app/config.ts';
import { FolderUploads } from './folder-uploads.ts';
import { SharedUploads } from './shared-uploads.ts';
import type { UploadStore } from './upload-store.ts';

export function openUploadStore(config: Config): UploadStore {
  return config.database === null ? new FolderUploads(config) : new SharedUploads(config, config.database);
}
