// The log: JSON lines on standard error, or lines for people where that is a terminal. Keys, e-mails and phones are never passed to it, and what a caller sent is not logged at all;
// errors, which may quote either, are brought to a form that does not.
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { LineWriter } from './line-writer.ts';
import { readableLine } from './readable-line.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** `auto`: `text` where standard error is a terminal, else `json`. */
export type LogFormat = 'auto' | 'json' | 'text';

const STDERR = 2;

/** Standard error, for lines in this format; of any thread. */
export function logTo(format: LogFormat): DestinationStream {
  const writer = new LineWriter(STDERR);
  const isTerminal = isatty(STDERR);
  if (format === 'json' || (format === 'auto' && !isTerminal)) return writer;
  const { FORCE_COLOR, NO_COLOR = '' } = process.env;
  const isColored = FORCE_COLOR === undefined ? isTerminal && NO_COLOR === '' : !/^(0|false)$/.test(FORCE_COLOR);
  return { write: (line) => writer.write(readableLine(line, isColored)) };
}

/** A log that writes lines of `level` and above; `silent` writes none. An error is passed as the member `err`. */
export function openLog(level: string, to: DestinationStream = new LineWriter(2)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: shownError } }, to);
}

/** An error as it may be logged. */
interface ShownError {
  readonly type: string;
  /** Such as `SQLITE_FULL` or `ENOSPC`. */
  readonly code?: string;
  readonly message?: string;
  /** Function, file and line of each call on the way to it. */
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

/** The engine's errors and Node's own quote the value that they refuse; ours, SQLite's and the system's do not. */
function mayQuote(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  const isOfEngine = [TypeError, RangeError, SyntaxError, URIError, ReferenceError].some(
    (type) => error instanceof type,
  );
  return isOfEngine || code?.startsWith?.('ERR_') === true;
}

const PRIVATE_SHAPES = [
  /cf_live_\w+/g,
  /\S+@\S+/g,
  /\S*\/(?:in|company)\/\S+/g,
  /".*"/gs,
  /\+?\d[\d\s().-]{5,}\d/g,
] as const;

/** A second net, should a message hold a key, an address, a profile URL, quoted text or a phone after all. */
function masked(message: string): string {
  return PRIVATE_SHAPES.reduce((text, shape) => text.replaceAll(shape, '***'), message);
}

function frames({ stack = '', message }: Error): string[] {
  const afterMessage = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return [...afterMessage.matchAll(/^ {4}at (.+)$/gm)].map(([, frame = '']) => frame);
}
