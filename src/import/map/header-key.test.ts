import { expect, test } from 'vitest';
import { headerKey } from './header-key.ts';

test.each([
  ['companyName', 'company name'],
  ['E-mail (required)', 'e mail'],
  ['Company (as on badge)', 'company'],
  ['Full\nName *', 'full name'],
  ['Job Title [optional]*', 'job title'],
  ['Vorname (Pflichtfeld)', 'vorname'],
  ['Email - required', 'email'],
  ['Name (max. 100 chars)', 'name'],
  ['Phone (incl. country code)', 'phone'],
  ['Start date (YYYY-MM-DD)', 'start date'],
  ['Phone (work)', 'phone work'],
  ['Email (owner)', 'email owner'],
  ['Employees (max)', 'employees max'],
  ['Employees (2023)', 'employees 2023'],
  ['Required', 'required'],
  ['(optional)', 'optional'],
  ['Employee #', 'employee number'],
  ['# Employees', 'employees'],
])('the key of %j is %j', (header, key) => {
  expect(headerKey(header)).toBe(key);
});

test('the key of a long header is its text', () => {
  const question = `Which companies did you work for? ${'Name each of them. '.repeat(20)}`;
  expect(headerKey(` ${question} `)).toBe(question.trim());
});
