// Training data of the word votes: the development half of the titles by occupation, the descriptions of the
// occupations, and business titles constructed from the phrases. The held-out half is excluded.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JOB_FUNCTIONS } from '../../src/contract/vocabularies/vocabularies.ts';
import {
  FUNCTION_PHRASE_TABLE,
  FUNCTION_PHRASES,
  type FunctionPhrase,
  phraseTableOf,
} from '../../src/import/titles/function-phrases.ts';
import type { Found, PhraseTable } from '../../src/import/titles/phrase-table.ts';
import { titleWords } from '../../src/import/titles/title-words.ts';
import { featureOfPair, featuresOfLastWord, featuresOfWord } from '../../src/import/titles/word-features.ts';
import { splitWords, wordKey } from '../../src/words/words.ts';
import { functionsOfOccupation } from '../../test/support/soc-functions.ts';
import { isHeldOut, OCCUPATION_TITLES, occupationTitles } from '../../test/support/title-measures.ts';

export const FUNCTIONS = JOB_FUNCTIONS.filter((name) => name !== 'Other');
export const FOLDS = 5;
const WEIGHTS = { title: 1, occupation: 1, knowledge: 0.7, clause: 0.25, phrase: 0.4 };

export interface Example {
  readonly words: readonly string[];
  readonly features: readonly string[];
  readonly right: readonly string[];
  readonly found: readonly Found<FunctionPhrase>[];
  readonly weight: number;
}

export interface DevelopmentTitle extends Example {
  /** 0 to FOLDS - 1, by the hash of the title. */
  readonly fold: number;
}

/** The titles of both halves. */
const MEASURED_TITLES = occupationTitles();

const development = MEASURED_TITLES.filter((title) => !isHeldOut(title)).map(({ title, right }) => ({
  words: titleWords(title),
  right,
  fold: (createHash('sha256').update(wordKey(title)).digest()[1] ?? 0) % FOLDS,
}));

/** The folds whose titles contain a phrase. */
const foldsByPhrase = new Map<FunctionPhrase, Set<number>>();
for (const { words, fold } of development) {
  for (const { meaning } of FUNCTION_PHRASE_TABLE.find(words)) {
    const folds = foldsByPhrase.get(meaning) ?? new Set();
    foldsByPhrase.set(meaning, folds.add(fold));
  }
}

/**
 * The phrases that do not depend on the titles of a fold: those that occur in other folds too, or in none. The
 * phrases were written from the titles of the development half, so measuring them on the same titles would overstate
 * their accuracy.
 */
export function phrasesWithout(fold: number): readonly FunctionPhrase[] {
  return FUNCTION_PHRASES.filter((phrase) => {
    const folds = foldsByPhrase.get(phrase);
    return folds === undefined || folds.size > 1 || !folds.has(fold);
  });
}

/** The tables of phrases, by fold. */
export const PHRASE_TABLES: readonly PhraseTable<FunctionPhrase>[] = Array.from({ length: FOLDS }, (_, fold) =>
  phraseTableOf(phrasesWithout(fold)),
);

const featuresOfTitle = (words: readonly string[]) => [
  ...words.flatMap(featuresOfWord),
  ...featuresOfLastWord(words.at(-1) ?? ''),
  ...words.slice(1).map((word, index) => featureOfPair(words[index] ?? '', word)),
];

export const DEVELOPMENT_TITLES: readonly DevelopmentTitle[] = development.map(({ words, right, fold }) => ({
  words,
  features: featuresOfTitle(words),
  right,
  found: PHRASE_TABLES[fold]?.find(words) ?? [],
  weight: WEIGHTS.title,
  fold,
}));

const WORDS_OF_GRAMMAR = new Set(
  'as from such may include includes including other who which that using use under within not any is are be can their its into through by'.split(
    ' ',
  ),
);

/**
 * The names and descriptions of the occupations, clause by clause, except for names that are also titles by occupation.
 */
function occupationExamples(): Example[] {
  const known = new Set(MEASURED_TITLES.map(({ title }) => featuresOfTitle(titleWords(title)).join(' ')));
  const lines = readFileSync(join(dirname(OCCUPATION_TITLES), 'occupations.tsv'), 'utf8').split(/\r?\n/);
  return lines.slice(1).flatMap((line) => {
    const [code = '', name = '', description = ''] = line.split('\t');
    const right = code === '' ? [] : functionsOfOccupation(code);
    if (right.length === 0) return [];
    const nameWords = splitWords(name.split(',')[0] ?? '');
    const features = featuresOfTitle(nameWords);
    const named = known.has(features.join(' '))
      ? []
      : [{ words: nameWords, features, right, found: [], weight: WEIGHTS.occupation }];
    const clauses = description.replace(/Excludes.*$/s, '').split(/[.,;()]/);
    const described = clauses.map((clause) => {
      const words = splitWords(clause).filter((word) => !WORDS_OF_GRAMMAR.has(word));
      return { words, features: words.flatMap(featuresOfWord), right, found: [], weight: WEIGHTS.clause };
    });
    return [...named, ...described];
  });
}

const FORMS_OF_FIELDS = ['vp %', 'director of %', '% director', '% coordinator', 'head of %', '% manager', '%'];
const FORMS_OF_ROLES = ['%', 'senior %'];

/**
 * Each English role and field as a business title, which occupations rarely include. The features of phrases are
 * omitted, so that the words vote for the function, even if another phrase hides their phrase.
 */
export function businessExamples(phrases: readonly FunctionPhrase[]): Example[] {
  const plain = phrases.filter(({ phrase, language }) => language === 'en' && /^[^*^$…]+$/.test(phrase));
  return plain.flatMap(({ phrase, kind, function: name }, index) => {
    if (kind !== 'role' && kind !== 'field') return [];
    const forms = kind === 'role' ? FORMS_OF_ROLES : FORMS_OF_FIELDS;
    return [index, index + 1].map((place) => {
      const words = (forms[place % forms.length] ?? '%').replace('%', phrase).split(' ');
      return { words, features: featuresOfTitle(words), right: [name], found: [], weight: WEIGHTS.phrase };
    });
  });
}

/**
 * Titles of each function that are known from the structure of classifications. Throws if one is also a title by
 * occupation, because it would be used both for training and for measurement.
 */
function knowledgeExamples(): Example[] {
  const measured = new Set(MEASURED_TITLES.map(({ title }) => wordKey(title)));
  const lines = readFileSync(join(import.meta.dirname, 'title-knowledge.tsv'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .flatMap((line) => {
      const [name = '', titles = ''] = line.split('\t');
      return titles.split(', ').map((title): Example => {
        if (measured.has(wordKey(title))) throw new Error(`title-knowledge.tsv has a title by occupation: ${title}`);
        const words = titleWords(title);
        return { words, features: featuresOfTitle(words), right: [name], found: [], weight: WEIGHTS.knowledge };
      });
    });
}

export const OCCUPATION_EXAMPLES: readonly Example[] = [...occupationExamples(), ...knowledgeExamples()];
