import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../../contract/vocabularies/vocabularies.ts';
import { parseCountry } from './country.ts';
import table from './country-names.json' with { type: 'json' };

describe('countries', () => {
  it.each([
    ['US', 'US'],
    ['us', 'US'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['GBR', 'GB'],
    ['Česká republika', 'CZ'],
    ['中华人民共和国', 'CN'],
    ['ประเทศไทย', 'TH'],
    ['السعودية', 'SA'],
    ['FYROM', 'MK'],
    ['Lao PDR', 'LA'],
    ['GER', 'DE'],
    ['England', 'GB'],
    ['NA', 'NA'],
    ['Namibia', 'NA'],
    ['XK', 'XK'],
    ['Russia', 'RU'],
    ['Russian Federation', 'RU'],
    ['South Korea', 'KR'],
    ['Korea, Republic of', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['Iran, Islamic Republic of', 'IR'],
    ['Islamic Republic of Iran', 'IR'],
    ['Moldova, Republic of', 'MD'],
    ['Venezuela, Bolivarian Republic of', 'VE'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['E.U.A.', 'US'],
    ['EE.UU.', 'US'],
    ['EEUU', 'US'],
    ['E.A.U.', 'AE'],
    ['U.A.E.', 'AE'],
    ['U. S. of America', 'US'],
    ['Vereinigte Staaten von Amerika', 'US'],
    ["États-Unis d'Amérique", 'US'],
    ['Estados Unidos da América', 'US'],
    ['Großbritannien', 'GB'],
    ['Grande-Bretagne', 'GB'],
    ['Gran Bretaña', 'GB'],
    ['Escocia', 'GB'],
    ['Pays de Galles', 'GB'],
    ['N. Ireland', 'GB'],
    ['S. Korea', 'KR'],
    ['P.R. China', 'CN'],
    ['R.O.C.', 'TW'],
    ['Dem. Rep. Congo', 'CD'],
    ['Rep. Dominicana', 'DO'],
    ['Rép. tchèque', 'CZ'],
    ['St.Maarten', 'SX'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Deutschland', 'DE'],
    ['Österreich', 'AT'],
    ['España', 'ES'],
    ['Congo, the Democratic Republic of the', 'CD'],
    ['Republic of the Congo', 'CG'],
    ['Guinea', 'GN'],
    ['The Netherlands', 'NL'],
    ['Hong Kong', 'HK'],
    ['Kingdom of the Netherlands', 'NL'],
    ['Kingdom of Saudi Arabia', 'SA'],
    ['Federative Republic of Brazil', 'BR'],
    ['Republic of China', 'TW'],
    ['Bundesrepublik Deutschland', 'DE'],
    ['República Federativa do Brasil', 'BR'],
    ['Koninkrijk België', 'BE'],
    ['Republika Hrvatska', 'HR'],
    ['Repubblica Italiana', 'IT'],
    ['Schweizerische Eidgenossenschaft', 'CH'],
    ['Volksrepublik China', 'CN'],
    ['République démocratique du Congo', 'CD'],
    ['République du Congo', 'CG'],
    ['Republic of Georgia', 'GE'],
    ["People's Republic of China", 'CN'],
    ['Burma', 'MM'],
    ['Zaire', 'CD'],
    ['Swaziland', 'SZ'],
    ['Ceylon', 'LK'],
    ['West Germany', 'DE'],
    ['Upper Volta', 'BF'],
    ['Rhodesia', 'ZW'],
    ['Persia', 'IR'],
    ['Siam', 'TH'],
    ['Macedonia, the former Yugoslav Republic of', 'MK'],
  ])('reads %s as %s', (text, code) => expect(parseCountry(text)).toBe(code));

  it.each([
    'Atlantis',
    '',
    'ZZ',
    'Federal Republic',
    'United States of Europe',
    'Europe',
    'N/A',
    'Del Mar',
    'State of Georgia',
  ])('finds no country in %j', (text) => expect(parseCountry(text)).toBe(null));

  it.each([
    ['Sverige', 'SE'],
    ['日本', 'JP'],
    ['KSA', 'SA'],
    ['Россия', 'RU'],
    ['Magyarország', 'HU'],
    ['საქართველო', 'GE'],
    ['Србија', 'RS'],
    ['Azərbaycan', 'AZ'],
    ['Pilipinas', 'PH'],
    ['Germany (DE)', 'DE'],
    ['DE - Germany', 'DE'],
    ['Germany/Deutschland', 'DE'],
    ['США', 'US'],
    ['アメリカ', 'US'],
    ['United States [USA]', 'US'],
    ['ČR', 'CZ'],
    ['Č.R.', 'CZ'],
    ['É.-U.', 'US'],
    ['CH-Schweiz', 'CH'],
    ['GB-UK', 'GB'],
    ['U.S. of A.', 'US'],
    ['États-Unis (USA)', 'US'],
    ['BR Deutschland', 'DE'],
    ['КНР', 'CN'],
    ['ЮАР', 'ZA'],
    ['RD Congo', 'CD'],
    ['HKSAR', 'HK'],
    ['الإمارات', 'AE'],
    ['中華民國', 'TW'],
    ['Taiwan R.O.C.', 'TW'],
    ['İngiltere', 'GB'],
  ])('reads %s as %s', (text, code) => expect(parseCountry(text)).toBe(code));

  it.each(['Germany (FR)', 'Mexico - Mexico City', 'Germany / France', 'Zorblax'])('does not read %s', (text) => {
    expect(parseCountry(text)).toBeNull();
  });

  it('reads every listed country by its code and its name', () => {
    for (const { code, name } of COUNTRIES) {
      expect([parseCountry(code), parseCountry(name)]).toEqual([code, code]);
    }
  });

  it('have a table of names with listed codes only, and a three-letter code for each country but Kosovo', () => {
    const codes = COUNTRIES.map(({ code }) => code);
    for (const code of Object.values(table.names)) expect(codes).toContain(code);
    const fromAlpha3 = table.alpha3.split(' ').map((pair) => pair.slice(4));
    expect(fromAlpha3.toSorted()).toEqual(codes.filter((code) => code !== 'XK').toSorted());
  });
});
