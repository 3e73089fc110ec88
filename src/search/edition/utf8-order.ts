// The order of texts that are kept as UTF-8: that of UTF-16 code units, so that it is the same as JavaScript's `<` on strings.

/** Less than 0, 0 or more than 0 as `left` stands before, at or behind `right` by UTF-16 code units. */
export function compareUtf8(left: Uint8Array, right: Uint8Array): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = left[index]! - right[index]!;
    if (difference !== 0) return rank(left[index]!) - rank(right[index]!);
  }
  return left.length - right.length;
}

/** UTF-16 writes what UTF-8 begins with F0 or more as surrogates, which stand before the letters that begin with EE and EF. */
function rank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}
