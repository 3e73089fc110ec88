// npm run bench -- [NAME] [flags of the bench]
// Runs a bench by name, `routes` if none is named; `--help` lists all with their flags.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { endWith, headOf } from './support/flags.ts';

const COMMAND = 'node bench/';

interface Bench {
  readonly name: string;
  readonly file: string;
}

function allBenches(): Bench[] {
  return globSync(['*.ts', '*/*.ts'], { cwd: import.meta.dirname, exclude: ['node_modules'] })
    .map((path) => ({ name: path.replace(/(?:\/main)?\.ts$/, ''), file: join(import.meta.dirname, path) }))
    .filter(({ file }) => headOf(file)[0]?.startsWith(COMMAND))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The flags of a bench, and the first sentence of its description. */
function summaryOf({ name, file }: Bench): string {
  const [command = '', ...description] = headOf(file);
  const [sentence] = description.join(' ').split(/(?<=\.|:) /, 1);
  return `  ${name}${command.replace(/^\S+ \S+/, '')}\n      ${sentence?.replace(/:$/, '.')}`;
}

const [first = 'routes', ...rest] = process.argv.slice(2);
const [name, flags] = first.startsWith('-') ? ['routes', [first, ...rest]] : [first, rest];
if (first === '--help')
  console.log(
    ['npm run bench -- [NAME] [flags], by default routes. The benches:', ...allBenches().map(summaryOf)].join('\n'),
  );
else {
  const bench = allBenches().find((one) => one.name === name);
  if (bench === undefined) endWith(`there is no bench ${name}`);
  process.argv.splice(1, Infinity, bench.file, ...flags);
  await import(bench.file);
}
