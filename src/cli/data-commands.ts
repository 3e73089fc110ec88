// cardfile generate, index, doctor, config: generates data, builds editions, and examines an installation.
import type { Command } from 'commander';
import { givenTimeMs } from '../contract/days.ts';
import { contextOf, examples, UsageError, wholeNumber } from './command-context.ts';
import { note, paced, printResult, printRows } from './output.ts';

export function addGenerateCommand(program: Command): void {
  program
    .command('generate')
    .description('write invented data in the import form, deterministic by seed')
    .requiredOption('--people <number>', 'number of people')
    .option('--companies <number>', 'number of companies (default: people / 25)')
    .option('--jobs <number>', 'number of openings (default: people / 20)')
    .option('--seed <number>', 'seed of the data', '1')
    .option('--as-of <date>', 'reference day of all dates, YYYY-MM-DD (default: derived from the seed)')
    .requiredOption('--out <folder>', 'folder for companies.jsonl, people.jsonl and jobs.jsonl')
    .option('--force', 'replace files of these names in the folder')
    .addHelpText(
      'after',
      examples(
        'generate --people 100000 --out ./generated',
        'generate --people 5000 --companies 300 --seed 7 --out ./small',
        'generate --people 5000 --as-of 2026-11-01 --out ./recent',
      ),
    )
    .action(
      async (
        options: Record<'people' | 'out' | 'seed', string> & {
          companies?: string;
          jobs?: string;
          asOf?: string;
          force?: boolean;
        },
        command: Command,
      ) => {
        const { json } = contextOf(command);
        const { companies, jobs, seed, out, asOf } = options;
        const { COUNT_MAX: max } = await import('../generate/world.ts');
        const sizes = {
          people: wholeNumber(options.people, '--people', { min: 1, max }),
          companies: companies === undefined ? undefined : wholeNumber(companies, '--companies', { min: 1, max }),
          jobs: jobs === undefined ? undefined : wholeNumber(jobs, '--jobs', { max }),
          seed,
          asOf: asOf === undefined ? undefined : day(asOf, '--as-of'),
        };
        const { writeGenerated } = await import('../generate/write-generated.ts');
        const files = await writeGenerated(sizes, out, {
          replace: options.force === true,
          onProgress: paced(({ file, done, total }) => note(`${file}: ${done} of ${total}`)),
        });
        printResult({ ...files }, { json });
      },
    );
}

/** Checks a day from 2000 on, in the form of ISO 8601. */
function day(text: string, flag: string): string {
  if (/^2[\d-]*$/.test(text) && givenTimeMs(text) !== null) return text;
  throw new UsageError(`${flag} ${text} is not a valid day; give one from 2000 on as YYYY-MM-DD`);
}

export function addIndexCommand(program: Command): void {
  program
    .command('index')
    .description('build a new edition of the search index; a running server switches to it')
    .addHelpText('after', examples('index', 'index --data /var/lib/cardfile --json'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { buildHere } = await import('../tasks/build-edition.ts');
      printResult({ ...(await buildHere(config, { onMessage: note })) }, { json });
    });
}

export function addKeepingCommands(program: Command): void {
  program
    .command('doctor')
    .description('find problems of stores, index, disk and settings, and suggest solutions')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { examine } = await import('../tasks/doctor.ts');
      const findings = await examine(config, note);
      printRows([...findings], { json, none: '' });
      if (findings.some((finding) => finding.state === 'bad')) process.exitCode = 1;
    });
  program
    .command('config')
    .description('show each setting with its value and origin')
    .addHelpText('after', examples('config', 'config --port 9090 --json'))
    .action((_options, command: Command) => {
      const { resolved, json } = contextOf(command);
      printRows(
        resolved.map((setting) => ({ ...setting })),
        { json, none: '' },
      );
    });
}
