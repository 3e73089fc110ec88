// Shell completion: bash runs the script and returns its suggestions.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { run, succeed } from '../support/program.ts';

const script = await succeed('completion', 'bash');

/** The suggestions of bash for the last word of a line. */
function offered(...words: string[]): string[] {
  const line = ['cardfile', ...words];
  const command = `${script}
complete -p cardfile >/dev/null || exit 9
compopt() { echo "[$*]"; }
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${line.length - 1}
_cardfile
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((word) => word !== '');
}

const FILES = ['[-o default]'];

it('suggests commands and their subcommands', () => {
  expect(offered('im')).toEqual(['import', 'imports']);
  expect(offered('keys', '')).toEqual(['create', 'list', 'revoke', 'rotate']);
  expect(offered('imports', 'u')).toEqual(['undo']);
});

it('suggests the options of the current command, its own and the global ones', () => {
  expect(offered('keys', 'create', '--a')).toEqual(['--account', '--allow']);
  expect(offered('keys', 'list', '--j')).toEqual(['--json']);
  expect(offered('keys', 'list', '--grace')).toEqual([]);
});

it('suggests the listed values of an argument or option, and files if any value is allowed', () => {
  expect(offered('import', '')).toEqual(['companies', 'people', 'jobs']);
  expect(offered('import', 'people', '')).toEqual(FILES);
  expect(offered('explain', 'p')).toEqual(['person']);
  expect(offered('members', 'invite', '--role', '')).toEqual(['billing', 'read_only', 'member', 'operator']);
  expect(offered('suppress', 'add', 'x', '--as', 'com')).toEqual(['company']);
  expect(offered('import', 'people', '--report', '')).toEqual(FILES);
  expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

it('does not mistake the value of an option for a command of the same name', () => {
  expect(offered('--data', 'keys', 'pl')).toEqual(['plans']);
  expect(offered('keys', '--data', 'revoke', 'cr')).toEqual(['create']);
});

it('includes each command that --help lists, in every shell', async () => {
  const help = await succeed('--help');
  const listed = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  expect(listed.length).toBeGreaterThan(15);
  expect(offered('').toSorted()).toEqual(listed.toSorted());
  for (const shell of ['zsh', 'fish']) {
    const text = await succeed('completion', shell);
    expect(listed.filter((name) => !text.includes(name))).toEqual([]);
  }
});

it('rejects an unknown shell and lists the supported ones', async () => {
  const { code, stderr } = await run('completion', 'tcsh');
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});
