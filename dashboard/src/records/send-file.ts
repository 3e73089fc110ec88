// Uploads a file in parts.
import { type Result, request, sendBytes, type UploadState } from '../api.ts';

interface SentFile {
  readonly file: File;
  /** An interrupted upload to continue; null starts a new one. */
  readonly begun: UploadState | null;
  /** Called after each part. */
  readonly onProgress: (state: UploadState) => void;
  readonly signal: AbortSignal;
}

const PART_BYTES = 1_048_576;

/** Uploads the parts that the server does not have yet; an interrupted upload resumes after the last part. */
export async function sendFile({ file, begun, onProgress, signal }: SentFile): Promise<Result<UploadState>> {
  let result: Result<UploadState> =
    begun === null
      ? await request('POST /uploads', { body: { file: file.name, bytes: file.size }, signal })
      : { ok: true, answer: begun };
  while (result.ok) {
    const { id, received, bytes } = result.answer;
    onProgress(result.answer);
    if (received >= bytes) break;
    const part = file.slice(received, received + PART_BYTES);
    result = await sendBytes(`/uploads/${encodeURIComponent(id)}/part?offset=${received}`, part, signal);
  }
  return result;
}
