import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../contract/vocabularies/vocabularies.ts';
import { guessCodePage } from './code-pages.ts';
import { sniffEncoding } from './encoding.ts';

/** Names of countries in a language. Names in Romanian use the letters of its code page. */
function namesIn(language: string): string[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return COUNTRIES.map(({ code }) => (names.of(code) ?? '').replaceAll('ș', 'ş').replaceAll('ț', 'ţ'));
}

/** The encoded rows, without rows that contain a letter which the encoding lacks. */
function encoded(rows: readonly string[], encoding: string): Buffer {
  const all = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  const bytes = rows.map((row) => [...row, '\n'].map((letter) => all.indexOf(letter)));
  return Buffer.from(bytes.filter((row) => !row.includes(-1)).flat());
}

const CZECH = `Novák Jiří, Plzeň\nDvořák Tomáš, Brno\nČerný Zdeněk, Mělník\nProcházková Věra, Třebíč\nŘezníček Luboš, Zlín
Ředitel společnosti\nVedoucí účtárny\nKoníček Bedřich, Děčín\nŠťastný Ondřej, Náměšť\nHlaváček Přemysl, Kroměříž`;
const POLISH = `Michałowski Łukasz, Łódź\nDąbrowska Małgorzata, Poznań\nWiśniewski Paweł, Gdańsk\nGłówny księgowy\nŻołądź Grażyna
Wróbel Jędrzej, Świdnica\nSpółka z ograniczoną odpowiedzialnością\nKierownik działu sprzedaży\nZając Bożena, Rzeszów`;
const HUNGARIAN = `Kovács Gergő, Győr\nSzűcs Ernő, Székesfehérvár\nTóth Ágnes, Kőszeg\nVörös Éva, Pécs\nÜgyvezető igazgató
Főkönyvelő\nKülkereskedelmi Kft., Budaörs\nErdős Zoltán, Nyíregyháza\nFehér Károly, Szentendre`;
const TURKISH = `Yılmaz Ayşe, İstanbul\nÇelik Oğuz, İzmir\nŞahin Gül, Eskişehir\nÖzdemir Işıl, Muğla\nGüneş İnşaat Ltd. Şti.
Genel Müdür\nSatış Müdürü\nYıldız Çağla, Şanlıurfa\nIşık Gökçe, Kırşehir`;
const FRENCH =
  'Société Générale\nFrançois Lefèvre\nHélène Crépin, Nîmes\nJérôme Béranger, Besançon\nDirecteur général adjoint';
const GERMAN =
  'Müller GmbH\nGeschäftsführer\nKöln\nDüsseldorf\nZürich\nStraßenbau Böhm\nBäckerei Schröder\nGärtnerei Weiß';
const WESTERN = 'de fr es it pt nl da sv nb fi is et ca ga eu cy fo'.split(' ');

describe('the code page of a text', () => {
  it.each([
    ['windows-1250', CZECH],
    ['windows-1250', POLISH],
    ['windows-1250', HUNGARIAN],
    ['iso-8859-2', POLISH],
    ['windows-1254', TURKISH],
    ['macintosh', `${FRENCH}\n${GERMAN}`],
    ['windows-1251', namesIn('ru').join('\n')],
    ['windows-1251', namesIn('uk').join('\n')],
    ['koi8-r', namesIn('ru').join('\n')],
    ['windows-1253', namesIn('el').join('\n')],
    ['windows-1257', namesIn('lt').join('\n')],
  ])('is %s if the letters are of its languages: %#', (encoding, text) => {
    const bytes = encoded(text.split('\n'), encoding);
    expect(sniffEncoding({ bytes, isWhole: true })).toEqual({ encoding, isDoubtful: false });
  });

  it.each(WESTERN)('is Windows-1252 for texts in up to three of its languages: %s and others', (first) => {
    const others = WESTERN.slice(WESTERN.indexOf(first));
    for (const [at, second] of others.entries()) {
      for (const third of others.slice(at)) {
        const bytes = encoded([first, second, third].flatMap(namesIn), 'windows-1252');
        expect([first, second, third, guessCodePage(bytes).encoding]).toEqual([first, second, third, null]);
      }
    }
  });

  it('is not doubtful for signs around words', () => {
    const text = `${FRENCH}\n${GERMAN}\nCafé “Zentrum”\nL’Oréal\n€ 500\nm² und m³\nAcme® Straße – Köln\nNº 5\n¿Qué?`;
    expect(guessCodePage(encoded(text.split('\n'), 'windows-1252'))).toEqual({ encoding: null, isDoubtful: false });
  });

  it('is doubtful if letters do not fit Windows-1252 and there are few, or of several languages', () => {
    const few = encoded(['Paweł', 'Michał Dąbrowski', 'Wołoszyn'], 'windows-1250');
    expect(sniffEncoding({ bytes: few, isWhole: true })).toEqual({ encoding: 'windows-1252', isDoubtful: true });
    const mixed = encoded(`${CZECH}\n${POLISH}\n${FRENCH}`.split('\n'), 'windows-1250');
    expect(guessCodePage(mixed)).toEqual({ encoding: null, isDoubtful: true });
  });
});
