// Decides whether two spellings can denote the same city. Accepts other letters for diacritics, omitted parts, names of
// large cities in other languages, and small typing errors.

import { similarity } from '../words/edit-distance.ts';
import { splitWords } from '../words/words.ts';
import { romanize, withoutDigraphs } from './romanize.ts';

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

/** Equal for common spellings of one city. */
export function cityKey(city: string): string {
  const all = splitWords(withoutDigraphs(romanize(city)));
  const words = all.filter((word) => !REGION_WORDS.has(word));
  const joined = (words.length > 0 ? words : all).join('');
  return EXONYMS.get(joined) ?? joined;
}

/** Minimum share of common letters for which two spellings match. */
const SIMILAR = 0.8;
const SHORTEST_PART = 4;

export function areOneCity(a: string, b: string): boolean {
  const [one, other] = [cityKey(a), cityKey(b)];
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // Example: `Frankfurt` and `Frankfurt am Main`.
  if (short.length >= SHORTEST_PART && long.startsWith(short)) return true;
  return short.length > SHORTEST_PART && similarity(one, other) >= SIMILAR;
}
