import { describe, expect, it } from 'vitest';
import { emailsIn } from './email-text.ts';

describe('e-mail addresses in a text', () => {
  it.each([
    ['Jo@Acme.TEST', ['jo@acme.test']],
    [' jo@acme.test. ', ['jo@acme.test']],
    ['mailto:jo@acme.test?subject=Hi', ['jo@acme.test']],
    ['mailto:jo@acme.test?cc=ann@acme.test', ['jo@acme.test']],
    ['jo [at] acme.test; ann (at) beta [dot] test', ['jo@acme.test', 'ann@beta.test']],
    ['Jo Doe <jo@acme.test>', ['jo@acme.test']],
    ['jo@acme.test; JO@acme.test, doe@acme.test', ['jo@acme.test', 'doe@acme.test']],
    ['jo@acme.test / doe@acme.test', ['jo@acme.test', 'doe@acme.test']],
    ['jo@acme.test/doe@acme.test', ['jo@acme.test', 'doe@acme.test']],
    ['jo [at] acme.test', ['jo@acme.test']],
    ['jo (at) acme [dot] test', ['jo@acme.test']],
    ['jo[@]acme[.]test', ['jo@acme.test']],
    ['ｊｏ＠ａｃｍｅ．ｔｅｓｔ', ['jo@acme.test']],
    ['[Jo Doe](mailto:jo@acme.test)', ['jo@acme.test']],
    [
      '[jo@acme.test](mailto:jo@acme.test), [doe@acme.test](mailto:doe@acme.test "Mail")',
      ['jo@acme.test', 'doe@acme.test'],
    ],
    ['jo@example.com', ['jo@example.com']],
    ['test@acme.test', ['test@acme.test']],
    ['jo@x.com', ['jo@x.com']],
  ])('finds in %j: %j', (text, emails) => expect(emailsIn(text)).toMatchObject({ emails, reason: null }));

  it.each([
    ['nobody', [], 'not an e-mail address'],
    ['jo@', [], 'not an e-mail address'],
    ['jo@acme', [], 'not an e-mail address'],
    ['jo@acme.test, doe@', ['jo@acme.test'], 'not an e-mail address'],
    ['email_not_unlocked@domain.com', [], 'a placeholder, not an e-mail address'],
    ['noemail@acme.test', [], 'a placeholder, not an e-mail address'],
    ['***@acme.test', [], 'a placeholder, not an e-mail address'],
    ['j***@acme.test', [], 'a placeholder, not an e-mail address'],
    ['jo@a**e.test', [], 'a placeholder, not an e-mail address'],
    ['test@test.com', [], 'a placeholder, not an e-mail address'],
    ['jo@xxx.com', [], 'a placeholder, not an e-mail address'],
  ])('finds in %j: %j, and notes: %s', (text, emails, reason) =>
    expect(emailsIn(text)).toMatchObject({ emails, reason }),
  );

  it.each([
    ['ann@acme.test (personal)', ['ann@acme.test'], ['ann@acme.test']],
    ['Work: ann@acme.test', ['ann@acme.test'], []],
    ['Privat: ann@home.test; Arbeit: ann@acme.test', ['ann@acme.test', 'ann@home.test'], ['ann@home.test']],
    ['ann@home.test [home], ann@other.test', ['ann@other.test', 'ann@home.test'], ['ann@home.test']],
    ['ann@home.test (private) ann@acme.test (work)', ['ann@acme.test', 'ann@home.test'], ['ann@home.test']],
    ['ann@home.test - perso / ann@acme.test - pro', ['ann@acme.test', 'ann@home.test'], ['ann@home.test']],
    ['Ann Home <ann@acme.test>', ['ann@acme.test'], []],
    ['home@acme.test', ['home@acme.test'], []],
  ])('reads the labels in %j: %j, of which personal: %j', (text, emails, personal) =>
    expect(emailsIn(text)).toEqual({ emails, personal: new Set(personal), reason: null }),
  );

  it.each([
    ['no address', 'a'.repeat(500_000)],
    ['white space', `ann@acme.test${' '.repeat(500_000)}x`],
    ['brackets', `${')'.repeat(500_000)}ann@acme.test`],
  ])('reads a long text with %s in linear time', (_, text) => {
    // With quadratic time, this takes minutes of processor time.
    expect(emailsIn(text).emails.length).toBeLessThan(2);
  });
});
