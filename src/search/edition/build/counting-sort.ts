// One pass of a radix sort.

/**
 * Sorts numbers by a digit below `digits` in one stable counting sort. `starts`: for each digit, the index of its first
 * number; then the number of all.
 */
export function countingSort(
  numbers: Uint32Array,
  digitOf: (number: number) => number,
  digits: number,
): { readonly order: Uint32Array<ArrayBuffer>; readonly starts: Uint32Array<ArrayBuffer> } {
  const starts = new Uint32Array(digits + 1);
  for (let index = 0; index < numbers.length; index++) starts[digitOf(numbers[index]!) + 1]!++;
  for (let digit = 0; digit < digits; digit++) starts[digit + 1]! += starts[digit]!;
  const next = starts.slice();
  const order = new Uint32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!;
    order[next[digitOf(number)]!++] = number;
  }
  return { order, starts };
}
