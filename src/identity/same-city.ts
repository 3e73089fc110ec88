// Decides whether two spellings can denote the same city. Accepts other letters for diacritics, omitted parts, names of
// large cities in other languages, and small typing errors.

import { editDistance } from '../words/edit-distance.ts';
import { splitWords } from '../words/words.ts';
import { romanize, withoutDigraphs } from './romanize.ts';
import { typingErrorBetween } from './typing-error.ts';

/** Names of a city in several languages, folded and without `ae`, `oe`, `ue`; the first one is the key. */
const EXONYMS: ReadonlyMap<string, string> = new Map(
  `munich munchen monaco muenchen|cologne koln colonia|vienna wien vienne|milan milano mailand|rome roma rom|
  florence firenze florenz|venice venezia venedig|naples napoli neapel|turin torino|genoa genova genua|lisbon lisboa|
  prague praha prag|warsaw warszawa warschau|moscow moskva moskau|zurich zurigo|geneva geneve genf ginevra|basel bale|
  brussels bruxelles brussel|antwerp antwerpen anvers|nuremberg nurnberg|hanover hannover|copenhagen kobenhavn|
  gothenburg goteborg|seville sevilla|saragossa zaragoza|hague haag|athens athina athen|bucharest bucuresti bukarest|
  belgrade beograd|kyiv kiev kyyiv|odesa odessa|lviv lvov|krakow cracow krakau|wroclaw breslau|gdansk danzig|
  cairo kairo|beijing peking|mumbai bombay|kolkata calcutta|chennai madras|bengaluru bangalore|tokyo tokio|
  mexico ciudaddemexico cdmx mexicocity|newyork newyorkcity nyc|losangeles la|sanfrancisco sf|
  saopaulo sanpablo|riodejaneiro rio|dusseldorf|frankfurt frankfurtammain frankfurtmain|london londres|
  edinburgh edimbourg|dublin baileathacliath|luxembourg luxemburg|strasbourg strassburg|lyon lyons|marseille marseilles|
  riga|vilnius wilna|tallinn reval|istanbul|jerusalem yerushalayim|telaviv telavivyafo|hochiminhcity saigon|
  saintpetersburg sanktpeterburg stpetersburg petersburg|yerevan erevan|tbilisi tiflis|almaty almaata`
    .split('|')
    .flatMap((line) => {
      const [key = '', ...others] = line.trim().split(/\s+/);
      return [key, ...others].map((name): [string, string] => [name, key]);
    }),
);
const REGION_WORDS = new Set(
  'greater metropolitan metro area region city of the den gross grossraum stadt municipality municipio ville de comune di'.split(
    ' ',
  ),
);

/** The words by which cities are compared; one word for a large city with several names. */
function cityWords(city: string): string[] {
  const all = splitWords(withoutDigraphs(romanize(city)));
  const words = all.filter((word) => !REGION_WORDS.has(word));
  const own = words.length > 0 ? words : all;
  const exonym = EXONYMS.get(own.join(''));
  return exonym === undefined ? own : [exonym];
}

/** Equal for common spellings of one city. */
export const cityKey = (city: string): string => cityWords(city).join('');

/** Further names of one city in the languages of its country. They are not part of the stored keys. */
const LOCAL_NAMES =
  `helsinki helsingfors|turku abo|espoo esbo|tampere tammerfors|vantaa vanda|piraeus peiraias pireas|bolzano bozen|
  ghent gent gand|brugge bruges brugges|liege luik|leuven louvain|mechelen malines|kortrijk courtrai|namur namen|biel bienne|
  lucerne luzern|sansebastian donostia|vitoria gasteiz vitoriagasteiz|pamplona iruna|lacoruna acoruna|alicante alacant|
  cardiff caerdydd|swansea abertawe|newport casnewydd|cork corcaigh|galway gaillimh|bratislava pressburg|kaunas kowno`
    .split('|')
    .map((line) => line.trim().split(' '));

const areNamesOfOne = (one: string, other: string) =>
  LOCAL_NAMES.some((names) => names.includes(one) && names.includes(other));

const SHORTEST_PART = 4;
/** In longer names, two letters may be wrong. Manchester and Winchester are two cities. */
const LONG_NAME = 12;

/** `St. Louis`, `Ft. Worth`, `Mt. Vernon`. */
const SHORTENED = new Map([
  ['st', 'saint'],
  ['sankt', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
]);
const inFull = (words: readonly string[]) => words.map((word) => SHORTENED.get(word) ?? word);

const LATIN = /\p{Script=Latin}/u;

/** Null for names in two scripts that cannot be compared: `大阪` and `Osaka`. */
export function areOneCity(a: string, b: string): boolean | null {
  const [one, other] = [inFull(cityWords(a)), inFull(cityWords(b))];
  if (LATIN.test(one.join('')) !== LATIN.test(other.join(''))) return null;
  if (areNamesOfOne(one.join(''), other.join(''))) return true;
  const [short, long] = one.join('').length < other.join('').length ? [one, other] : [other, one];
  const [name, longer] = [short.join(''), long.join('')];
  if (name === longer || isBeginning(name, long)) return true;
  if (name.length <= SHORTEST_PART) return false;
  return typingErrorBetween(name, longer) !== null || (name.length >= LONG_NAME && editDistance(name, longer, 2) <= 2);
}

/** `Frankfurt` and `Frankfurt am Main`, but not `Bern` and `Bernburg`. Other scripts have no blanks: `서울특별시`. */
function isBeginning(name: string, words: readonly string[]): boolean {
  const longer = words.join('');
  if (name.length < SHORTEST_PART || !longer.startsWith(name)) return false;
  if (!/[a-z]/.test(longer.charAt(name.length))) return true;
  let end = 0;
  return words.some((word) => {
    end += word.length;
    return end === name.length;
  });
}
