// Reads texts by UTF-16 code unit, in loops over all texts of an import.

const { charCodeAt } = String.prototype;

/**
 * The UTF-16 code unit of a text at an index. `text.charCodeAt(at)` becomes megamorphic in V8 if one call site sees
 * more kinds of strings than it can cache (one-byte, two-byte, sliced, joined, interned), as with the strings of a
 * parsed file; this form is resolved once. For the same reason, read the length before the loop.
 */
export function unitAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
