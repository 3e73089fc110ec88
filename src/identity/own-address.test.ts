import { expect, test } from 'vitest';
import { isOwnAddress } from './own-address.ts';

test('a role mailbox belongs to no single person', () => {
  const roles = ['info', 'sales', 'buchhaltung', 'comptabilite', 'ventas', 'segreteria'];
  expect(roles.filter((role) => isOwnAddress(`${role}@acme.example`))).toEqual([]);
  expect(['jane@acme.example', 'information-jane@acme.example'].map(isOwnAddress)).toEqual([true, true]);
});
