// Recognizes objects among the values that were read from JSON.

/** The members of an object that was read from JSON. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** Whether a value that was read from JSON is an object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of a JSON text; null for any other text. */
export function parsedObject(text: string): JsonMembers | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
