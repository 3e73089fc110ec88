// The few pieces of Markdown that the reference pages are made of. Everything is text; cells and paragraphs may hold
// Markdown.

/** Parts of a page, one blank line between them; ends with a line break. */
export function page(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A table; a `|` in a cell is escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A bulleted list. */
export function bullets(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join('\n');
}

/** A fenced block. */
export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** JSON in a fenced block. */
export function jsonBlock(value: unknown): string {
  return codeBlock('json', JSON.stringify(value, null, 2));
}

/** Code inside a line. */
export function code(text: string | number): string {
  return `\`${text}\``;
}

/** Several pieces of code, separated by commas. */
export function codes(texts: readonly (string | number)[]): string {
  return texts.map(code).join(', ');
}

/** A link to a heading of a page: `headingLink('Company', 'records.md')`. */
export function headingLink(heading: string, file: string): string {
  return `[${heading}](${file}#${heading.toLowerCase().replaceAll(' ', '-')})`;
}
