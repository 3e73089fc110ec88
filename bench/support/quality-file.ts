// Writes one section of bench/QUALITY.md and leaves the others. Each section has a heading of level 2.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../QUALITY.md');
const INTRODUCTION = `# Quality

Measured figures of matching, titles and normalization, each section written by the command that it names.
`;

/** Replaces the section, or appends it if the file lacks it. */
export function writeQualitySection(heading: string, body: string): void {
  const [introduction = '', ...sections] = (existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRODUCTION).split(
    /^## /m,
  );
  const section = `${heading}\n\n${body.trim()}\n\n`;
  const index = sections.findIndex((one) => one.startsWith(`${heading}\n`));
  if (index === -1) sections.push(section);
  else sections[index] = section;
  writeFileSync(FILE, `${[introduction.trimEnd(), ...sections.map((one) => `## ${one.trimEnd()}`)].join('\n\n')}\n`);
}
