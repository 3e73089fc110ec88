// Texts with percent escapes.

/** Whether each percent sign begins an escape, and the escapes are UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
