// Texts with percent-encoding.

/** Whether each percent sign begins an escape and the escapes decode to valid UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
