// The generation at the end of a name: `Jr.`, `sen.`, `III`, `Filho`. Elsewhere the same letters are names (Kim
// Min-jun, Ashok Sen, Junior Costa), so the spelling decides. Pure.
import { fold } from '../../words/words.ts';

/** Never names. */
const NO_NAMES = new Set(['jr', 'sr']);
/** A generation only after a given name and a surname. */
const BEHIND_A_NAME = new Set(['junior', 'senior', 'ii', 'iii', 'iv']);
/** Often a name or part of one. A generation if it has a full stop, follows a comma, or is in lower case. */
const ABBREVIATED = new Set(['jun', 'sen']);
/** Generations in Portuguese names. They are surnames too, so they remain among the words. */
const ALSO_SURNAMES = new Set(['filho', 'neto', 'netto', 'sobrinho']);

const SAME: Readonly<Record<string, string>> = {
  ...{ sr: 'senior', sen: 'senior', jr: 'junior', jun: 'junior', netto: 'neto' },
};

/** Whether a word may be a generation. */
export const isGenerationWord = (word: string): boolean =>
  NO_NAMES.has(word) || BEHIND_A_NAME.has(word) || ABBREVIATED.has(word);

export interface SplitName {
  /** The name without its generation. */
  readonly own: string;
  /** One word for all spellings of the generation; null if there is none. */
  readonly generation: string | null;
}

const MAY_HAVE_ONE = /jr|sr|j[uú]\u0301?n|s[eê]\u0302?n|ii|iv|filho|nett?o|sobrinho/i;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** `isAddition`: whether a folded word is a title or a degree. */
export function splitGeneration(name: string, isAddition: (word: string) => boolean): SplitName {
  if (!MAY_HAVE_ONE.test(name)) return { own: name, generation: null };
  const words = [...name.matchAll(WORD)].map((match): WrittenWord => {
    const [text] = match;
    const end = match.index + text.length;
    return { text, folded: fold(text), before: name.slice(0, match.index), behind: name.slice(end) };
  });
  const names = words.filter(({ folded }) => !isAddition(folded));
  const at = names.findIndex((word, index) => isGeneration(word, names.slice(0, index), names[index + 1]));
  const found = names[at];
  if (found === undefined) return { own: name, generation: null };
  const { folded, before, behind } = found;
  const own = ALSO_SURNAMES.has(folded) ? name : `${before} ${behind}`;
  return { own, generation: SAME[folded] ?? folded };
}

interface WrittenWord {
  readonly text: string;
  readonly folded: string;
  /** The text before and after the word. */
  readonly before: string;
  readonly behind: string;
}

function isGeneration(word: WrittenWord, former: readonly WrittenWord[], next: WrittenWord | undefined): boolean {
  const { text, folded, before, behind } = word;
  // Not a generation: `Min-jun` is one given name.
  if (former.length === 0 || HYPHEN_BEFORE.test(before) || HYPHEN_BEHIND.test(behind)) return false;
  if (NO_NAMES.has(folded)) return true;
  const isMarked = behind.startsWith('.') || /[,(]\s*$/.test(before);
  const isLast = next === undefined || /^\s*[.]?\s*[,)(]/.test(behind);
  if (!isLast) return false;
  if (ABBREVIATED.has(folded)) return isMarked || (former.length > 1 && isLower(text) && former.some(isCapital));
  return (BEHIND_A_NAME.has(folded) || ALSO_SURNAMES.has(folded)) && (isMarked || former.length > 1);
}

const HYPHEN_BEFORE = /\p{L}[-‐‑–]$/u;
const HYPHEN_BEHIND = /^[-‐‑–]\p{L}/u;
const isLower = (text: string) => text === text.toLowerCase();
const isCapital = ({ text }: WrittenWord) => text.charAt(0) !== text.charAt(0).toLowerCase();
