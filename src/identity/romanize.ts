// Transliterates Cyrillic and Greek into Latin letters, as passports and company registers do, and unifies spellings of
// one sound, so that names of two sources can be compared.
import { memoized } from '../words/memoized.ts';
import { fold } from '../words/words.ts';

/** ISO 9 and BGN/PCGN, simplified to the most frequent spellings in company and person names. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', ё: 'e', є: 'ye', ж: 'zh', з: 'z', и: 'i', і: 'i' },
  ...{ ї: 'yi', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ў: 'u' },
  ...{ ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
  ...{ ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'g', ќ: 'k', ѕ: 'z' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  ...{ ά: 'a', έ: 'e', ή: 'i', ί: 'i', ϊ: 'i', ΐ: 'i', ό: 'o', ύ: 'y', ϋ: 'y', ΰ: 'y', ώ: 'o' },
};
const NOT_LATIN = /[Ͱ-ӿ]/;
const EACH_NOT_LATIN = /[Ͱ-ӿ]/g;
/** Pairs of Greek letters that form one sound. */
const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ου|ού/g, 'ou'],
  [/αυ|αύ/g, 'av'],
  [/ευ|εύ/g, 'ev'],
  [/(?<!\p{L})μπ/gu, 'b'],
  [/(?<!\p{L})ντ/gu, 'd'],
  [/γγ/g, 'ng'],
];

/** The text in lower-case Latin letters without diacritics, as far as its letters can be romanized. */
export function romanize(text: string): string {
  if (!NOT_LATIN.test(text)) return fold(text);
  let lower = text.normalize('NFC').toLowerCase();
  for (const [pair, latin] of GREEK_PAIRS) lower = lower.replace(pair, latin);
  return fold(lower.replace(EACH_NOT_LATIN, (letter) => LETTERS[letter] ?? letter));
}

/**
 * `ae`, `oe` and `ue` as spellings of an umlaut: before a consonant, and not after a vowel or q (`Bauer`, `Quelle`).
 */
const DIGRAPH = /(?<![aeiouq])([aou])e(?=[bcdfghjklmnpqrstvwxz])/g;

/** Equal for `Müller`, `Muller` and `Mueller`. The text is folded. */
export function withoutDigraphs(folded: string): string {
  return folded.replace(DIGRAPH, '$1').replaceAll('aa', 'a');
}

const DIGRAPHS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** `Mueller` for `Müller`. */
export function withDigraphs(text: string): string {
  return text.normalize('NFC').replace(/[äöüøå]/gi, (letter) => DIGRAPHS[letter.toLowerCase()] ?? letter);
}

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[bcdfghjklmnpqrstvwxz])yo/g, 'e'],
  [/shch|sch|sh/g, 's'],
  [/tch|tsch|ch|kh|h/g, 'h'],
  [/zh/g, 'z'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck|q/g, 'k'],
  [/c/g, 'k'],
  [/ts|tz/g, 'z'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/iy|yi|ij|yy|ii/g, 'i'],
  [/[yj]/g, 'i'],
  [/ie/g, 'e'],
  [/(.)\1+/g, '$1'],
];

/** Equal for common romanizations of one name: `Sergey` and `Sergei`, `Mikhail` and `Mihail`. The text is folded. */
export const soundKey = memoized((folded): string =>
  SOUNDS.reduce((text, [sound, letter]) => text.replace(sound, letter), withoutDigraphs(folded)),
);
