// The characters that are rejected in names of accounts, plans, keys, members, lists and sources, and in addresses of
// webhooks.

/** Control characters, line separators, and controls of text direction, which can make a text look like another one. */
export const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
