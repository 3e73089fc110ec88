// npm run bench: the list of benches and their flags, and the rejection of unknown ones.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../bench');

function bench(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/main.ts', ...args], {
    cwd: join(FOLDER, '..'),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The benches with flags: the line of the command at the head of the file, and the flags that the code reads. */
const BENCHES = globSync(['*.ts', '*/*.ts'], { cwd: FOLDER, exclude: ['node_modules'] })
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }))
  .filter(({ file, text }) => text.includes('= readFlags(') && file !== 'support/flags.ts')
  .map(({ file, text }) => ({
    file,
    head: text.split('\n', 1)[0] ?? '',
    flags: [...text.matchAll(/'?([\w-]+)'?: \{ type: '(?:string|boolean)'/g)].map(([, name]) => name),
  }));

it.each(BENCHES)('names the flags of $file', ({ file, head, flags }) => {
  expect(head.startsWith(`// node bench/${file} `)).toBe(true);
  expect([...head.matchAll(/--([\w-]+)/g)].map(([, name]) => name).toSorted()).toEqual(flags.toSorted());
});

it('has no bench that reads its arguments without the check of flags', () => {
  const unchecked = globSync(['*.ts', '*/*.ts'], { cwd: FOLDER, exclude: ['node_modules'] }).filter((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    return text.startsWith('// node bench/') && !text.includes('readFlags(');
  });
  expect(unchecked).toEqual([]);
});

it('lists all benches with their flags', () => {
  const { status, stdout, stderr } = bench('--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const { file, head } of BENCHES) {
    const [, flags] = head.split('.ts ');
    expect(stdout).toContain(`\n  ${file.replace(/(?:\/main)?\.ts$/, '')} ${flags}\n      `);
  }
});

it('prints the description of one bench', () => {
  const { status, stdout } = bench('codec', '--help');
  expect(status).toBe(0);
  expect(stdout.startsWith('node bench/codec.ts [--people N]')).toBe(true);
});

it.each([
  { args: ['speed'], sentence: 'there is no bench speed' },
  { args: ['codec', '--speed'], sentence: "Unknown option '--speed'" },
  { args: ['--speed'], sentence: "Unknown option '--speed'" },
  { args: ['codec', '--people'], sentence: "Option '--people <value>' argument missing" },
  { args: ['rows'], sentence: '--data is missing' },
  { args: ['make-gazetteer', '--cities', 'folder'], sentence: '--regions is missing' },
])('rejects $args with one sentence', ({ args, sentence }) => {
  expect(bench(...args)).toEqual({ status: 2, stdout: '', stderr: `${sentence}; --help lists the flags\n` });
});
