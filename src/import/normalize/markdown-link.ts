// Links as Markdown writes them: `[Acme](https://acme.example)`.

const LINK = /\[([^[\]]*)\]\(\s*<?(?:mailto:|tel:)?([^()<>\s]+)>?(?:\s+"[^"]*")?\s*\)/gi;

/** The text with the target of each link in its place. */
export const withoutMarkdown = (text: string): string =>
  text.includes('](') ? text.replace(LINK, ' $2 ').trim() : text;
