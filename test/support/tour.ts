// The tour of the README: its calls, executed by the shell.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = join(import.meta.dirname, '../../README.md');

/** The status of each call of the tour, in order, against a server with the demo data. */
export function tourStatuses(base: string, key: string): string[] {
  const [block = ''] = /^BASE=[\s\S]*?(?=\n```)/m.exec(readFileSync(README, 'utf8')) ?? [];
  const calls = [...block.matchAll(/^curl [\s\S]*?(?=\n(?:curl |#)|$(?![\s\S]))/gm)].map(([text]) => text);
  return calls.map((text) =>
    execFileSync('bash', ['-c', `${text} --output /dev/null --write-out '%{http_code}'`], {
      env: { ...process.env, BASE: base, KEY: key },
      encoding: 'utf8',
    }),
  );
}
