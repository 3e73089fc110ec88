// Reads a text unit by unit, in loops over all texts of an import.

const { charCodeAt } = String.prototype;

/**
 * The UTF-16 code unit of a text at a place within it. `text.charCodeAt(at)` looks its method up again for each unit
 * where texts of more kinds come by than the engine keeps apart at one place (it has six and more: of one or two bytes,
 * sliced, joined, interned), and a parsed file brings them all; asked for in this way it is found once. For the same
 * reason ask for the length before the loop.
 */
export function unitAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
