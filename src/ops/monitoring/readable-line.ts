// A readable line of the log for terminals: `14:05:09 info  call  path=/v2/search/people status=200 ms=3.1`.
import { styleText } from 'node:util';

const LEVELS: Readonly<Record<number, readonly [name: string, color: Parameters<typeof styleText>[0]]>> = {
  20: ['debug', 'gray'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

const PLAIN = /^[\w./:+-]+$/;

/** Converts a JSON line of `openLog` into a readable line, with one more line for each stack entry of an error. */
export function readableLine(json: string, isColored: boolean): string {
  const {
    level,
    time,
    msg = '',
    err,
    ...members
  } = JSON.parse(json) as {
    level: number;
    time: string;
    msg?: string;
    err?: Readonly<Record<string, unknown>>;
  };
  const [name, color] = LEVELS[level] ?? [String(level), 'reset'];
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    isColored ? styleText(format, text, { validateStream: false }) : text;
  const { at = [], ...error } = err ?? {};
  const fields = [...Object.entries(members), ...Object.entries(error)].map(
    ([member, value]) => `${paint('gray', `${member}=`)}${shown(value)}`,
  );
  const clock = new Date(time).toLocaleTimeString('en-GB');
  const head = [paint('gray', clock), paint(color, name.padEnd('error'.length)), printable(msg), ...fields].join(' ');
  const places = (Array.isArray(at) ? at : []).map((place) => `    at ${printable(String(place))}`);
  return `${[head, ...places].join('\n')}\n`;
}

/**
 * Log text must not control the terminal: text that is not plain is written as JSON, which escapes control characters.
 */
function shown(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? value : printable(JSON.stringify(value));
  return printable(JSON.stringify(value) ?? '');
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
