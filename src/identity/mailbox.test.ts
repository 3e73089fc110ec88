import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['jane.doe@gmail.com', 'janedoe@gmail.com'],
  ['jane.doe+list@googlemail.com', 'janedoe@gmail.com'],
  ['jane.doe+list@outlook.com', 'jane.doe@outlook.com'],
  ['jane.doe+list@acme.example', 'jane.doe+list@acme.example'],
  ['+@gmail.com', '+@gmail.com'],
])('%s is delivered to %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});
