import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeXlsx, textRow } from '../../../../test/support/make-xlsx.ts';
import { openSource } from '../source.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-links-'));

async function linesOf(rows: readonly string[], links: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const path = join(folder, 'book.xlsx');
  writeFileSync(path, makeXlsx({ sheets: [{ name: 'A', rows: rows.join(''), links }] }));
  const parts = await Array.fromAsync((await openSource(path)).bytes());
  return Buffer.concat(parts).toString().split('\n').slice(0, -1);
}

test('the links of a column form a separate column, with the header of the column', async () => {
  const rows = [textRow('Name', 'Site', 'City'), textRow('Jo Roe', 'open'), textRow('Ann Poe', 'open', 'Leeds')];
  const links = {
    A2: 'https://some.example/in/jo?a=1&amp;b=2',
    B2: 'http://acme.example',
    A3: 'https://some.example/in/ann',
    C3: 'file:///c:/leeds',
  };
  expect(await linesOf(rows, links)).toEqual([
    'Name,Site,City,Name (link),Site (link)',
    'Jo Roe,open,,https://some.example/in/jo?a=1&b=2,http://acme.example',
    'Ann Poe,open,Leeds,https://some.example/in/ann',
  ]);
});

test('mail addresses and phone numbers of links lose their scheme', async () => {
  const rows = [textRow('Name', 'Phone'), textRow('Jo', 'call')];
  const links = { A2: 'mailto:jo@acme.example?subject=Hi', B2: 'tel:+15550100' };
  expect(await linesOf(rows, links)).toEqual([
    'Name,Phone,Name (link),Phone (link)',
    'Jo,call,jo@acme.example,+15550100',
  ]);
});

test('a formula HYPERLINK gives a link', async () => {
  const cell = '<c t="str"><f>HYPERLINK("https://some.example/in/jo","Jo")</f><v>Jo</v></c>';
  const other = '<c t="str"><f>CONCAT("a","b")</f><v>ab</v></c>';
  expect(await linesOf([textRow('Name', 'Code'), `<row>${cell}${other}</row>`])).toEqual([
    'Name,Code,Name (link)',
    'Jo,ab,https://some.example/in/jo',
  ]);
});

test('a column whose cells show the addresses of their links gets no column of links', async () => {
  const rows = [textRow('Name', 'Site', 'Mail'), textRow('Jo', 'www.acme.example', 'jo@acme.example')];
  expect(await linesOf(rows, { B2: 'https://acme.example/', C2: 'mailto:jo@acme.example' })).toEqual([
    'Name,Site,Mail',
    'Jo,www.acme.example,jo@acme.example',
  ]);
});

test('the header is the first of the rows with the most cells: a linked title above it is not a header', async () => {
  const rows = [textRow('Our contacts'), '<row r="3"><c t="str"><v>Name</v></c><c t="str"><v>City</v></c></row>'];
  const lines = await linesOf([...rows, textRow('Jo', 'Leeds'), textRow('Ann', 'York')], {
    A1: 'https://acme.example',
    A5: 'https://some.example/in/ann',
  });
  expect(lines).toEqual([
    'Our contacts',
    '',
    'Name,City,Name (link)',
    'Jo,Leeds',
    'Ann,York,https://some.example/in/ann',
  ]);
});

test('a long sheet has links in all of its rows', async () => {
  const names = Array.from({ length: 3000 }, (_, index) => `Person ${index}`);
  const links = Object.fromEntries(names.map((_, index) => [`A${index + 2}`, `https://some.example/in/p${index}`]));
  const lines = await linesOf([textRow('Name', 'City'), ...names.map((name) => textRow(name, 'Leeds'))], links);
  expect(lines[0]).toBe('Name,City,Name (link)');
  expect(lines.slice(1)).toEqual(names.map((name, index) => `${name},Leeds,https://some.example/in/p${index}`));
});

test('the header is the row of known headers, also if the rows below it have more cells', async () => {
  const rows = [textRow('Full Name', 'City'), textRow('Jo', 'Leeds', 'a note'), textRow('Ann', 'York', 'another note')];
  expect(await linesOf(rows, { A2: 'https://some.example/in/jo' })).toEqual([
    'Full Name,City,,Full Name (link)',
    'Jo,Leeds,a note,https://some.example/in/jo',
    'Ann,York,another note',
  ]);
});
