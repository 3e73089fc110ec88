// Multiplicative (Fibonacci) hashing of catalog ids for hash tables in memory.

/** A hash of a 32-bit id in `bits` bits, 1 to 32: the high bits of the product, which all bits of the id affect. */
export function fibonacciHash(id: number, bits: number): number {
  return Math.imul(id, 0x9e3779b1) >>> (32 - bits);
}
