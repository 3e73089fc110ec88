// The place of a fault as an answer names it: a caller's keys may be as long as the body, and hold what no text may hold.

const LENGTH_MAX = 200;

/** The path as it is, cut where it is longer than 200 characters, without NUL and half surrogate pairs. */
export function shownPath(path: string): string {
  const cut = path.length > LENGTH_MAX ? `${path.slice(0, LENGTH_MAX)}…` : path;
  return cut.replaceAll('\0', '').toWellFormed();
}
