// Reads the city of a Japanese address, which is written without separators and from the prefecture to the house.

const PREFECTURE = /^(?:〒?\s*\d{3}-?\d{4}\s*)?(東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)?\s*/u;
/** `四日市市`, `市川市`; a ward only if no city precedes it. */
const CITY = /^(?:市?[^\s\d市区]{1,5}市市?|[^\s\d市区]{1,5}区|[^\s\d市区]{1,7}?[町村])/u;
const MAY_BE_ADDRESS = /^[^市区町村]*[市区町村].*\p{Nd}/u;

interface Address {
  readonly city: string;
  /** The prefecture. */
  readonly state: string | null;
  readonly country_code: string | null;
}

/** Prefecture and city of an address with a house number; null for any other text. */
export function japaneseAddress(text: string): Address | null {
  if (!MAY_BE_ADDRESS.test(text)) return null;
  const plain = text.normalize('NFKC');
  const [start = '', state = null] = PREFECTURE.exec(plain) ?? [];
  const [city] = CITY.exec(plain.slice(start.length)) ?? [];
  return city === undefined ? null : { city, state, country_code: state === null ? null : 'JP' };
}
