// Finds keys that occur more than once in an object of a JSON text. JSON.parse keeps the last value without an error,
// so repeated keys are found by comparing the text with the parsed value.

/** A key that occurs more than once in an object: the path of the object, and the key. */
export interface RepeatedKey {
  readonly path: string;
  readonly key: string;
}

/**
 * The first repeated key of a valid JSON text; null if there is none. `value` is the parsed text and `members` the
 * number of members in the text: if the parsed value has as many, the text is not scanned again.
 */
export function repeatedKeyIn(text: string, value: unknown, members = countMembersOfText(text)): RepeatedKey | null {
  // Without a repeated key JSON.parse can confuse keys that end with a backslash; the schemas know no such key.
  return countMembersOfValue(value) === members ? null : repeatedKey(text);
}

const [COLON, BACKSLASH, BLANK] = [0x3a, 0x5c, 0x20];

/** The number of members of all objects in a valid JSON text. json-shape.ts counts them in bytes. */
export function countMembersOfText(text: string): number {
  let members = 0;
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    let next = end + 1;
    while (text.charCodeAt(next) <= BLANK) next += 1;
    if (text.charCodeAt(next) === COLON) members += 1;
    start = text.indexOf('"', next);
  }
  return members;
}

/** The offset of the quote that ends the string beginning at `start`: no odd number of backslashes precedes it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
}

/**
 * The number of members of all objects in a parsed value. Iterative instead of recursive, because values can be nested
 * deep.
 */
export function countMembersOfValue(value: unknown): number {
  let members = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const entry of next) if (typeof entry === 'object' && entry !== null) open.push(entry);
    } else if (typeof next === 'object' && next !== null) {
      const object = next as Record<string, unknown>;
      for (const key in object) {
        members += 1;
        const member = object[key];
        if (typeof member === 'object' && member !== null) open.push(member);
      }
    }
  }
  return members;
}

/** An object or list that the scan has entered and not yet left. */
interface Container {
  readonly path: string;
  /** The keys seen so far; null in a list. */
  readonly keys: Set<string> | null;
  /** The current key, or the index of the current entry. */
  indexOrKey: string | number;
}

/**
 * Strings, and the characters that open, close and separate containers. All other characters are numbers, literals or
 * blanks.
 */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gu;

/** The first repeated key of a valid JSON text; null if there is none. */
export function repeatedKey(text: string): RepeatedKey | null {
  const open: Container[] = [];
  let isKeyNext = false;
  for (const [token] of text.matchAll(TOKENS)) {
    const container = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ path: pathIn(container), keys: token === '{' ? new Set() : null, indexOrKey: 0 });
      isKeyNext = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKeyNext = false;
    } else if (token === ',') {
      isKeyNext = container?.keys !== null;
      if (typeof container?.indexOrKey === 'number') container.indexOrKey += 1;
    } else if (isKeyNext && container) {
      const key = JSON.parse(token) as string;
      if (container.keys?.has(key)) return { path: container.path, key };
      container.keys?.add(key);
      container.indexOrKey = key;
      isKeyNext = false;
    }
  }
  return null;
}

/** The path of the current member or entry of a container; empty for the top-level value. */
function pathIn(container: Container | undefined): string {
  if (container === undefined) return '';
  const { path, indexOrKey } = container;
  return typeof indexOrKey === 'number' ? `${path}[${indexOrKey}]` : memberPath(path, indexOrKey);
}

/** The path of a member of the object at a path. */
export function memberPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
