// The lines of standard input as messages of JSON-RPC. A line that is none is answered by an error, so that no client
// waits for an answer in vain.
import type { Readable } from 'node:stream';
import { isJSONRPCNotification, isJSONRPCRequest, ProtocolErrorCode } from '@modelcontextprotocol/server';

const LINE_FEED = 10;

/** A longer one is not kept. Bodies of calls have at most a tenth. */
const LINE_BYTES_MAX = 10_000_000;

/** The lines of an input, without line feeds; null for each that is too long. A line feed at the end is optional. */
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

/** An error as JSON-RPC answers it. */
export interface LineFault {
  readonly jsonrpc: '2.0';
  /** Null where none can be read. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Why a line is no message that a server can take; null if it is one, or an answer, which is never answered. */
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
