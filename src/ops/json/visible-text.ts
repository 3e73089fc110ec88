// Makes invisible characters visible in messages about texts that cannot be read.

/** The text with codes such as U+200B in place of characters that are not visible. */
export const withVisible = (text: string): string =>
  text.replace(/(?![ \n\t])[\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/gu, (sign) => {
    return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
