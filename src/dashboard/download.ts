// A response of the dashboard that the browser saves as a file.

import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK } from '../contract/csv-text.ts';

/** A file, or a stream that is saved as one. */
export interface Download {
  readonly name: string;
  /** Its media type, if the route does not define it. */
  readonly type?: string;
  readonly content: string | NodeJS.ReadableStream;
}

/** The content as it is saved: a table begins with a byte order mark, which spreadsheets need to read UTF-8. */
export function savedContent(content: Download['content'], type: string): Download['content'] {
  if (type !== 'text/csv') return content;
  return typeof content === 'string' ? BYTE_ORDER_MARK + content : Readable.from(marked(content));
}

async function* marked(content: NodeJS.ReadableStream): AsyncGenerator<Buffer | string> {
  yield BYTE_ORDER_MARK;
  yield* content;
}
