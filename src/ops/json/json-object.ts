// Parses JSON texts of files, and recognizes objects among the values.

/** An object parsed from JSON. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** Whether a value parsed from JSON is an object (neither null nor a list). */
export function isJsonObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON text of a file, which may begin with a byte order mark. Throws SyntaxError. */
export function parsedFileText(text: string): unknown {
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** Parses a JSON object; null for any other text. */
export function parsedObject(text: string): JsonMembers | null {
  try {
    const value = parsedFileText(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
