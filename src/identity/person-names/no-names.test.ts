import { expect, it } from 'vitest';
import { areOneOffice, noNameOf } from './no-names.ts';

it.each(['Unknown', 'N/A', 'Test', 'First Name', 'No Name'])('%s is a placeholder for a missing name', (name) => {
  expect(noNameOf(name)).toBe('missing');
});

it.each([
  ...['Team Vertrieb', 'Test Contact', 'Human Resources', 'Billing Department', 'The Purchasing Team', 'Helpdesk'],
  ...['Accounts Receivable', 'Kundenservice', 'Recursos Humanos', 'Ufficio Acquisti', 'Managing Director'],
])('%s is an office', (name) => {
  expect(noNameOf(name)).toBe('office');
});

it.each(['Unknown Doe', 'José Sales', 'Mark Service', 'Steve Jobs', 'Grant Manager'])('%s may be a name', (name) => {
  expect(noNameOf(name)).toBeNull();
});

it('compares offices by their words in any order', () => {
  expect(areOneOffice('Sales Team', 'The team, sales')).toBe(true);
  expect(areOneOffice('Sales Team', 'Service Team')).toBe(false);
});
