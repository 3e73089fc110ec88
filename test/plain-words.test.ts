// Wording of documentation, comments, messages and tests: rejects phrases for which docs/glossary.md or the field has a
// standard term.
// To sweep another folder, revise its texts and add it to SWEPT.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files and folders, from the root, whose wording is checked. Reference pages are generated from src/reference. */
const SWEPT = [
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'observability', 'dashboard/src'],
  ...['src', 'bench', 'test', 'packages/sdk/src', 'packaging', 'integrations', 'deploy', 'compose.yaml'],
];

/** A rejected phrase and the wording to use instead. */
const DIALECT: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwho(m|so)?ever\b/i, 'name the person or part: the caller, the operator'],
  [/\b(some|no)body\b/i, 'a member, a caller, no account'],
  [/\bby (itself|themselves)\b/i, 'automatically, without a restart'],
  [/\b(is|are|was|were|be|been) told\b|\bnot told\b|\btells?\b/i, 'report, state, print, show, distinguish'],
  [/\brefus(e|es|ed|ing|als?)\b/i, 'reject, rejection'],
  [/\bremember(s|ed)?\b/i, 'cached, stored, memoized'],
  [/\b(met|seen just so) rows\b/i, 'seen rows'],
  [/\bglued\b/i, 'joined, concatenated'],
  [/\bsettles?\b/i, 'decide, resolve, determine'],
  [/\bstands? (in|at|by|beside|behind|above|below|outside|on|there|typed)\b/i, 'is in, contains, is stored in'],
  [/\bbeside\b/i, 'next to, in addition to, during, other than'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair, correct'],
  [/\bcarr(y|ies|ied) on\b/i, 'continue'],
  [/\bunder way\b/i, 'running, in progress'],
  [/\banew\b/i, 'again, rebuild'],
  [/\b(steps?|stepping) back\b/i, 'lower the priority, back off'],
  [/\b(rests?|resting) (every|between|so)\b|\blets? others pass\b/i, 'yield to the event loop'],
  [/\bgood (once|until|for (a|three|that)\b)/i, 'valid'],
  [/\bkept? the log short\b|\bsole use\b/i, 'WAL checkpoint, exclusive mode'],
  [/\bwhat became of\b|\bwhat came of\b|\bhow far it is\b/i, 'result, outcome, progress'],
  [/\bis asked for\b|\bwhat is asked\b/i, 'requested, request'],
];

/** Wire values and names that contain a rejected word. */
const EXEMPT = /`refused`|"refused"|CardfileKeysRefused|'refused'|'nobody'|[`']settle[`']/g;

interface Text {
  readonly place: string;
  readonly text: string;
}

function filesOf(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((file) => `${path}/${file}`)
    .filter((file) => /\.(md|tsx?|ya?ml)$/.test(file));
}

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*|\{\/\*)|\s\/\/ /.test(line);

/** In code: comments, strings and text of elements, without identifiers and imports. */
function wordsOfLine(line: string): string {
  if (isComment(line)) return line;
  if (/^\s*(import|export) .* from '/.test(line) || line.startsWith('} from ')) return '';
  const strings = [...line.matchAll(/'[^']*'|"[^"]*"|`[^`]*`?|>[^<>{}=]+</g)].map(([text]) => text);
  const isProse =
    /^\s*[A-Za-z][^;=(){}]* [a-z][^;=(){}]*$/.test(line) && !/^\s*(readonly|case|return|type)\b/.test(line);
  return isProse ? line : strings.join(' ');
}

function textsOf(path: string): Text[] {
  const isCode = /\.tsx?$/.test(path);
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((line, index) => ({
      place: `${path}:${index + 1}`,
      text: (isCode ? wordsOfLine(line) : line).replaceAll(EXEMPT, ''),
    }));
}

/** This file quotes the rejected phrases. */
const swept = SWEPT.flatMap(filesOf).filter((path) => path !== 'test/plain-words.test.ts');
const texts = swept.flatMap(textsOf);

describe('the words of the repository', () => {
  it.each(DIALECT)('do not include %s', (phrase, instead) => {
    const found = texts.filter(({ text }) => phrase.test(text));
    expect(found, `write instead: ${instead}`).toEqual([]);
  });

  it('begin no comment with what, who or whoever', () => {
    const found = swept
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .map((text, index) => ({ place: `${path}:${index + 1}`, text })),
      )
      .filter(({ text }) => /^\s*(\/\/|\/\*\*?|\{\/\*)\s*(What|Who|Whom|Whose|Whoever)\b/.test(text));
    expect(found).toEqual([]);
  });

  it('are found in comments, strings and elements, not in identifiers', () => {
    expect(wordsOfLine("  const refused = ask('it is refused'); // told")).toContain('told');
    expect(wordsOfLine("  const refused = ask('it was rejected');")).not.toContain('refused');
    expect(wordsOfLine('        <p>Nobody is hidden</p>')).toContain('Nobody');
    expect(wordsOfLine('          Whoever asks to be forgotten')).toContain('Whoever');
    expect(wordsOfLine('/** What is told. */')).toContain('told');
  });
});
