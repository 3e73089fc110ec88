// Bytes that are kept for long lie in memory of their own: small buffers share blocks, and one that is kept would keep its whole block.

/** The UTF-8 of a text. */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
