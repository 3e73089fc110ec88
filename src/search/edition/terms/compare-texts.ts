// The text order of all editions: by UTF-8 bytes. This is also the order of code points and of the text columns of the
// stores.

/** -1, 0 or 1 if `left` is before, equal to or after `right`. */
export function compareTexts(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}

/** UTF-16 encodes characters above U+FFFF as surrogates, which sort before U+E000. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
