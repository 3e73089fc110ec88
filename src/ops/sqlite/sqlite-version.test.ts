import { expect, test } from 'vitest';
import { assertSqliteVersion } from './sqlite-version.ts';

test('accepts 3.51.3 and newer', () => {
  for (const version of ['3.51.3', '3.51.10', '3.52.0', '4.0.0'])
    expect(() => assertSqliteVersion(version)).not.toThrow();
});

test('rejects older versions with a remedy', () => {
  for (const version of ['3.51.2', '3.50.9', '3.6.23', '2.99.99', '']) {
    expect(() => assertSqliteVersion(version)).toThrow('npm ci');
  }
});
