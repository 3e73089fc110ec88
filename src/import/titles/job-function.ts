// The function of a title and the confidence in it. Decisive phrases determine the function; otherwise it is the
// function with the most votes of phrases and words.
import { isForeignWord } from './foreign-words.ts';
import { bestPhrase, FUNCTION_PHRASE_TABLE, type FunctionPhrase } from './function-phrases.ts';
import type { Found, PhraseTable } from './phrase-table.ts';
import { isDescriptive, isExpertWord, isPastimeWord, isSpecific } from './word-features.ts';
import voteTable from './word-votes.json' with { type: 'json' };
import { type Votes, type VoteTable, WordVotes } from './word-votes.ts';

const CONFIDENCE_MIN = 60;
/** The share of business titles, in percent, whose function is right if a phrase of this kind decides. */
const PHRASE_CONFIDENCE = { role: 97, field: 95, broad: 80, hint: 60 } as const;

/** The confidence of a phrase that the votes of the other words contradict. */
const UNSURE_CONFIDENCE = 60;
/** The maximum confidence of votes of words that are not known as such. */
const UNKNOWN_WORDS_MAX = 70;

/** The tables of words; the trainer passes its own. */
export interface FunctionTables {
  readonly phrases: PhraseTable<FunctionPhrase>;
  readonly votes: WordVotes;
  /** The votes of phrases. */
  readonly phraseVotes: VoteTable['phrases'];
  readonly confidence: VoteTable['confidence'];
  /** Minimum confidence: a function with a lower one is not returned. */
  readonly confidenceMin?: number;
  /** The maximum confidence of votes of words that are not known as such. */
  readonly unknownWordsMax?: number;
}

export interface ChosenFunction {
  /** A value of the closed list; `Other` if no word names a function. */
  readonly function: string;
  /** The share of titles with this evidence whose function is right, in percent; 0 for `Other`. */
  readonly confidence: number;
}

const NO_HEAD: HeadWords = () => null;
const OTHER: ChosenFunction = { function: 'Other', confidence: 0 };

/** The folded words of the part of a title before its area, or null if it has no such part. */
export type HeadWords = () => readonly string[] | null;

/** Returns a function that maps the folded words of a title to its job function. */
export function functionChooser(
  tables: FunctionTables,
): (words: readonly string[], headWords?: HeadWords) => ChosenFunction {
  const { confidenceMin = CONFIDENCE_MIN, unknownWordsMax = UNKNOWN_WORDS_MAX } = tables;
  return (allWords, headWords = NO_HEAD) => {
    const words = withoutHours(allWords);
    const found = meantPhrases(tables, words);
    // A role before the area is also a role of the whole title. Titles without a role need no second search.
    const ofHead = found.some(({ meaning }) => meaning.kind === 'role') ? roleOf(tables, headWords()) : null;
    if (ofHead !== null) return ofHead;
    const best = bestPhrase(found);
    const descriptive = words.filter(isDescriptive);
    const jocular = functionOfJocularTitle(descriptive.at(-1), best);
    if (jocular !== null) return jocular;
    if (isGeneric(descriptive) && !isNamed(words, best)) return OTHER;
    const isForeign = words.some((word) => !tables.votes.knows(word) && isForeignWord(word));
    if (best !== null && (isForeign || isDecisive(best.meaning, descriptive.length))) {
      return { function: best.meaning.function, confidence: PHRASE_CONFIDENCE[best.meaning.kind] };
    }
    if (isForeign || !namesWork(tables.votes, descriptive, best)) return OTHER;
    const chosen = elected(tables, words, found);
    if (chosen.confidence >= confidenceMin) {
      if (isWellKnown(tables.votes, descriptive, best)) return chosen;
      return { ...chosen, confidence: lowered(chosen.confidence, confidenceMin, unknownWordsMax) };
    }
    return best !== null && (supports(best, chosen, descriptive.length) || isNamed(words, best))
      ? { function: best.meaning.function, confidence: UNSURE_CONFIDENCE }
      : OTHER;
  };
}

/** Maps a confidence between `min` and 100 to one between `min` and `max`, so that the order of titles is the same. */
const lowered = (confidence: number, min: number, max: number) =>
  Math.round(min + ((confidence - min) * (max - min)) / (100 - min));

/** The words without `full time`, `part time` and `half time`. */
function withoutHours(words: readonly string[]): readonly string[] {
  if (!words.includes('time')) return words;
  const isHours = (index: number) =>
    words[index] === 'time' && ['full', 'part', 'half'].includes(words[index - 1] ?? '');
  return words.filter((_, index) => !isHours(index) && !isHours(index + 1));
}

/** The function of a title that ends in a word for a pastime or for an expert of any kind, or null for other titles. */
function functionOfJocularTitle(last: string | undefined, best: Found<FunctionPhrase> | null): ChosenFunction | null {
  if (last === undefined || best?.meaning.kind === 'role') return null;
  if (isPastimeWord(last)) return OTHER;
  if (!isExpertWord(last)) return null;
  return best?.meaning.kind === 'field' ? { function: best.meaning.function, confidence: UNSURE_CONFIDENCE } : OTHER;
}

/** Matches a phrase that is one word, not the start or end of a word. */
const IS_WORD = /^\w+$/;
/** English phrases that are grammatical words in another language: for, without, of the, through. */
const WORDS_OF_GRAMMAR = new Set('bin dei die door fur sem'.split(' '));

function meantPhrases({ phrases, votes }: FunctionTables, words: readonly string[]): Found<FunctionPhrase>[] {
  const found = phrases.find(words);
  const isEachMeant = found.every((one) => isMeant(one, words, votes));
  return isEachMeant ? found : found.filter((one) => isMeant(one, words, votes));
}

/**
 * Whether a phrase has its function in this title. An inflected form of a foreign word does not if the word is also
 * English (`marine`); neither does a foreign grammatical word among unknown words (`für`).
 */
function isMeant(
  { meaning, start, length }: Found<FunctionPhrase>,
  words: readonly string[],
  votes: WordVotes,
): boolean {
  if (length > 1) return true;
  const word = words[start] as string;
  if (meaning.language !== 'en') {
    return word === meaning.phrase || !votes.lists(word) || !IS_WORD.test(meaning.phrase);
  }
  if (!WORDS_OF_GRAMMAR.has(word)) return true;
  return words.every((other) => other === word || !isDescriptive(other) || votes.knows(other));
}

/** Words of rank. A field next to one of them is the field of the work, as in `Trading Operations Manager`. */
const RANKS = new Set(
  'chief consultant coordinator director head lead leader manager officer president specialist vp'.split(' '),
);
const hasRank = (words: readonly string[]) => words.some((word) => RANKS.has(word));

/** The function of a role that covers all words about the work in a part of a title. */
function roleOf(tables: FunctionTables, words: readonly string[] | null): ChosenFunction | null {
  if (words === null) return null;
  const best = bestPhrase(tables.phrases.find(words));
  const descriptive = words.filter(isDescriptive).length;
  if (best?.meaning.kind !== 'role' || descriptive === 0 || descriptive > best.meaning.descriptiveWords) return null;
  return { function: best.meaning.function, confidence: PHRASE_CONFIDENCE.role };
}

/**
 * Whether a phrase decides if the votes are unsure. A role always does. The name of a field does if it has the most
 * votes. A trade or material does only if no other word is about the work: with other words, it is right for fewer than
 * half of such titles.
 */
function supports({ meaning }: Found<FunctionPhrase>, chosen: ChosenFunction, descriptiveInTitle: number): boolean {
  if (meaning.kind === 'role') return true;
  if (meaning.kind === 'hint' || meaning.function !== chosen.function) return false;
  return meaning.kind === 'field' || descriptiveInTitle <= meaning.descriptiveWords;
}

/**
 * Whether the work is named: by a role, or by a field with a word of rank, such as `Head of People` but not `People`.
 */
const isNamed = (words: readonly string[], best: Found<FunctionPhrase> | null) =>
  best?.meaning.kind === 'role' || (best?.meaning.kind === 'field' && hasRank(words));

/** Whether the only word occurs in all kinds of work, such as `Employee`. */
const isGeneric = (descriptive: readonly string[]) => descriptive.length === 1 && !isSpecific(descriptive[0] as string);

/**
 * Whether a title names a kind of work in known words. Word endings and the frequency of a function are no evidence for
 * other titles, so at least half of the words that could name the work must be known.
 */
function namesWork(votes: WordVotes, descriptive: readonly string[], best: Found<FunctionPhrase> | null): boolean {
  if (best !== null && namesKind(best.meaning)) return true;
  const specific = descriptive.filter(isSpecific);
  const known = specific.filter((word) => votes.knows(word)).length;
  return known > 0 && 2 * known >= specific.length;
}

/**
 * Whether the titles of the training contain the words that name the work. For other words, only endings and letters
 * (`-maker`, `-er`) vote, which show no more than that a word may be a trade. A role or field counts as half of the
 * words.
 */
function isWellKnown(votes: WordVotes, descriptive: readonly string[], best: Found<FunctionPhrase> | null): boolean {
  let specific = 0;
  let listed = 0;
  for (const word of descriptive) {
    if (!isSpecific(word)) continue;
    specific += 1;
    if (votes.lists(word)) listed += 1;
  }
  const isNamed = best !== null && (best.meaning.kind === 'role' || best.meaning.kind === 'field');
  return isNamed ? 2 * listed >= specific : 2 * listed > specific;
}

/** Whether a phrase names a kind of work. Words that occur in all kinds of work, such as `operator`, do not. */
const namesKind = ({ kind, phrase }: FunctionPhrase) =>
  kind === 'role' || kind === 'field' || (kind === 'broad' && phrase.split(' ').some(isSpecific));

/** The function with the most votes of words and phrases. */
function elected(
  tables: FunctionTables,
  words: readonly string[],
  found: readonly Found<FunctionPhrase>[],
): ChosenFunction {
  const { votes, phraseVotes, confidence } = tables;
  const best = bestPhrase(found);
  const sums = votes.votesOf(words);
  for (const one of found) {
    const index = votes.functions.indexOf(one.meaning.function);
    sums[index] = (sums[index] ?? 0) + phraseVotesOf(phraseVotes, one, one === best);
  }
  const winner = sums.indexOf(Math.max(...sums));
  return { function: votes.functions[winner] as string, confidence: shareAt(confidence, leadOf(sums, winner)) };
}

/**
 * The lead of a function, from 0 to 1: the mean of its independent probability and its probability if exactly one
 * function is right.
 */
function leadOf(sums: Votes, index: number): number {
  const own = sums[index] as number;
  const odds = sums.reduce((sum, other) => sum + Math.exp(other - own), 0);
  return (1 / (1 + Math.exp(-own)) + 1 / odds) / 2;
}

function shareAt(confidence: VoteTable['confidence'], lead: number): number {
  const next = confidence.findIndex(([at]) => at >= lead);
  const [high, share] = confidence[next] ?? confidence.at(-1) ?? [1, 0];
  const [low, before] = confidence[next - 1] ?? [high, share];
  const exact = high === low ? share : before + ((share - before) * (lead - low)) / (high - low);
  return Math.round(exact * 100);
}

/**
 * Whether a phrase decides without votes. Votes are English; and if a role or field covers all words about the work
 * (`VP of Sales`), no word is left to vote.
 */
function isDecisive(best: FunctionPhrase, descriptiveInTitle: number): boolean {
  if (best.language !== 'en' || descriptiveInTitle === 0) return true;
  return (best.kind === 'role' || best.kind === 'field') && descriptiveInTitle <= best.descriptiveWords;
}

function phraseVotesOf(
  table: VoteTable['phrases'],
  { meaning, length }: Found<FunctionPhrase>,
  isBest: boolean,
): number {
  const [word, words, beside] = table[meaning.kind] ?? [0, 0, 0];
  if (!isBest) return beside;
  return length > 1 ? words : word;
}

// TypeScript infers lists of any length for the lists of numbers in a JSON file.
const stored = voteTable as unknown as VoteTable;

/** The function of a title's words by the tables in this folder. */
export const functionOf = functionChooser({
  phrases: FUNCTION_PHRASE_TABLE,
  votes: new WordVotes(stored),
  phraseVotes: stored.phrases,
  confidence: stored.confidence,
});

/** The function of a role or field among words that do not form a title. */
export function namedFunctionOf(words: readonly string[]): ChosenFunction {
  const best = bestPhrase(FUNCTION_PHRASE_TABLE.find(words));
  if (best?.meaning.kind !== 'role' && best?.meaning.kind !== 'field') return OTHER;
  return { function: best.meaning.function, confidence: PHRASE_CONFIDENCE[best.meaning.kind] };
}
