// Markdown links: `[Acme](https://acme.example)`.

const LINK = /\[([^[\]]*)\]\(\s*<?(?:mailto:|tel:)?([^()<>\s]+)>?(?:\s+"[^"]*")?\s*\)/gi;

/** The text with each link replaced by its target. */
export const withoutMarkdown = (text: string): string =>
  text.includes('](') ? text.replace(LINK, ' $2 ').trim() : text;
