// The log: JSON lines on standard error, or readable lines if that is a terminal. Callers never pass it keys, e-mail
// addresses, phone numbers or request bodies. Errors, which may quote them, are logged without such values.
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { LineWriter } from './line-writer.ts';
import { readableLine } from './readable-line.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** `auto`: `text` if standard error is a terminal, else `json`. */
export type LogFormat = 'auto' | 'json' | 'text';

const STDERR = 2;

/** Whether lines are readable text instead of JSON. */
export function isText(format: LogFormat, isTerminal: boolean): boolean {
  return format === 'auto' ? isTerminal : format === 'text';
}

/** A destination that writes lines in this format to standard error, from any thread. */
export function logTo(format: LogFormat): DestinationStream {
  const writer = new LineWriter(STDERR);
  const isTerminal = isatty(STDERR);
  if (!isText(format, isTerminal)) return writer;
  const { FORCE_COLOR, NO_COLOR = '' } = process.env;
  const isColored = FORCE_COLOR === undefined ? isTerminal && NO_COLOR === '' : !/^(0|false)$/.test(FORCE_COLOR);
  return { write: (line) => writer.write(readableLine(line, isColored)) };
}

/** Opens a log that writes lines of `level` and above; `silent` writes none. Pass an error as the member `err`. */
export function openLog(level: string, to: DestinationStream = new LineWriter(2)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: shownError } }, to);
}

/** An error as it is logged. */
interface ShownError {
  readonly type: string;
  /** Such as `SQLITE_FULL` or `ENOSPC`. */
  readonly code?: string;
  readonly message?: string;
  /** The stack: function, file and line of each call. */
  readonly at?: readonly string[];
}

function shownError(error: unknown): ShownError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(mayQuote(error) ? {} : { message: masked(error.message) }),
    at: frames(error),
  };
}

/** Errors of V8 and of Node may quote the rejected value; our own errors, SQLite's and those of the system do not. */
function mayQuote(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  const isOfEngine = [TypeError, RangeError, SyntaxError, URIError, ReferenceError].some(
    (type) => error instanceof type,
  );
  return isOfEngine || code?.startsWith?.('ERR_') === true;
}

const PRIVATE_SHAPES = [
  /cf_(?:live|ingest)_\w+/g,
  /\S+@\S+/g,
  /\S*\/(?:in|company)\/\S+/g,
  /".*"/gs,
  /\b[0-9a-f]{64}\b|\+?\d[\d\s().-]{5,}\d/g,
] as const;

/** A checksum has digits like a phone number. It names an object, which an operator must be able to find. */
const CHECKSUM = /^[0-9a-f]{64}$/;

/** A second safeguard, in case a message contains a key, an address, a profile URL, quoted text or a phone number. */
function masked(message: string): string {
  const mask = (found: string) => (CHECKSUM.test(found) ? found : '***');
  return PRIVATE_SHAPES.reduce((text, shape) => text.replaceAll(shape, mask), message);
}

function frames({ stack = '', message }: Error): string[] {
  const afterMessage = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return [...afterMessage.matchAll(/^ {4}at (.+)$/gm)].map(([, frame = '']) => frame);
}
