// cardfile forget, retention: erases people, and removes old rows.
import { Argument, type Command } from 'commander';
import type { CatalogAdmin } from '../catalog/admin-port.ts';
import { MS_PER_DAY } from '../contract/days.ts';
import { contextOf, examples, UsageError, wholeNumber } from './command-context.ts';
import { note, printResult, tableText } from './output.ts';
import { type NamedContact, personSelector } from './person-selector.ts';

interface ForgetOptions extends NamedContact {
  readonly suppress: boolean;
  readonly verify?: boolean;
}

type Expired = Awaited<ReturnType<CatalogAdmin['expireRows']>>;

export function addPrivacyCommands(program: Command): void {
  program
    .command('forget')
    .addArgument(new Argument('<kind>', 'kind of the record').choices(['person']))
    .argument('[slug]', 'slug or profile URL')
    .description('erase a person from catalog, contacts, index, rejected rows, uploads and stored answers')
    .option('--email <address>', 'the owner of this address')
    .option('--phone <number>', 'the owner of this number, with +')
    .option('--no-suppress', 'allow later imports to bring the person back')
    .option('--verify', 'search all stores and files for remaining traces; exit with 1 if any are found')
    .addHelpText(
      'after',
      examples('forget person jane-doe --verify', 'forget person --email jane.doe@acme.example --verify'),
    )
    .action(async (_kind: string, slug: string | undefined, options: ForgetOptions, command: Command) => {
      const { config, json } = contextOf(command);
      const { suppress, verify = false } = options;
      const who = await personSelector(slug, options);
      const { forgetPerson } = await import('../tasks/forget-person.ts');
      const { traces, sharers, ...report } = await forgetPerson(config, who, { suppress, verify, onMessage: note });
      const { people, storedAnswers, lines, saved } = report;
      const counts = { people, stored_answers: storedAnswers, lines, saved };
      if (json) process.stdout.write(`${JSON.stringify({ ...counts, unsearched: report.unsearched, traces })}\n`);
      else
        printResult(
          {
            'people erased': people,
            'stored answers removed': storedAnswers,
            'lines removed from uploads and batches': lines,
            'entries removed from lists, saved searches and logged calls': saved,
            'traces found': traces?.length ?? 'not searched; add --verify',
          },
          { json },
        );
      for (const file of report.unsearched) note(`${file} is compressed and was not searched: delete that upload.`);
      if (traces === null || traces.length === 0) return;
      process.exitCode = 1;
      if (!json) process.stdout.write(`\n${tableText(traces.map((each) => ({ ...each })))}\n`);
      note(remedyOf(sharers));
    });
  const retention = program.command('retention').description('remove old rows');
  retention
    .command('apply')
    .description(
      'remove source rows older than the retention, by updated_at, else by the last import that contained them',
    )
    .option('--days <number>', 'days, instead of the setting')
    .option('--no-index', 'build no edition; `cardfile index` does it later')
    .addHelpText('after', examples('retention apply', 'retention apply --days 730'))
    .action(async (options: { days?: string; index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const days = options.days === undefined ? config.retentionDays : wholeNumber(options.days, '--days', { min: 1 });
      if (days === 0) throw new UsageError('no retention is set: give --days, or set CARDFILE_RETENTION_DAYS');
      const before = new Date(Date.now() - days * MS_PER_DAY).toISOString();
      const { changeRecords } = await import('../tasks/change-records.ts');
      const expired = await changeRecords(
        config,
        { index: options.index, onMessage: note, hasChanged: ({ removed, changed }: Expired) => removed + changed > 0 },
        (admin) => admin.expireRows(before),
      );
      printResult({ before, ...expired }, { json });
    });
}

/** The remedy for traces. `sharers`: slugs of other people with an address of the person. */
function remedyOf(sharers: readonly string[]): string {
  const files =
    'Delete files that Cardfile does not use, such as backups and exports in the data folder, then run the command again.';
  if (sharers.length === 0) return `The person is still in these places. ${files}`;
  return `These records have an address of the person, so the search finds it: ${sharers.join(', ')}. Forget each that is the same person: cardfile forget person SLUG --verify. ${files}`;
}
