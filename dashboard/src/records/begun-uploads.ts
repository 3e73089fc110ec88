// Uploads that this browser has begun, with the time of the last change of their file: one that was changed since then
// does not continue an upload, whose first part is that of the file before.
import type { UploadState } from '../api.ts';

const STORED_UNDER = 'cardfile.upload.';

/** A browser that stores nothing begins each upload at its start. */
export function noteUpload({ id }: UploadState, { lastModified }: File): void {
  try {
    localStorage.setItem(STORED_UNDER + id, String(lastModified));
  } catch {
    // As above.
  }
}

/** After it is complete or removed. */
export function dropUpload({ id }: UploadState): void {
  localStorage.removeItem(STORED_UNDER + id);
}

/** Whether the next part of the upload is in this file. */
export function isOfFile({ id, file: name, bytes }: UploadState, file: File): boolean {
  const changedAt = localStorage.getItem(STORED_UNDER + id);
  return name === file.name && bytes === file.size && changedAt === String(file.lastModified);
}
