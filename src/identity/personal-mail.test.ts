import { expect, it } from 'vitest';
import { parseEmail } from './email.ts';
import hosts from './free-mail-hosts.json' with { type: 'json' };
import { isPersonalMail } from './personal-mail.ts';

it('an address at a free mail provider is personal, at any other host it is not', () => {
  expect(isPersonalMail('jo@gmail.com', ['acme.example'])).toBe(true);
  expect(isPersonalMail('jo@orange.fr', [])).toBe(true);
  expect(isPersonalMail('jo@acme.example', [])).toBe(false);
  expect(isPersonalMail('jo@mail.gmail.com', [])).toBe(false);
});

it('an address at the owner’s employer is not personal', () => {
  expect(isPersonalMail('jo@orange.fr', [null, 'orange.fr'])).toBe(false);
});

it('the list contains normalized hosts without duplicates', () => {
  expect(new Set(hosts).size).toBe(hosts.length);
  for (const host of hosts) expect(parseEmail(`jo@${host}`)).toBe(`jo@${host}`);
});
