// The media type of a body of rows, which Cardfile reads uncompressed only.
import type { IncomingHttpHeaders } from 'node:http';
import { invalidAt } from '../../contract/errors.ts';

/** In lower case, without parameters; '' if there is none. INVALID_INPUT if the headers name a compression. */
export function rowMediaType(headers: IncomingHttpHeaders): string {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw invalidAt('', `Content-Encoding "${encoding}" is not supported; send the rows uncompressed`);
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
