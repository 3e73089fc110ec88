// The location of a fault as shown in an answer: a caller's keys may be as long as the body and contain invalid text.

const LENGTH_MAX = 200;

/** The path as it is, truncated to 200 characters, without NUL and lone surrogates. */
export function shownPath(path: string): string {
  const cut = path.length > LENGTH_MAX ? `${path.slice(0, LENGTH_MAX)}…` : path;
  return cut.replaceAll('\0', '').toWellFormed();
}
