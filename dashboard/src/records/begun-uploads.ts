// Stores when the file of each upload of this browser was last modified. A file that was modified since then does not
// resume the upload, because the uploaded parts are from its previous content.
import type { UploadState } from '../api.ts';

const STORED_UNDER = 'cardfile.upload.';

/** Without browser storage, every upload starts from the beginning. */
export function noteUpload({ id }: UploadState, { lastModified }: File): void {
  try {
    localStorage.setItem(STORED_UNDER + id, String(lastModified));
  } catch {
    // See above.
  }
}

/** Called after the upload is complete or removed. */
export function dropUpload({ id }: UploadState): void {
  localStorage.removeItem(STORED_UNDER + id);
}

/** Returns true if the file is unchanged since the upload began, so that the upload can resume. */
export function isOfFile({ id, file: name, bytes }: UploadState, file: File): boolean {
  const changedAt = localStorage.getItem(STORED_UNDER + id);
  return name === file.name && bytes === file.size && changedAt === String(file.lastModified);
}
