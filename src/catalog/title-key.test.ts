import { expect, test } from 'vitest';
import { titleKey } from './title-key.ts';

test.each([
  ['VP Sales', 'Vice President, Sales'],
  ['Sr. Software Dev', 'senior software DEV'],
  ['HR Manager', 'Human Resources Mgr'],
  ['Développeur', 'developpeur'],
])('treats %s and %s as one title', (one, other) => {
  expect(titleKey(one)).toBe(titleKey(other));
});

test.each([
  ['PM', 'Product Manager'],
  ['VP Sales', 'Sales VP'],
  ['SVP Sales', 'VP Sales'],
  ['C++ Developer', 'C# Developer'],
  ['***', '---'],
])('treats %s and %s as two titles', (one, other) => {
  expect(titleKey(one)).not.toBe(titleKey(other));
});
