/** Maximum number of characters in a comment line. */
export const COMMENT_WIDTH = 110;

/** Wraps a text to lines of at most COMMENT_WIDTH characters; keeps its own line breaks. */
export function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + word.length >= COMMENT_WIDTH) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}
