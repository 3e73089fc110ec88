// Allocates long-lived bytes outside the shared buffer pool: a small buffer from the pool would keep its whole pool
// block alive.

/** The UTF-8 bytes of a text. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
