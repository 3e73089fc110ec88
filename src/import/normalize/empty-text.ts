// Placeholders that exports write for a missing value, in the cells of tables and in the texts of JSON.

const EMPTY_TEXTS = new Set([
  ...` NaN nan NULL null Null N/A n/a N.A. n.a. #N/A #NA - -- --- — – . ? \\N <NA>
<null> (null) [null] None none (none) undefined (blank) nil NIL`.split(/\s/),
  // Errors of formulas.
  ...'#REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #CALC! #SPILL! #FIELD! #BUSY! #ERROR! #FORMULA! #GETTING_DATA'.split(
    ' ',
  ),
  // An object as a text, by JavaScript.
  '[object Object]',
]);
/** A longer text is never a placeholder. */
const EMPTY_LENGTH_MAX = 15;

/** Whether a trimmed text is empty or a placeholder for a missing value. */
export const isEmptyText = (text: string): boolean => text.length <= EMPTY_LENGTH_MAX && EMPTY_TEXTS.has(text);
