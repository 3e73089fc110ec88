import { expect, it } from 'vitest';
import { normalizePerson } from './person.ts';
import { isReject } from './scope.ts';

/** The stored name of a row with a whole name and its parts, and the fields with warnings. */
function named(full_name: string | null, first_name: string | null, last_name: string | null) {
  const warned: string[] = [];
  const notes = { warn: (field: string) => void warned.push(field) };
  const values = { full_name, first_name, last_name, email: 'ilka@brandvold.test' };
  const person = normalizePerson({ values, path: '', notes }, { today: '2026-03-15' });
  return isReject(person) ? person : [person.full_name, ...warned];
}

it.each([
  ['Otmar Kessebrink', 'Ilka', 'Brandvold'],
  ['Otmar Brandvold', 'Ilka', 'Brandvold'],
  ['Ilka Petersen', 'Ilka', 'Brandvold'],
  ['Kranbau Westerholt', 'Ilka', 'Brandvold'],
  ['ilkab92', 'Ilka', 'Brandvold'],
  ['Otmar Kessebrink – CFO at Kranbau', 'Ilka', 'Brandvold'],
])('reports the full name %s, which contradicts %s %s, and keeps first and last name', (full, first, last) => {
  expect(named(full, first, last)).toEqual([`${first} ${last}`, 'full_name']);
});

it.each([
  ['Ilka M. Brandvold-Meyer', 'Ilka', 'Brandvold'],
  ['Brandvold Ilka', 'Ilka', 'Brandvold'],
  ['I. Brandvold', 'Ilka', 'Brandvold'],
  ['Bob Smith', 'Robert', 'Smith'],
  ['María García', 'María', 'García López'],
  ['Wang Xiao Ming', 'Xiaoming', 'Wang'],
  ['Иванова Анна Петровна', 'Анна', 'Иванова'],
  ['Nguyễn Thị Minh Khai', 'Minh Khai', 'Nguyễn'],
  ['Иван Петров', 'Ivan', 'Petrov'],
  ['早川 司', 'Tsukasa', 'Hayakawa'],
  ['山田太郎', '太郎', '山田'],
  ['Ilka', 'Ilka', 'Brandvold'],
])('keeps the whole name %s of %s %s', (full, first, last) => {
  expect(named(full, first, last)).toEqual([full]);
});

it.each([
  ['Ilka Brandvold', 'Brandvold'],
  ['Ilka', 'Ilka Brandvold'],
  ['Ilka Brandvold', 'Ilka Brandvold'],
])('writes the words of %s and %s once', (first_name, last_name) => {
  const values = { first_name, last_name, email: 'ilka@brandvold.test' };
  const person = normalizePerson({ values, path: '', notes: { warn: () => {} } }, { today: '2026-03-15' });
  expect(person).toMatchObject({ full_name: 'Ilka Brandvold', first_name: 'Ilka', last_name: 'Brandvold' });
});

it.each(['Mr.', 'Frau', 'Sr.'])('reads no first name from %s', (text) => {
  expect(named('', text, 'Brandvold')).toEqual(['Brandvold', 'first_name']);
});

it('uses the whole name if a row has only one part of it', () => {
  expect(named('Otmar Kessebrink', null, 'Brandvold')).toEqual(['Otmar Kessebrink']);
});

it.each([
  'ilka@brandvold.test',
  '+44 20 7946 0018',
  'https://some.example/in/ilka',
  'www.brandvold.test',
  '12345',
  '1.0E+10',
  '2024-05-01',
  '★',
])('takes no name from %s', (text) => {
  expect(named(text, null, null)).toMatchObject({ field: 'full_name', reason: 'a person needs a name' });
  expect(named(text, 'Ilka', 'Brandvold')).toEqual(['Ilka Brandvold', 'full_name']);
  expect(named('Ilka Brandvold', text, null)).toEqual(['Ilka Brandvold', 'first_name']);
});

it.each(['早川 司', 'Ng', 'X Æ A-12', 'Ilka @ Brandvold'])('keeps the name %s', (text) => {
  expect(named(text, null, null)).toHaveLength(1);
});

it.each(['TRUE', 'false', 'Test Test'])('does not take %s for a name', (text) => {
  const rejected = { field: 'full_name', reason: 'a person needs a name, not a placeholder', value: text };
  expect(named(text, null, null)).toMatchObject(rejected);
  expect(named(null, text, null)).toMatchObject({ field: 'full_name', reason: rejected.reason });
  expect(named(text, 'Ilka', 'Brandvold')).toEqual(['Ilka Brandvold', 'full_name']);
  expect(named('True Brandvold', null, null)).toEqual(['True Brandvold']);
});
