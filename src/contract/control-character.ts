// The characters that no name of an account, plan, key, member, list or source has.

/** Control characters, separators of lines, and the controls of text direction, which show a text as another one. */
export const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
