import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../../contract/vocabularies/vocabularies.ts';
import { parsePlace } from './place.ts';
import regions from './regions.json' with { type: 'json' };

describe('a place in one text', () => {
  it.each([
    ['Munich, Bavaria, Germany', 'Munich', 'Bavaria', 'DE'],
    ['San Francisco, California, United States', 'San Francisco', 'California', 'US'],
    ['San Francisco, CA', 'San Francisco', 'CA', 'US'],
    ['Springfield, IL 62701', 'Springfield', 'IL', 'US'],
    ['1 Main St, Springfield, IL 62701, USA', 'Springfield', 'IL', 'US'],
    ['Toronto, ON, CA', 'Toronto', 'ON', 'CA'],
    ['Toronto, ON', 'Toronto', 'ON', 'CA'],
    ['Perth, WA, Australia', 'Perth', 'WA', 'AU'],
    ['Paris, Île-de-France', 'Paris', 'Île-de-France', 'FR'],
    ['Berlin, Germany', 'Berlin', null, 'DE'],
    ['10115 Berlin, Deutschland', 'Berlin', null, 'DE'],
    ['London SW1A 1AA, United Kingdom', 'London', null, 'GB'],
    ['Cork, IE', 'Cork', null, 'IE'],
    ['Zürich - Schweiz', 'Zürich', null, 'CH'],
    ['Atlanta, Georgia', 'Atlanta', 'Georgia', 'US'],
    ['Tbilisi, Georgia', 'Tbilisi', null, 'GE'],
    ['Mexico City, Mexico', 'Mexico City', null, 'MX'],
    ['London, UK (Hybrid)', 'London', null, 'GB'],
    ['Lyon (69), France', 'Lyon', null, 'FR'],
    ['20095 Hamburg', 'Hamburg', null, null],
    ['D-20095 Hamburg', 'Hamburg', null, null],
    ['Hauptstr. 5, 80331 München', 'München', null, null],
    ['Hauptstraße 5a, 80331 München, Germany', 'München', null, 'DE'],
    ['Hauptstr. 5, München, Germany', 'München', null, 'DE'],
    ['Hauptstr. 5, München', 'München', null, null],
    ['1 Hacker Way, Menlo Park, CA', 'Menlo Park', 'CA', 'US'],
    ['Suite 100, 12345 Main St, Springfield, IL', 'Springfield', 'IL', 'US'],
    ['5 rue de la Paix, 75001 Paris, France', 'Paris', null, 'FR'],
    ['Paris 8, France', 'Paris', null, 'FR'],
    ['Paris 16e', 'Paris', null, null],
    ['LYON 3ème, France', 'Lyon', null, 'FR'],
    ['Wien 3. Bezirk', 'Wien', null, null],
    ['Praha 4, Česko', 'Praha', null, 'CZ'],
    ['Budapest XIII.', 'Budapest', null, null],
    ['Москва, РФ', 'Москва', null, 'RU'],
    ['Area 51, Nevada', 'Area 51', 'Nevada', 'US'],
    ['London W1', 'London', null, null],
    ['London EC2A, UK', 'London', null, 'GB'],
    ['London, W1', 'London', null, null],
    ['London N6A', 'London N6A', null, null],
    ['Berlin / Remote', 'Berlin', null, null],
    ['Remote or Berlin, Germany', 'Berlin', null, 'DE'],
    ['Boston, MA / Remote', 'Boston', 'MA', 'US'],
    ['Hybrid - Berlin', 'Berlin', null, null],
    ['PARIS CEDEX 11, FRANCE', 'Paris', null, 'FR'],
    ['Frankfurt am Main', 'Frankfurt am Main', null, null],
    ['FRANKFURT AM MAIN, GERMANY', 'Frankfurt am Main', null, 'DE'],
    ['SAINT-ÉTIENNE', 'Saint-Étienne', null, null],
    ["L'ISLE-D’ABEAU, France", "L'Isle-D’Abeau", null, 'FR'],
    ['NYC', 'NYC', null, null],
    ['New York', 'New York', null, null],
    ['Greater Leeds Area', 'Leeds', null, null],
    ['San Francisco Bay Area', 'San Francisco Bay Area', null, null],
    ['Austin TX 78701', 'Austin', 'TX', 'US'],
    ['Sydney NSW 2000', 'Sydney', 'NSW', 'AU'],
    ['Melbourne VIC 3000 Australia', 'Melbourne', 'VIC', 'AU'],
    ['Boston Massachusetts USA', 'Boston', 'Massachusetts', 'US'],
    ['20121 Milano (MI)', 'Milano', 'MI', 'IT'],
    ['Montréal (Québec)', 'Montréal', 'Québec', 'CA'],
    ['Curitiba/PR', 'Curitiba', 'PR', 'BR'],
    ['Paris France', 'Paris', null, 'FR'],
    ['London England', 'London', null, 'GB'],
    ['Frankfurt (Oder)', 'Frankfurt (Oder)', null, null],
    ['Keizersgracht 1, 1011 AB Amsterdam', 'Amsterdam', null, null],
    ['00-001 Warszawa', 'Warszawa', null, null],
    ['111 22 Stockholm', 'Stockholm', null, null],
    ['100-0001 Tokyo, Japan', 'Tokyo', null, 'JP'],
    ['221B Baker Street, London NW1 6XE', 'London', null, null],
    ['Level 5, 100 Market St, Sydney NSW 2000, Australia', 'Sydney', 'NSW', 'AU'],
    ['Musterstraße 1 10117 Berlin', 'Berlin', null, null],
    ['Dallas-Fort Worth Metroplex', 'Dallas', null, null],
    ['Austin, Texas Metropolitan Area', 'Austin', 'Texas', 'US'],
    ['Großraum München', 'München', null, null],
    ['Milano e dintorni', 'Milano', null, null],
    ['Greater Noida', 'Greater Noida', null, null],
    ['Amsterdam, NH', 'Amsterdam', 'NH', 'NL'],
    ['Washington, D.C.', 'Washington', 'DC', 'US'],
    ['México, D.F.', 'Ciudad de México', null, null],
    ['Mexico DF, Mexico', 'Ciudad de México', null, 'MX'],
    ['Leeds, West Yorkshire, England, United Kingdom', 'Leeds', 'England', 'GB'],
    ['Otley, West Yorkshire, England, United Kingdom', 'Otley', 'England', 'GB'],
    ['Rosenheim, Oberbayern, Bayern, Deutschland', 'Rosenheim', 'Bayern', 'DE'],
    ['Austin, Travis County, Texas, USA', 'Austin', 'Texas', 'US'],
    ['Baker Street, London, England, United Kingdom', 'London', 'England', 'GB'],
    ['Kreuzberg, Berlin, Berlin, Germany', 'Berlin', 'Berlin', 'DE'],
    ['Praha, ČR', 'Praha', null, 'CZ'],
    ['Praha, CR', 'Praha', null, 'CZ'],
    ['San José, CR', 'San José', null, 'CR'],
    ['Bratislava, SR', 'Bratislava', null, 'SK'],
    ['Warszawa, RP', 'Warszawa', null, 'PL'],
    ['Sion, VS', 'Sion', 'VS', 'CH'],
    ['Adelaide, SA', 'Adelaide', 'SA', 'AU'],
    ['Boston, É.-U.', 'Boston', null, 'US'],
    ['Washington DC', 'Washington', 'DC', 'US'],
    ['Washington D.C. Metro Area', 'Washington', 'DC', 'US'],
    ['Washington DC-Baltimore Area', 'Washington DC', null, null],
    ['Berlin / London', 'Berlin', null, null],
    ['Berlin; Paris; London', 'Berlin', null, null],
    ['Remote (Germany)', null, null, 'DE'],
    ['US Remote', null, null, 'US'],
    ['Somewhere, Nowhere', 'Somewhere', 'Nowhere', null],
    ['Bavaria, Germany', null, 'Bavaria', 'DE'],
    ['Bavaria', null, 'Bavaria', 'DE'],
    ['Germany', null, null, 'DE'],
    ['US', null, null, 'US'],
    ['Remote, US', null, null, 'US'],
  ])('reads %j as city %j, region %j, country %j', (text, city, state, country_code) =>
    expect(parsePlace(text)).toEqual({ city, state, country_code }),
  );

  it.each([
    ['Germany, Berlin', 'Berlin', null, 'DE'],
    ['UK - London', 'London', null, 'GB'],
    ['中国, 北京', '北京', null, 'CN'],
    ['Chad, Kleinstadt', 'Kleinstadt', null, 'TD'],
    ['US, CA, San Francisco', 'San Francisco', 'CA', 'US'],
    ['Deutschland, Bayern, München', 'München', 'Bayern', 'DE'],
    ['USA-NY-New York', 'New York', 'NY', 'US'],
    ['DE-Berlin', 'Berlin', null, 'DE'],
    ['USA (New York)', 'New York', null, 'US'],
    ['California, San Francisco', 'San Francisco', 'California', 'US'],
    ['NY, Buffalo', 'Buffalo', 'NY', 'US'],
    ['Georgia, Atlanta', 'Atlanta', 'Georgia', 'US'],
    ['Georgia, Tbilisi', 'Tbilisi', null, 'GE'],
    // Cities with the name of a country or a region.
    ['Mexico, Missouri', 'Mexico', 'Missouri', 'US'],
    ['Cuba, NM', 'Cuba', 'NM', 'US'],
    ['Ontario, California', 'Ontario', 'California', 'US'],
    ['Singapore, Singapore', 'Singapore', null, 'SG'],
    ['Singapore', 'Singapore', null, 'SG'],
  ])('reads %j from the country or the region on: %j, %j, %j', (text, city, state, country_code) =>
    expect(parsePlace(text)).toEqual({ city, state, country_code }),
  );

  it.each([
    ['Hong Kong, China', 'Hong Kong', null, 'HK'],
    ['Hong Kong, CN', 'Hong Kong', null, 'HK'],
    ['Central, Hong Kong SAR, China', 'Central', null, 'HK'],
    ['San Juan, Puerto Rico, USA', 'San Juan', null, 'PR'],
    ['Saint-Denis, La Réunion, France', 'Saint-Denis', null, 'RE'],
    ['Seoul, Korea, Republic of', 'Seoul', null, 'KR'],
    ['Newcastle, UK', 'Newcastle', null, 'GB'],
    ['Newcastle, GB', 'Newcastle', null, 'GB'],
    ['Belfast, NI', 'Belfast', 'NI', null],
    ['Texas, US', null, 'Texas', 'US'],
    ['Georgia, US', null, 'Georgia', 'US'],
    ['LA, CA', 'LA', 'CA', 'US'],
    ['TX', null, 'TX', 'US'],
    ['NSW', null, 'NSW', 'AU'],
    ['Lagos State, Nigeria', null, 'Lagos State', 'NG'],
    ['County Cork, Ireland', null, 'County Cork', 'IE'],
    ['Orange County, US', 'Orange County', null, 'US'],
  ])('reads the country of %j: %j, %j, %j', (text, city, state, country_code) =>
    expect(parsePlace(text)).toEqual({ city, state, country_code }),
  );

  it.each([
    ['London, Paris, New York', 'London'],
    ['Berlin, Hamburg, Munich', 'Berlin'],
    ['New York, London', 'New York'],
    ['London or Paris', 'London'],
    ['Leeds & London', 'Leeds'],
    ['Brighton & Hove', 'Brighton & Hove'],
    ['Brighton and Hove', 'Brighton and Hove'],
    ['Barking & Dagenham', 'Barking & Dagenham'],
    ['Berlin und Hamburg', 'Berlin'],
    ['г. Москва', 'Москва'],
    ['82319 Zellendorf', 'Zellendorf'],
    ['H-1051 Budapest', 'Budapest'],
    ['S-111 22 Stockholm', 'Stockholm'],
    ['LV-1010 Rīga', 'Rīga'],
    ['Dublin D02 AF30', 'Dublin'],
    ['C1043AAZ Buenos Aires', 'Buenos Aires'],
    ['C.P. 06600 Ciudad de México', 'Ciudad de México'],
    ['Mumbai 400 001', 'Mumbai'],
    ['Praha 110 00', 'Praha'],
    ['#12 Rua Augusta, Lisboa', 'Lisboa'],
    ['Rua Augusta, 12 - 1250-096 Lisboa', 'Lisboa'],
    ['Hybrid in London', 'London'],
    ['Berlin (or Remote)', 'Berlin'],
    ['Berlin Office', 'Berlin'],
    ['New York Head Office', 'New York'],
    ['Berlin - HQ', 'Berlin'],
    ['Niederlassung Hamburg', 'Hamburg'],
    ['Bureau de Lyon', 'Lyon'],
    ['Post Office', 'Post Office'],
  ])('reads only the city of %j: %j', (text, city) =>
    expect(parsePlace(text)).toEqual({ city, state: null, country_code: null }),
  );

  it.each([
    ['Anywhere in Germany', 'DE'],
    ['Spain Office', 'ES'],
    ['Luxembourg', 'LU'],
  ])('reads only the country of %j: %j', (text, country_code) =>
    expect(parsePlace(text)).toEqual({ city: null, state: null, country_code }),
  );

  it.each([
    ['القاهرة، مصر', 'القاهرة', 'EG'],
    ['北京，中国', '北京', 'CN'],
    ['München/Germany', 'München', 'DE'],
    ['München [DE]', 'München', 'DE'],
  ])('divides %j into %j and %j', (text, city, country_code) =>
    expect(parsePlace(text)).toEqual({ city, state: null, country_code }),
  );

  it.each(['Nowhere, DE', 'Nowhere, IN', 'Nowhere, RS', 'Nowhere, TO', 'Vancouver, CA', 'Milano, GA'])(
    'takes no country from %s, which ends in a region or a country',
    (text) => expect(parsePlace(text)).toMatchObject({ state: text.slice(-2), country_code: null }),
  );

  it.each([
    [
      'IT',
      'Torino, TO|Bergamo, BG|Brescia, BS|Genova, GE|Sassari, SS|Cagliari, CA|Palermo, PA|Pescara, PE|Milano, MI|torino, to',
    ],
    ['IT', 'Lodi, LO|Via Roma 1, Torino, TO|Chieti, CH'],
    ['BR', 'Curitiba, PR|Porto Alegre, RS|Salvador, BA|Belem, PA'],
    ['CH', 'St. Gallen, SG|Genève, GE|Neuchatel, NE|Bern, BE'],
    ['DE', 'Ulm, BW|München, BY'],
    ['US', 'Wilmington, DE|Indianapolis, IN|Denver, CO|Birmingham, AL|Smallville, PA|Smallville, TX'],
  ])('reads the letters after a city as a region of %s: %s', (country_code, texts) => {
    for (const text of texts.split('|'))
      expect(parsePlace(text), text).toMatchObject({ state: text.slice(-2).toUpperCase(), country_code });
  });

  it.each(
    'Hamburg, DE|Toronto, CA|Bogota, CO|Casablanca, MA|Antwerp, BE|Mexico City, MX|Delft, NL|Smallville, NL|Smallville, AT'.split(
      '|',
    ),
  )('reads the letters of %s as a country', (text) => {
    expect(parsePlace(text)).toMatchObject({ state: null, country_code: text.slice(-2) });
  });

  it.each([
    ...['', ' , ', 'Remote', '12345', 'Europe', 'Remote, EMEA', 'Work from home', '100% remote'],
    // A state or a country, and several countries.
    ...['CA', 'GA', 'DE', 'Germany/Austria', 'UK & Ireland', 'Germany or Austria'],
  ])('finds no place in %j', (text) => expect(parsePlace(text)).toBe(null));

  it('belong to listed countries', () => {
    const codes = COUNTRIES.map(({ code }) => code);
    for (const code of Object.keys(regions)) expect(codes).toContain(code);
  });
});

describe('a Japanese address', () => {
  it.each([
    ['東京都千代田区千代田1-1', '千代田区', '東京都', 'JP'],
    ['〒530-0001 大阪府大阪市北区梅田1-1', '大阪市', '大阪府', 'JP'],
    ['宮城県仙台市青葉区1-2-3', '仙台市', '宮城県', 'JP'],
    ['三重県四日市市諏訪町１-５', '四日市市', '三重県', 'JP'],
    ['札幌市中央区北1条', '札幌市', null, null],
  ])('gives city and prefecture: %s', (text, city, state, country_code) => {
    expect(parsePlace(text)).toEqual({ city, state, country_code });
  });

  it('is no plain name of a city', () => {
    expect(parsePlace('東京都')?.city).toBe('東京都');
  });
});

it('reads no contact as a place', () => {
  expect(parsePlace('kruse@kruse.example')).toBe(null);
  expect(parsePlace('https://kruse.example')).toBe(null);
});
