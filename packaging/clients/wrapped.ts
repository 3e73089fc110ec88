/** The characters of a line of a comment. */
export const COMMENT_WIDTH = 110;

/** A text broken into lines of at most COMMENT_WIDTH characters; its own line breaks stay. */
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
