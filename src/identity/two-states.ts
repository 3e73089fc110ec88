// Decides whether two places are in different states of one country. States are compared by code, and by name in
// countries whose state names have one language, or two known ones: Bavaria is Bayern.
import { splitWords } from '../words/words.ts';

interface InState {
  readonly state: string | null;
  readonly country_code: string | null;
}

/** Countries whose state names are in one language, or in the two of the table. */
const ONE_LANGUAGE = new Set(['US', 'CA', 'AU', 'IN', 'NZ', 'DE']);
/** Names in two languages; the first one is the key. */
const EXONYMS: ReadonlyMap<string, string> = new Map([
  ['bavaria', 'bayern'],
  ['hesse', 'hessen'],
  ['lower saxony', 'niedersachsen'],
  ['north rhine westphalia', 'nordrhein westfalen'],
  ['nrw', 'nordrhein westfalen'],
  ['rhineland palatinate', 'rheinland pfalz'],
  ['saxony', 'sachsen'],
  ['saxony anhalt', 'sachsen anhalt'],
  ['thuringia', 'thuringen'],
  ['mecklenburg western pomerania', 'mecklenburg vorpommern'],
]);

function stateKey(state: string): string {
  const words = splitWords(state).join(' ');
  return EXONYMS.get(words) ?? words;
}

const CODE = /^[A-Z]{2,3}$/;

export function areTwoStates(a: InState, b: InState): boolean {
  if (a.state === null || b.state === null || a.country_code !== b.country_code) return false;
  const [one, other] = [a.state.trim(), b.state.trim()];
  if (one === other) return false;
  if (CODE.test(one) || CODE.test(other)) return CODE.test(one) && CODE.test(other);
  const [words, its] = [stateKey(one), stateKey(other)];
  return ONE_LANGUAGE.has(a.country_code ?? '') && words !== its && !words.includes(its) && !its.includes(words);
}
