// Measures the structure of a JSON text on its bytes, before it is parsed: the cost of parsing and validation depends
// on the number and depth of values, not on bytes alone. The caller decides the limits.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** `[` and `]`; the braces `{` and `}` differ from them by one bit. */
const OPENING = 0x5b;
const CLOSING = 0x5d;
const BRACE_BIT = 0x20;

export interface JsonShape {
  /** Number of values: members, list entries and the whole; an empty container counts twice. */
  readonly values: number;
  /** Number of members of all objects. */
  readonly members: number;
  /** Nesting depth of containers. */
  readonly depth: number;
  /** Bytes of the longest string or key, as written, without its quotes. */
  readonly longestString: number;
}

/** Measures a text, which may be invalid JSON, in linear time. */
export function jsonShape(bytes: Uint8Array): JsonShape {
  let values = 1;
  let members = 0;
  let open = 0;
  let depth = 0;
  let longestString = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (end - at - 1 > longestString) longestString = end - at - 1;
      at = end;
    } else if (byte === COMMA) values += 1;
    else if (byte === COLON) members += 1;
    else if ((byte & ~BRACE_BIT) === OPENING) {
      values += 1;
      open += 1;
      if (open > depth) depth = open;
    } else if ((byte & ~BRACE_BIT) === CLOSING) open -= 1;
  }
  return { values, members, depth, longestString };
}

/** The offset of the quote that ends the string beginning at `start`; the length of the text if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
