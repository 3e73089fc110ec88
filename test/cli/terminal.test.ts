// Output on a terminal: colors and readable log lines, but plain text and JSON in a pipe. `script` provides the
// terminal.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cardfile-terminal-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Variables = Readonly<Record<string, string>>;
/** Only the variables that the program needs: NO_COLOR, FORCE_COLOR or CI would change the colors. */
const environment = (variables: Variables) => ({ PATH: process.env['PATH'], TERM: 'xterm-256color', ...variables });

/** The whole output of the command if both outputs are pipes. */
function piped(args: readonly string[], variables: Variables = {}): string {
  const { stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    encoding: 'utf8',
    env: environment(variables),
  });
  return stdout + stderr;
}

const hasTerminal = spawnSync('script', ['--version']).status === 0;
if (!hasTerminal) console.warn('skips the terminal tests: `script` of util-linux is missing');

const onTerminal = (args: readonly string[]) => [
  '-qefc',
  [process.execPath, BIN, ...args].map((arg) => `'${arg}'`).join(' '),
  '/dev/null',
];

function shown(args: readonly string[], variables: Variables = {}): string {
  return spawnSync('script', onTerminal(args), { encoding: 'utf8', env: environment(variables) }).stdout;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colors are made of
const COLOR = /\u001b\[\d+m/;
const COMMANDS = [['--help'], ['config'], ['frobnicate']] as const;

describe('colors', () => {
  it('are absent in pipes, unless FORCE_COLOR requests them', () => {
    for (const args of COMMANDS) expect(piped(args)).not.toMatch(COLOR);
    for (const args of COMMANDS) expect(piped(args, { FORCE_COLOR: '1' })).toMatch(COLOR);
    expect(piped(['config'], { FORCE_COLOR: '0' })).not.toMatch(COLOR);
  });

  it.skipIf(!hasTerminal)('are present on a terminal, unless NO_COLOR disables them, and never in JSON', () => {
    for (const args of COMMANDS) expect(shown(args)).toMatch(COLOR);
    for (const args of [['config'], ['frobnicate']]) expect(shown(args, { NO_COLOR: '1' })).not.toMatch(COLOR);
    expect(shown(['config', '--json'])).not.toMatch(COLOR);
    expect(JSON.parse(shown(['frobnicate', '--json']))).toMatchObject({ error: { code: 'WRONG_USE' } });
  });
});

/** The output of serve from its start until it has logged one call: `script` may lose output after a signal. */
async function said(command: string, args: readonly string[], variables: Variables = {}): Promise<string> {
  const child = spawn(command, args, { env: environment(variables), stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let text = '';
  const matched = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const read = () => {
        const match = pattern.exec(text);
        if (match) resolve(match);
      };
      for (const output of [child.stdout, child.stderr]) output.on('data', read);
      child.once('exit', () => reject(new Error(`ended before ${pattern}: ${text}`)));
      read();
    });
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8');
    output.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const [, base] = await matched(/Cardfile serves at (\S+)/);
  await fetch(`${base}/v2/account/key-info`, { headers: { connection: 'close' } });
  await matched(/\bcall\b[^\n]*\n/);
  child.kill('SIGTERM');
  await closed;
  return text;
}

const jsonLines = (text: string) => text.split(/\r?\n/).filter((line) => line.startsWith('{'));
const SERVE = ['serve', '--port', '0', '--data', join(folder, 'served')];

describe('the log of a server', () => {
  it('is text without colors in a pipe, by option', async () => {
    const text = await said(process.execPath, [BIN, ...SERVE], { CARDFILE_LOG_FORMAT: 'text' });
    expect(jsonLines(text)).toEqual([]);
    expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}call .*status=401/m);
    expect(text).not.toMatch(COLOR);
  });

  it.skipIf(!hasTerminal)('is JSON on a terminal, by option', async () => {
    const json = jsonLines(await said('script', onTerminal([...SERVE, '--log-format', 'json'])));
    expect(json.map((line) => JSON.parse(line).msg)).toContain('call');
  });
});
