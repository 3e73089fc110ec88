// Distinguishes a typing error from another word: it is an edit that fingers typically make. Pure.

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Keyboard layouts of other languages swap these letters. */
const EXCHANGED = ['zy', 'qa', 'wz'];

const NEIGHBORS = new Set<string>(EXCHANGED.flatMap((pair) => [pair, [...pair].reverse().join('')]));
for (const [row, keys] of ROWS.entries()) {
  for (const [index, key] of [...keys].entries()) {
    const near = [keys[index + 1], ROWS[row + 1]?.[index], ROWS[row + 1]?.[index - 1]];
    for (const other of near) {
      if (other === undefined) continue;
      NEIGHBORS.add(key + other);
      NEIGHBORS.add(other + key);
    }
  }
}

/**
 * The single edit that turns one word into the other: letters swapped, a letter doubled or a doubled one written once,
 * a letter replaced by the letter of a neighboring key, or a letter left out. Null for other words.
 */
export type TypingError = 'swapped' | 'doubled' | 'neighbor' | 'left out';

export function typingErrorBetween(a: string, b: string): TypingError | null {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length === long.length) {
    const [here, there] = [short.slice(start), long.slice(start)];
    if (here.length < 1) return null;
    if (here.slice(1) === there.slice(1)) return NEIGHBORS.has(here.charAt(0) + there.charAt(0)) ? 'neighbor' : null;
    const isSwapped = here[0] === there[1] && here[1] === there[0] && here.slice(2) === there.slice(2);
    return isSwapped ? 'swapped' : null;
  }
  if (long.length - short.length !== 1 || short.slice(start) !== long.slice(start + 1)) return null;
  return long[start] === long[start - 1] ? 'doubled' : 'left out';
}
