// The path of a fault as shown in an answer. A path contains keys sent by the caller, which may be very long and
// contain invalid text.

const LENGTH_MAX = 200;

/** The path, truncated to 200 characters, without NUL and lone surrogates. */
export function shownPath(path: string): string {
  const cut = path.length > LENGTH_MAX ? `${path.slice(0, LENGTH_MAX)}…` : path;
  return cut.replaceAll('\0', '').toWellFormed();
}
