// Remembers the results of a pure function of a text: titles, countries and industries recur in every file.
// Worth it for what is dear to make: most employers of a large file are rare, and to keep them costs more than to read them again.

/** Entries after which the cache starts anew: some 10 MB at most. */
const ENTRIES_MAX = 50_000;
/** Longer texts hardly recur. */
const TEXT_LENGTH_MAX = 200;

/** The same function, answering repeated texts from memory. Results are shared: they must not be changed. */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= ENTRIES_MAX) results.clear();
    if (text.length <= TEXT_LENGTH_MAX) results.set(text, result);
    return result;
  };
}
