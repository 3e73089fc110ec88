// Errors and variants of spelling as they occur in files: typing errors, lost marks, transliteration, letter case.
import type { Random } from '../../src/generate/random.ts';
import { fold } from '../../src/words/words.ts';

const KEYBOARD: Readonly<Record<string, string>> = {
  a: 'sq',
  b: 'vn',
  c: 'xv',
  d: 'sf',
  e: 'wr',
  f: 'dg',
  g: 'fh',
  h: 'gj',
  i: 'uo',
  j: 'hk',
  k: 'jl',
  l: 'k',
  m: 'n',
  n: 'bm',
  o: 'ip',
  p: 'o',
  q: 'wa',
  r: 'et',
  s: 'ad',
  t: 'ry',
  u: 'yi',
  v: 'cb',
  w: 'qe',
  x: 'zc',
  y: 'tu',
  z: 'x',
};

/** One typing error inside the text: a letter dropped, doubled, swapped with the next or replaced by a neighbour. */
export function typo(text: string, random: Random): string {
  const letters = [...text];
  const places = letters.flatMap((letter, index) => (index > 0 && /\p{L}/u.test(letter) ? [index] : []));
  if (places.length < 3) return text;
  const at = random.pick(places);
  const letter = letters[at] ?? '';
  const next = letters[at + 1] ?? '';
  const error = random.below(4);
  if (error === 0) letters.splice(at, 1);
  else if (error === 1) letters.splice(at, 0, letter);
  else if (error === 2 && /\p{L}/u.test(next) && next !== letter) letters.splice(at, 2, next, letter);
  else letters[at] = random.pick([...(KEYBOARD[letter.toLowerCase()] ?? 'e')]);
  return letters.join('');
}

const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', ß: 'ss' };

/** Umlauts and similar letters written as two letters: Müller, Mueller. */
export function withDigraphs(text: string): string {
  return text.replace(/[äöüøåß]/gi, (letter) => {
    const pair = DIGRAPHS[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? pair : pair.charAt(0).toUpperCase() + pair.slice(1);
  });
}

/** The text without marks, in its letter case. */
export function withoutMarks(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = fold(letter);
      return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
    })
    .join('');
}

export const hasMarks = (text: string) => withoutMarks(text) !== text;

/** The text in another letter case. */
export function recased(text: string, random: Random): string {
  return random.chance(0.5) ? text.toUpperCase() : text.toLowerCase();
}

/** A website as files write it. */
export function websiteVariant(domain: string, random: Random): string {
  return random.pick([
    `http://${domain}`,
    `https://www.${domain}/`,
    `WWW.${domain.toUpperCase()}`,
    `https://shop.${domain}/de/index.html`,
    `https://www.${domain}/about?ref=list`,
    `${domain}/`,
    `https://m.${domain}`,
  ]);
}
