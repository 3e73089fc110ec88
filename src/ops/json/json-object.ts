// Recognizes objects among values parsed from JSON.

/** An object parsed from JSON. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** Whether a value parsed from JSON is an object (neither null nor a list). */
export function isJsonObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object; null for any other text. */
export function parsedObject(text: string): JsonMembers | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
