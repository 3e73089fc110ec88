import { expect, it } from 'vitest';
import { JOB_FUNCTIONS, JOB_LEVELS } from '../../contract/vocabularies/vocabularies.ts';
import { parseJobFunction, parseJobLevel } from './level-and-function.ts';

it('keeps listed values in any letter case', () => {
  for (const level of JOB_LEVELS) expect(parseJobLevel(level.toLowerCase())).toBe(level);
  for (const listed of JOB_FUNCTIONS) expect(parseJobFunction(listed.toUpperCase())).toBe(listed);
});

it.each([
  ['C suite', 'C-Team'],
  ['c_suite', 'C-Team'],
  ['CXO', 'C-Team'],
  ['Owner / Partner', 'C-Team'],
  ['VP-Level', 'VP'],
  ['Head', 'Director'],
  ['Non-Manager', 'Staff'],
  ['Senior', 'Staff'],
  ['Intern', 'Other'],
  ['4 Manager', 'Manager'],
  ['M3 - Director', 'Director'],
  ['Level 5: VP', 'VP'],
  ['Director (M3)', 'Director'],
  ['8 Individual Contributor', 'Staff'],
  ['2 Executive Vice President', 'VP'],
  ['7 Supervisor / Team Lead', 'Manager'],
  ['manager,cxo', 'C-Team'],
  ['["director", "owner"]', 'C-Team'],
])('reads the level %s as %s', (text, level) => {
  expect(parseJobLevel(text)).toBe(level);
});

it.each([
  ['Engineering & Technical', 'Engineering'],
  ['Medical & Health', 'Healthcare & Human Services'],
  ['customer_service', 'Customer/Client Service'],
  ['C-Suite, Finance', 'Finance & Accounting'],
  ['Vertrieb', 'Sales & Business Development'],
  ['Inside Sales EMEA', 'Sales & Business Development'],
  ['Art, Culture and Creative Professionals', 'Art, Culture and Creative Professionals'],
])('reads the department %s as %s', (text, listed) => {
  expect(parseJobFunction(text)).toBe(listed);
});

it('reads no level and no function from words that name none', () => {
  for (const text of ['Boss', '7', 'M3', '4 Boss', 'manager, boss']) expect(parseJobLevel(text), text).toBeNull();
  for (const text of ['C-Suite', 'General', 'Berlin', 'Team 5', 'Management']) {
    expect(parseJobFunction(text), text).toBeNull();
  }
});
