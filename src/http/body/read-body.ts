// Reads the bytes of a request and parses them to a JSON object, or rejects them with an error that explains what to
// send instead.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError, ClientDisconnected, invalidAt, invalidInput } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isJsonObject } from '../../ops/json/json-object.ts';
import { type JsonShape, jsonShape } from '../../ops/json/json-shape.ts';
import { memberPath, type RepeatedKey, repeatedKeyIn } from '../../ops/json/repeated-keys.ts';
import { withVisible } from '../../ops/json/visible-text.ts';
import { atOnce, type Work } from '../../ops/scheduling/work.ts';
import type { Fault } from './fault.ts';
import { shownPath } from './shown-path.ts';

/** An oversized body is read and discarded up to this many bytes, so that the client receives the rejection. */
const DISCARDED_BYTES_MAX = 16 * LIMITS.bodyBytesMax;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const JSON_WITH_PARAMETERS = /^application\/json\s*;/i;

export type JsonObject = Readonly<Record<string, unknown>>;

function reject(message: string): never {
  throw invalidAt('', message);
}

/** The expected length of a body: its declared length or, if none is declared, the maximum of a call. */
export function expectedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return LIMITS.bodyBytesMax;
  return Math.min(Number(headers['content-length'] ?? 0), DISCARDED_BYTES_MAX);
}

/**
 * Reads the whole body. PAYLOAD_TOO_LARGE above the limit, which by default is that of a call; ClientDisconnected if
 * the connection ends first.
 */
export async function readBytes(request: IncomingMessage, bytesMax: number = LIMITS.bodyBytesMax): Promise<Buffer> {
  const { readableLength, headers } = request;
  const isAtHand = readableLength <= bytesMax && headers['content-length'] === String(readableLength);
  return isAtHand ? takeBytes(request) : collectBytes(request, bytesMax);
}

/** A short body usually arrives together with its headers: it can then be read at once, without listeners. */
function takeBytes(request: IncomingMessage): Buffer {
  const bytes = (request.read() as Buffer | null) ?? NO_BYTES;
  // Reads to the end of the stream, by which the server detects the end of the request.
  request.resume();
  return bytes;
}

const NO_BYTES = Buffer.alloc(0);

function collectBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = () =>
      new ApiError('PAYLOAD_TOO_LARGE', `the body is larger than ${bytesMax} bytes; send fewer values`, {
        headers: { connection: 'close' },
      });
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else if (length > DISCARDED_BYTES_MAX) reject(tooLarge());
    });
    request.on('end', () => {
      if (length > bytesMax) reject(tooLarge());
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    });
    const closed = () => {
      if (!request.readableEnded) reject(new ClientDisconnected());
    };
    // While a request is being read, its only errors are those of the connection.
    request.on('error', () => reject(new ClientDisconnected()));
    request.on('close', closed);
    // If the caller disconnected before these listeners were added, no further event is emitted.
    if (request.destroyed) closed();
  });
}

/** Rejects a body whose declared type is not JSON in UTF-8. */
export function checkContentType(headers: IncomingMessage['headers']): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  if (type === undefined || !JSON_TYPE.test(type)) {
    const isOtherCharset = type !== undefined && JSON_WITH_PARAMETERS.test(type);
    reject(`send ${isOtherCharset ? 'the body in UTF-8, with ' : ''}the header Content-Type: application/json`);
  }
  if (encoding !== 'identity') reject(`Content-Encoding "${encoding}" is not supported; send the body uncompressed`);
}

/** Shorter bodies are too small to take long, so their structure is not checked. */
const CHECKED_BYTES_MIN = 4096;

/** Parses a body to a JSON object. INVALID_INPUT with every invalid text in it. */
export function parseBody(bytes: Buffer): JsonObject {
  const { body, faults } = atOnce(readJson(bytes));
  if (faults.length > 0) throw invalidInput(faults.map(({ problem }) => problem));
  return body;
}

/** Parses a body to a JSON object, and returns the invalid texts in it. INVALID_INPUT if it is not an object. */
export function* readJson(bytes: Buffer): Work<{ readonly body: JsonObject; readonly faults: readonly Fault[] }> {
  const body = yield* readObject(bytes, checkShape);
  // In valid UTF-8 only an escape sequence can produce a lone surrogate or a NUL.
  return { body, faults: bytes.includes('\\u') ? textFaults(body) : [] };
}

/**
 * Parses a body to a JSON object. INVALID_INPUT if it is not one. `check` sees the structure before the body is parsed,
 * and may reject it.
 */
export function* readObject(bytes: Buffer, check: (shape: JsonShape) => void): Work<JsonObject> {
  if (bytes.length === 0) reject('the body is empty; send a JSON object');
  const shape = jsonShape(bytes);
  if (bytes.length >= CHECKED_BYTES_MIN) check(shape);
  yield;
  if (!isUtf8(bytes)) reject('the body is not valid UTF-8');
  const text = bytes.toString('utf8');
  yield;
  const body = asObject(parseJson(text));
  yield;
  rejectRepeated(repeatedKeyIn(text, body, shape.members));
  return body;
}

function rejectRepeated(repeated: RepeatedKey | null): void {
  if (repeated === null) return;
  const { path, key } = repeated;
  const shown = shownPath(memberPath(path, key));
  throw invalidAt(shown, 'occurs more than once in its object; send it once');
}

/** Returns a JSON value as an object; INVALID_INPUT if it is not one. */
export function asObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) reject('the body must be a JSON object');
  return value as JsonObject;
}

/** Rejects a body that would take too long to parse and validate. */
function checkShape({ values, members, depth, longestString }: JsonShape): void {
  const { bodyValuesMax, bodyMembersMax, bodyDepthMax, bodyStringBytesMax, filterEntriesMax, urlLengthMax } = LIMITS;
  if (longestString > bodyStringBytesMax)
    reject(
      `the body contains a string of ${longestString} bytes, more than ${bodyStringBytesMax}; no field ` +
        `accepts more than ${urlLengthMax} characters`,
    );
  if (values > bodyValuesMax)
    reject(`the body contains more than ${bodyValuesMax} values; a list accepts at most ${filterEntriesMax}`);
  if (members > bodyMembersMax) reject(`the objects of the body have more than ${bodyMembersMax} members together`);
  if (depth > bodyDepthMax) reject(`the body nests lists and objects more than ${bodyDepthMax} levels deep`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (text.startsWith('\ufeff'))
      return reject('the body is not valid JSON: it begins with a byte order mark (U+FEFF)');
    return reject(`the body is not valid JSON: ${withVisible(error instanceof Error ? error.message : String(error))}`);
  }
}

/**
 * The texts and keys that contain NUL or lone surrogates, at most 100. Iterative instead of recursive: the nesting
 * depth of a body is limited only by its length.
 */
export function textFaults(body: object): Fault[] {
  const faults: Fault[] = [];
  const open: Open[] = [{ value: body, path: '', pointer: '' }];
  for (let next = open.pop(); next !== undefined && faults.length < FAULTS_MAX; next = open.pop()) {
    const { value, path, pointer } = next;
    if (typeof value === 'string') faults.push(...faultOf(value, path, pointer));
    else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([key, member]) => ({
        key,
        value: member,
        path: placeOf(key, value, path),
        pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      }));
      faults.push(...members.flatMap((member) => faultOf(member.key, member.path, member.pointer)));
      open.push(...members.reverse());
    }
  }
  return faults;
}

const FAULTS_MAX = 100;

interface Open {
  readonly value: unknown;
  readonly path: string;
  readonly pointer: string;
}

function placeOf(key: string, parent: object, path: string): string {
  if (Array.isArray(parent)) return `${path}[${key}]`;
  return memberPath(path, key);
}

function faultOf(text: string, path: string, pointer: string): Fault[] {
  const message = text.includes('\0')
    ? 'contains a NUL character; remove it'
    : 'contains half of a surrogate pair; send whole characters';
  if (!text.includes('\0') && text.isWellFormed()) return [];
  return [{ problem: { path: shownPath(path), message, suggestion: null }, pointer }];
}
