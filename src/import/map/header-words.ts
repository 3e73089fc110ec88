// Reads headers by their words, in the seven languages of the header table. `N. dipendenti`, `Nombre de la compañía`
// and `Firmenwebsite` are not listed, but all their words have known meanings, and a field is listed with these
// meanings. A header with an unknown word names no field.
import { memoized } from '../../words/memoized.ts';
import table from './header-words.json' with { type: 'json' };
import type { ImportKind } from './import-fields.ts';

/** The meanings of each folded word. Grammatical words have the meaning ''. */
const MEANINGS = new Map<string, readonly string[]>();
for (const [meaning, words] of Object.entries(table.words))
  for (const word of words.split(' ')) MEANINGS.set(word, [...new Set([...(MEANINGS.get(word) ?? []), meaning])]);

/** Meanings that name the kind of record. They add nothing in a file of such records. */
const OF_THE_RECORD: Readonly<Record<ImportKind, readonly string[]>> = {
  companies: ['company', 'seat'],
  people: ['person'],
  jobs: ['company'],
};

const keyOf = (meanings: readonly string[]) => [...new Set(meanings)].sort().join(' ');

const fieldsOf = (fields: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).flatMap(([path, keys]) => keys.map((key) => [keyOf(key.split(' ')), path] as const)));

const FIELDS: Readonly<Record<ImportKind, ReadonlyMap<string, string>>> = {
  companies: fieldsOf(table.fields.companies),
  people: fieldsOf(table.fields.people),
  jobs: fieldsOf(table.fields.jobs),
};

/** A longer text is a sentence, not a header. */
const LENGTH_MAX = 100;
const WORDS_MAX = 6;
/** A year in a header: `Employees (2023)`. */
const YEAR = /^(?:19|20)\d\d$/;
/** Minimum length of a part of a German or Dutch compound: `Firmen|website`. */
const PART_LENGTH_MIN = 2;

/**
 * The field that the words of a header name; the header is given as its key. Null if a word is unknown or the words
 * name no field.
 */
export function fieldByWords(kind: ImportKind, key: string): string | null {
  return key.length > LENGTH_MAX ? null : READERS[kind](key);
}

const READERS: Readonly<Record<ImportKind, (key: string) => string | null>> = {
  companies: memoized((key: string) => readHeader('companies', key)),
  people: memoized((key: string) => readHeader('people', key)),
  jobs: memoized((key: string) => readHeader('jobs', key)),
};

function readHeader(kind: ImportKind, key: string): string | null {
  const words = key.split(' ');
  if (words.length > WORDS_MAX) return null;
  for (const reading of readingsOf(words)) {
    const meanings = reading.filter((meaning) => meaning !== '');
    const others = meanings.filter((meaning) => !OF_THE_RECORD[kind].includes(meaning));
    const path = FIELDS[kind].get(keyOf(meanings)) ?? FIELDS[kind].get(keyOf(others));
    if (path !== undefined) return path;
  }
  return null;
}

/** Every reading of the words: `nombre` is a name in Spanish and a number in French. Empty if a word is unknown. */
function readingsOf(words: readonly string[]): string[][] {
  let readings: string[][] = [[]];
  for (const word of words) {
    const ways = meaningsOf(word);
    readings = readings.flatMap((reading) => ways.map((way) => [...reading, ...way]));
  }
  return readings;
}

function meaningsOf(word: string): string[][] {
  const known = MEANINGS.get(word);
  if (known !== undefined) return known.map((meaning) => [meaning]);
  if (YEAR.test(word)) return [['']];
  for (let at = PART_LENGTH_MIN; at <= word.length - PART_LENGTH_MIN; at += 1) {
    const [first] = MEANINGS.get(word.slice(0, at)) ?? [];
    const [second] = MEANINGS.get(word.slice(at)) ?? [];
    if (first && second) return [[first, second]];
  }
  return [];
}
