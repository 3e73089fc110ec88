// Maps industries from free text to the closed list: by the list itself, or by the table of synonyms
// (industry-synonyms.json). If a text has several, the first known one is used.
import { listedValue } from '../../contract/vocabularies/values.ts';
import { INDUSTRIES } from '../../contract/vocabularies/vocabularies.ts';
import { memoized } from '../../words/memoized.ts';
import { splitWords } from '../../words/words.ts';
import table from './industry-synonyms.json' with { type: 'json' };

const WEIGHTLESS_WORDS = new Set(['and', 'the', 'of']);
/** Words that only denote an industry in general. */
const GENERAL_WORDS = new Set(
  'industry industries sector company companies provider providers business businesses branche'.split(' '),
);
/**
 * Separators: `>` and `/` in paths such as `Industrials > Machinery`, separators of lists in one text, and separators
 * of two industries in one name.
 */
const LIST_SEPARATORS = /[,;|\n]|\s[/>–-]\s|>/;
const PAIR_SEPARATORS = /\s+(?:and|und|et|y|e|en)\s+|[&+/]/i;

const keyOf = (text: string) =>
  splitWords(text)
    .filter((word) => !WEIGHTLESS_WORDS.has(word))
    .join(' ');

/** Exports of values without small words and marks: `MINING_METALS`. Of two equal keys, the first one counts. */
const LISTED_BY_KEY: ReadonlyMap<string, string> = new Map(
  INDUSTRIES.toReversed().map((listed) => [keyOf(listed), listed]),
);

const LISTED_BY_SYNONYM: ReadonlyMap<string, string> = new Map(
  Object.entries(table.synonyms).flatMap(([listed, synonyms]) =>
    synonyms.split(', ').map((synonym) => [keyOf(synonym), listed] as const),
  ),
);

/** The code of a classification before its text: `62012 - Software`. */
const CLASS_CODE = /^(?:\d{2,6}(?:\.\d{1,3})?\s*[-–:]|\d{4,6})\s+(?=\p{L})/u;
/** The mark of a class for the rest: `Other education n.e.c.`. */
const RESIDUAL_MARK = /[\s,]+n\.?e\.?c\.?$/i;

/** The text of a class, without its code. */
export const withoutClassCode = (text: string): string => text.replace(CLASS_CODE, '').replace(RESIDUAL_MARK, '');

/** The listed industry of a text, in its listed spelling; null if the text is unknown. */
export const parseIndustry = memoized((given: string): string | null => {
  const text = withoutClassCode(given);
  return ofWhole(text) ?? ofParts(text, LIST_SEPARATORS) ?? ofParts(text, PAIR_SEPARATORS);
});

function ofWhole(text: string): string | null {
  const listed = listedValue('industry', text);
  if (listed !== null) return listed;
  const key = keyOf(text);
  const bySynonym = LISTED_BY_SYNONYM.get(key);
  if (bySynonym !== undefined) return bySynonym;
  const byKey = LISTED_BY_KEY.get(key);
  if (byKey !== undefined) return byKey;
  const weighty = key.split(' ').filter((word) => !GENERAL_WORDS.has(word));
  const shorter = weighty.join(' ');
  if (shorter === '' || shorter === key) return null;
  return LISTED_BY_SYNONYM.get(shorter) ?? listedValue('industry', shorter);
}

function ofParts(text: string, separators: RegExp): string | null {
  const parts = text.split(separators);
  if (parts.length < 2) return null;
  for (const part of parts) {
    const listed = ofWhole(part) ?? (separators === LIST_SEPARATORS ? ofParts(part, PAIR_SEPARATORS) : null);
    if (listed !== null) return listed;
  }
  return null;
}
