// Placeholders that exports write for a missing value, in the cells of tables and in the texts of JSON.

const EMPTY_WORDS = new Set(
  ` NaN nan NULL null Null N/A n/a N.A. n.a. #N/A #NA #REF! #VALUE! #NAME? #DIV/0! #FORMULA! - -- --- — – . ? \\N <NA>
<null> (null) [null] None none (none) undefined (blank) nil NIL`.split(/\s/),
);
/** A longer text is never a placeholder. */
const EMPTY_LENGTH_MAX = 11;

/** Whether a trimmed text is empty or a placeholder for a missing value. */
export const isEmptyText = (text: string): boolean => text.length <= EMPTY_LENGTH_MAX && EMPTY_WORDS.has(text);
