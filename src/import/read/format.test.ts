import { describe, expect, it } from 'vitest';
import { formatOf, sniffFormat } from './format.ts';

const sniff = (text: string, path = 'file') => sniffFormat(path, Buffer.from(text));

describe('the format of an input', () => {
  it('is detected from the first bytes, not from the name', () => {
    expect(sniff('{"a":1}\n{"a":2}\n', 'x.csv')).toEqual({ kind: 'json-lines' });
    expect(sniff('  [\n {"a":1}]', 'x.jsonl')).toEqual({ kind: 'json-array' });
    expect(sniff('[]')).toEqual({ kind: 'json-array' });
    expect(sniff('name,domain\n', 'x.json')).toEqual({ kind: 'table', delimiter: ',', preambleRows: 0 });
  });

  it('is a table if the first header is in brackets', () => {
    expect(sniff('[Name],Domain\na,b\n')).toEqual({ kind: 'table', delimiter: ',', preambleRows: 0 });
  });

  it.each([
    [',', 'name,city\nAcme; Sons,Bern\n'],
    ['~', 'name~city\nAcme, Sons~Bern\n'],
    ['\u001f', 'name\u001fcity\nAcme, Sons\u001fBern\n'],
    [';', 'name;city\nAcme, Sons;Bern\n'],
    ['\t', 'name\tcity\nAcme, Sons, Inc\tBern\n'],
    ['|', 'name|city\nAcme|Bern\n'],
    ['^', 'name^city\nAcme, Sons^Bern\n'],
    [';', 'Company;Revenue;Employees\nZwirn, Werk & Co;1,5;10\nFlachs, Garn;2,5;20\n'],
    [';', 'Name;Firma;Umsatz\nBrandvold, Ilka;Zwirnwerk;1,5\nKessebrink, Otmar, Dr.;Seilwerk;2,5\n'],
    ['|', 'Name|Company|Location\nBrandvold, Ilka|Zwirnwerk|Ulm, BW\nKessebrink, Otmar|Seilwerk|Kiel, SH\n'],
    [';', 'Nimi;Yritys;Summa\nBrandvold, Ilka;Zwirnwerk;1,5\nKessebrink, Otmar;Seilwerk;2,5\n'],
    [',', 'Name,Company,Tags\nIlka,Zwirnwerk,a;b;c;d;e\nOtmar,Seilwerk,f;g;h;i;j\n'],
    [',', 'id,"a;b;c;d",name\n1,"x;y",z\n'],
  ])('has the delimiter %j if it splits all lines alike', (delimiter, text) => {
    expect(sniff(text)).toEqual({ kind: 'table', delimiter, preambleRows: 0 });
  });

  it.each([
    [2, ',', 'Notes:\n"Some rows, and\nsome lines, are missing"\n\nFirst Name,Last Name,Position\nJo,Ek,Cook\n'],
    [2, ',', 'Report,,,\n,,,\nMade on,2026-01-31,,\nname,domain,city,country\nAcme,acme.test,Bern,CH\n'],
    [1, ';', 'sep=;\nname;city\nAcme, Sons;Bern\n'],
    [1, ',', 'Person,,Company,,Contact\nFirst Name,Last Name,Company,City,Email\nJo,Ek,Acme,Bern,jo@acme.test\n'],
    [1, ';', 'Person;Person;Kontakt;Kontakt\nVorname;Nachname;E-Mail;Telefon\nJo;Ek;jo@acme.test;1\n'],
    [2, ',', 'List,,,\nPerson,,Contact,\nFirst Name,Last Name,Email,Phone\nJo,Ek,jo@acme.test,1\n'],
    [1, '\t', 'Companies, all of them, 2026\n\tname\tcity\n1\tAcme\tBern\n'],
  ])('skips %i rows above the header', (preambleRows, delimiter, text) => {
    expect(sniff(text)).toEqual({ kind: 'table', delimiter, preambleRows });
  });

  it.each([
    ['the first header cell is empty', ',name,city\n1,Acme,Bern\n2,Beta,Ulm\n'],
    ['the first of two header cells is empty', ',name\n1,Acme\n2,Beta\n'],
    ['the second of two header cells is empty', 'name,\nAcme,x\nBeta,y\n'],
    ['a row is too long', 'name,city\nAcme, Sons, Brothers, and so on,Bern\nBeta,Ulm\n'],
    ['there is one column', 'name\nAcme\nBeta\n'],
    ['the second row has values', 'name,,domain\nAcme,Bern,acme.test\nCompany,City,Ulm\n'],
    ['there is one row', 'name,city,country\n'],
    ['cells are empty', 'name,city,country,domain\nAcme,,,\nBeta,,,\n'],
  ])('takes the first row as header if %s', (_, text) => {
    expect(sniff(text)).toMatchObject({ preambleRows: 0 });
  });

  it.each([
    'Jane Roe,jane@acme.test,Cook\nJo Ek,jo@beta.test,Baker\n',
    'Acme,https://acme.test,Bern\nBeta,,Ulm\n',
    '424339,Nurse,84252.0\n379094,Developer,82884.0\n',
    'Zwirnwerk AG,zwirnwerk.de\nFlachs AG,flachs.de\n',
    'Zwirnwerk AG,zwirnwerk.de\n',
    'Zwirnwerk AG,Ulm,DE\nFlachs AG,Basel,CH\nLeer AG,Wien,\n',
    'Zwirnwerk AG,Ulm,250\nFlachs AG,Basel,30\n',
    ',,,\nJane Roe,Cook,+44 7700 900123,Acme\nJo Ek,Baker,,Beta\n',
  ])('does not take a first row of values as header: %j', (text) =>
    expect(sniff(text)).toMatchObject({ isHeaderless: true }),
  );

  it.each([
    'name,2019,2020\nAcme,100000,200000\n',
    'Nimi,2019,2020\nAcme,100000,200000\n',
    'ID,mail@,www\n100000,a@b.test,b.test\n',
    'name,company.website\nJo,acme.test\n',
    'nimi,osoite.city\nJo,Bern\n',
    'name,CO\nJo,DE\n',
    'Nimi,NO,PR\nJo,7,x\n',
  ])('takes a first row of names as header: %j', (text) => expect(sniff(text)).not.toHaveProperty('isHeaderless'));

  it.each([
    'name\nAcme\nBeta\n',
    '"Company Name"\nAcme, Inc.\nBeta\nGamma, Sons, LLC\n',
    'name\nAcme; Inc.\nBeta; Sons\n',
  ])('has one column if the header is one name and the delimiters are punctuation: %j', (text) => {
    const single = { kind: 'table', delimiter: ',', preambleRows: 0, isSingleColumn: true };
    expect(sniff(text)).toEqual(single);
    expect(sniff(text, 'x.tsv')).toEqual(single);
  });

  it('has several columns below a title of one word', () => {
    expect(sniff('Company\nNimi,Osoite\nAcme,Bern\nBeta, Ulm\nGamma,Kiel\n')).toMatchObject({ preambleRows: 1 });
    expect(sniff('Company\nname, city\nAcme, Bern\nBeta, Ulm\n')).toMatchObject({ preambleRows: 1 });
  });

  it('splits a .tsv file at tabs even if it contains many commas', () => {
    expect(sniff('a, b, c\td\n1, 2, 3\t4\n', 'x.tsv.gz')).toEqual({ kind: 'table', delimiter: '\t', preambleRows: 0 });
  });

  it('rejects an object over several lines with the remedy', () => {
    expect(() => sniff('{\n "a": 1\n}\n')).toThrow(
      /line 1: a JSON object spans several lines\. Give one object per line/,
    );
  });

  it('rejects workbooks, archives, and compressed or piped Parquet with the remedy', () => {
    expect(() => sniff('PK\u0003\u0004…', 'x.xlsx')).toThrow(
      /x\.xlsx: it is a ZIP archive or a workbook\. Export it as CSV/,
    );
    expect(() => sniff('PAR1…')).toThrow(/it is Parquet, which can be read only from a file\. Unpack it into a file/);
  });
});

describe('a file without sheets that has the name of a workbook', () => {
  const read = (head: Buffer, path = 'people.xlsx') => formatOf({ path, head, sheet: null });
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 167 + (index >> 3)) % 256));

  it.each([
    ['noise', Buffer.from(noise.toString('latin1'))],
    ['one line of text', Buffer.from('UEsDBBQAAAAIAAAAIQBi7p1oXgEAAJAEAAAT')],
    ['zeros', Buffer.alloc(3000)],
  ])('is damaged or another kind of file: %s', (_, head) => {
    expect(() => read(head)).toThrow(/people\.xlsx: it is not a workbook, although its name ends in \.xlsx/);
  });

  it('is read if it is a table', () => {
    expect(read(Buffer.from('full_name;job_title\nAnn Lee;CEO\n'))).toMatchObject({ delimiter: ';' });
    expect(read(Buffer.from('domain\nacme.example\n'))).toMatchObject({ kind: 'table' });
  });

  it('is no text under another name either, whatever encoding was detected', () => {
    expect(() => read(Buffer.from(noise.toString('latin1')), 'people.csv')).toThrow(/it is not text/);
  });
});
