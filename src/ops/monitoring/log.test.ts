import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { isText, openLog } from './log.ts';

/** The logged form of an error. */
function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  const lines: string[] = [];
  openLog('debug', { write: (line) => void lines.push(line) }).error({ err: error }, 'call failed');
  const [text = ''] = lines;
  return { text, err: (JSON.parse(text) as { err: Record<string, unknown> }).err };
}

/** The value that a piece of work throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('logs an error by type, message and stack', () => {
  const { err } = logged(new Error('the ledger cannot be written'));
  expect(err).toEqual({ type: 'Error', message: 'the ledger cannot be written', at: expect.any(Array) });
  expect((err['at'] as string[])[0]).toMatch(/log\.test\.ts[^:]*:\d+:\d+/);
});

test('keeps message and code of errors of SQLite and the system', () => {
  const database = new Database(':memory:');
  expect(logged(thrownBy(() => database.prepare('SELECT 1 FROM nowhere'))).err).toMatchObject({
    type: 'SqliteError',
    code: 'SQLITE_ERROR',
    message: 'no such table: nowhere',
  });
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  expect(logged(full).err).toMatchObject({ code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' });
});

test.each([
  ['JSON.parse', () => JSON.parse('jane.doe@acme.example')],
  ['URL', () => new URL('jane.doe@acme.example')],
  ['Intl', () => new Intl.DateTimeFormat('en', { timeZone: 'jane.doe@acme.example' })],
  ['in', () => Reflect.apply((text: object) => 'x' in text, null, ['jane.doe@acme.example'])],
])('does not quote the value that %s rejects', (_name, work) => {
  const { text, err } = logged(thrownBy(work));
  expect(text).not.toMatch(/jane|doe|acme/);
  expect(err).not.toHaveProperty('message');
  expect(err['at']).not.toEqual([]);
});

test.each([
  ['a key', `cf_live_${'a1B2'.repeat(9)}`],
  ['an e-mail', 'jane.doe@acme.example'],
  ['a phone', '+44 7700 900123'],
  ['a national phone', '(212) 555-0123'],
  ['a profile URL', 'https://www.network.example/in/jane-doe'],
  ['a body', '{"person_network_url": "jane"}'],
])('masks %s in our own messages', (_name, secret) => {
  const { err } = logged(new Error(`cannot use ${secret} here`));
  expect(err['message']).not.toMatch(/jane|acme|900123|555|a1B2/);
  expect(err['message']).toMatch(/^cannot use [{(]?\*\*\*}?/);
});

test('names an object by its checksum, whose digits are no phone number', () => {
  const checksum = '0123456789'.repeat(6).concat('abcd');
  const { err } = logged(new Error(`the object ${checksum} is damaged, and not +44 7700 900123`));
  expect(err['message']).toBe(`the object ${checksum} is damaged, and not ***`);
});

test('omits members of an error, its cause and message lines that look like stack lines', () => {
  const error = Object.assign(new Error('first\n    at jane (acme.ts:1:1)', { cause: new Error('jane') }), {
    input: 'jane',
  });
  const { text, err } = logged(error);
  expect(text).not.toContain('"input"');
  expect((err['at'] as string[]).join()).not.toContain('jane');
  expect(Object.keys(err)).toEqual(['type', 'message', 'at']);
});

test('logs a thrown value that is not an error by its type only', () => {
  expect(logged('jane.doe@acme.example').err).toEqual({ type: 'string' });
});

test('is text on a terminal and JSON elsewhere, unless an option sets the format', () => {
  expect([true, false].map((isTerminal) => isText('auto', isTerminal))).toEqual([true, false]);
  expect([true, false].map((isTerminal) => isText('text', isTerminal))).toEqual([true, true]);
  expect([true, false].map((isTerminal) => isText('json', isTerminal))).toEqual([false, false]);
});
