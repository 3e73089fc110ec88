// The order of texts, everywhere in an edition: that of their UTF-8 bytes, which is that of code points and of the stores' text columns.

/** -1, 0 or 1 as `left` stands before, at or behind `right` in that order. */
export function compareTexts(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}

/** UTF-16 writes the letters behind U+FFFF as surrogates, which stand before U+E000. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
