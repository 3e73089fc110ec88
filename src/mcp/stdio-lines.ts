// Reads the lines of standard input as messages of JSON-RPC. An invalid line gets an error as its answer, so that no
// client waits in vain.
import type { Readable } from 'node:stream';
import { isJSONRPCNotification, isJSONRPCRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';

const LINE_FEED = 10;

/** A longer line is discarded. The body of a call has at most a tenth of this size. */
const LINE_BYTES_MAX = 10_000_000;

/** The lines of an input, without line feeds; null for each line that is too long. The last line needs no line feed. */
export async function* linesOf(input: Readable, max = LINE_BYTES_MAX): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= max) parts.push(part);
    else parts = [];
  };
  const line = () => {
    const whole = bytes <= max ? Buffer.concat(parts) : null;
    parts = [];
    bytes = 0;
    return whole;
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, at));
      yield line();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (bytes > 0) yield line();
}

/** An error in the form of JSON-RPC. */
export interface LineFault {
  readonly jsonrpc: '2.0';
  /** Null if the line has no readable id. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * The fault of a line that is not a message a server accepts; null for a valid message. A response is valid too, and is
 * never answered.
 */
export function faultOf(line: Buffer | null): LineFault | null {
  if (line === null)
    return fault(null, ProtocolErrorCode.InvalidRequest, `the message is larger than ${LINE_BYTES_MAX} bytes`);
  let message: unknown;
  try {
    message = JSON.parse(line.toString());
  } catch {
    return fault(null, ProtocolErrorCode.ParseError, 'the line is not valid JSON; send one message a line');
  }
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message)) return null;
  const { id, method, result, error } = Object(message) as Readonly<Record<string, unknown>>;
  if (method === undefined && (result !== undefined || error !== undefined)) return null;
  const known = typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
  return fault(
    known,
    ProtocolErrorCode.InvalidRequest,
    'the line is not a JSON-RPC 2.0 message; batches are not supported',
  );
}

function fault(id: LineFault['id'], code: number, message: string): LineFault {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
