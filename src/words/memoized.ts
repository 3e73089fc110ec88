// Memoizes pure functions of a text, because titles, countries and names repeat in every file. Use it for expensive
// functions only: most employers of a large file are rare, and caching them costs more than reading them again.

/** The cache is cleared when it has this many entries: about 10 MB at most. */
const ENTRIES_MAX = 50_000;
/** Longer texts rarely repeat. */
const TEXT_LENGTH_MAX = 200;

/** Memoizes a function of a text. The results are shared: callers must not change them. */
export function memoized<Result>(
  compute: (text: string) => Result,
  entriesMax = ENTRIES_MAX,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= entriesMax) results.clear();
    if (text.length <= TEXT_LENGTH_MAX) results.set(text, result);
    return result;
  };
}
