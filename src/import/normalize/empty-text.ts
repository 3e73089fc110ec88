// Placeholders that exports write for a missing value, in the cells of tables and in the texts of JSON.

const EMPTY_TEXTS = new Set([
  ...` NaN nan NULL null Null N/A n/a N.A. n.a. #N/A #NA - — – . ? \\N <NA>
<null> (null) [null] None none (none) undefined (blank) nil NIL k.A. k.a. K.A.`.split(/\s/),
  // Errors of formulas.
  ...'#REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #CALC! #SPILL! #FIELD! #BUSY! #ERROR! #FORMULA! #GETTING_DATA'.split(
    ' ',
  ),
  // The text that JavaScript makes of an object.
  '[object Object]',
]);
/** A longer text is never a placeholder. */
const EMPTY_LENGTH_MAX = 15;
/** Most texts begin with another letter: this is a cheaper test than a look-up of the text. */
const EMPTY_STARTS = new Set([...EMPTY_TEXTS].map((text) => text.charAt(0)));

/** A rule, as below the header of a table in plain text: `-----`, `:---:`, `====`, `...`. */
const RULE = /^[-–—_=*.?:+|]{2,}$/;

/** Whether a trimmed text is empty, a placeholder for a missing value, or a rule. */
export const isEmptyText = (text: string): boolean =>
  (text.length <= EMPTY_LENGTH_MAX && EMPTY_STARTS.has(text.charAt(0)) && EMPTY_TEXTS.has(text)) || RULE.test(text);

/** Words and ditto marks for a missing name, title or place. In other fields, `unknown` may be a value. */
const MISSING_WORDS = new Set(
  `unknown|not available|none supplied|not applicable|not specified|not provided|not given|not known|not disclosed|undisclosed|unspecified|
  tbd|tba|to be determined|to be announced|no data|no title|no job title|true|false|
  unbekannt|keine angabe|keine angaben|inconnu|non renseigné|non précisé|desconocido|no especificado|sin datos|
  desconhecido|não informado|sconosciuto|non specificato|onbekend|niet bekend|
  "|″|〃|see above|same as above|as above|siehe oben|s.o.|s. o.|wie oben|ebd.|ebenda|dto.|voir ci dessus|ver arriba|igual que arriba|vedi sopra|
  come sopra|zie boven|jak wyżej|j.w.|viz výše|см. выше|同上`.split(/\|\s*/),
);
const MISSING_LENGTH_MAX = Math.max(...[...MISSING_WORDS].map((words) => words.length));

/** Whether a trimmed name, title or place is a word for a missing value. */
export const isMissingWord = (line: string): boolean =>
  line.length <= MISSING_LENGTH_MAX && MISSING_WORDS.has(line.toLowerCase().replace(/[-_\s]+/g, ' '));
