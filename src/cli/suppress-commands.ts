// cardfile suppress: manages the suppression list.
import { type Command, Option } from 'commander';
import type { CatalogWriter, SuppressionEntry } from '../catalog/writer-port.ts';
import { SUPPRESSION_KINDS, SUPPRESSION_REASONS, type SuppressionReason } from '../contract/suppressions.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { type CommandContext, contextOf, examples, UsageError } from './command-context.ts';
import { printRows, warn } from './output.ts';

const VALUES = 'e-mail address, phone number with +, person or company profile URL, or domain';

interface SuppressOptions {
  readonly as?: SuppressionEntry['kind'];
}

interface AddOptions extends SuppressOptions {
  readonly reason?: SuppressionReason;
}

const asOption = () =>
  new Option('--as <kind>', 'kind of the values, if their form is ambiguous: a slug, an internal domain').choices(
    SUPPRESSION_KINDS,
  );

/** Opens the writer of the catalog for some work, and closes it. */
async function withWriter(
  command: Command,
  work: (writer: CatalogWriter, context: CommandContext) => Promise<void>,
): Promise<void> {
  const context = contextOf(command);
  const { openCatalogWriter } = await import('../app/catalog-writers.ts');
  const writer = openCatalogWriter(context.config);
  try {
    await work(writer, context);
  } finally {
    writer.close();
  }
}

export function addSuppressCommands(program: Command): void {
  const suppress = program
    .command('suppress')
    .description('exclude people and companies from all answers; stored as hashes');
  suppress
    .command('add <value...>')
    .description(`hide at once and reject on import: ${VALUES}`)
    .addOption(asOption())
    .addOption(new Option('--reason <reason>', 'stored with the entries').choices(SUPPRESSION_REASONS))
    .addHelpText(
      'after',
      examples(
        'suppress add jane.doe@acme.example --reason objection',
        'suppress add https://www.network.example/in/jane-doe',
        'suppress add jane-doe --as person',
      ),
    )
    .action(async (given: string[], options: AddOptions, command: Command) => {
      const entries = await entriesOf(given, options);
      const reason = options.reason ?? null;
      const { config, json } = contextOf(command);
      const { suppressRecords } = await import('../tasks/suppress-records.ts');
      const added = entries.map(({ entry }) => ({ ...entry, reason }));
      const hidden = await suppressRecords(config, added, new Date().toISOString());
      const rows = entries.map(({ value, entry }, index) => {
        const { hiddenPeople = 0, hiddenCompanies = 0 } = hidden[index] ?? {};
        if (hiddenPeople + hiddenCompanies === 0)
          warn(
            `${value} is now on the list as ${entry.kind}, but nothing was hidden: it matches no record, or only hidden ones. Check the spelling, unless the entry is for later imports`,
          );
        return { value, kind: entry.kind, hidden_people: hiddenPeople, hidden_companies: hiddenCompanies };
      });
      printRows(rows, { json, none: '' });
    });
  suppress
    .command('remove <value...>')
    .description('remove entries from the list; records that no other entry hides are answered again')
    .addOption(asOption())
    .addHelpText('after', examples('suppress remove jane.doe@acme.example', 'suppress remove jane-doe --as person'))
    .action(async (given: string[], options: SuppressOptions, command: Command) => {
      const entries = await entriesOf(given, options);
      await withWriter(command, async (writer, { json }) => {
        const rows = [];
        for (const { value, entry } of entries)
          rows.push({ value, kind: entry.kind, removed: await writer.release(entry) });
        if (rows.some(({ removed }) => removed)) printRows(rows, { json, none: '' });
        const unknown = rows.filter(({ removed }) => !removed).map(({ value, kind }) => `${value} (as ${kind})`);
        if (unknown.length > 0)
          throw new OperatorError(`not on the list, so not removed: ${unknown.join(', ')}`, { isUnknown: true });
      });
    });
  suppress
    .command('list')
    .description('list the hashes')
    .addHelpText('after', examples('suppress list --json'))
    .action((_options, command: Command) =>
      withWriter(command, async (writer, { json }) => {
        const rows = (await writer.suppressions()).map(({ kind, hash, addedAt, reason }) => ({
          kind,
          hash,
          added_at: addedAt,
          reason,
        }));
        printRows(rows, { json, none: 'Nothing is suppressed.' });
      }),
    );
}

/** Converts all values to entries before anything is changed. */
async function entriesOf(given: readonly string[], { as }: SuppressOptions) {
  const { suppressionEntry, suppressionEntryByForm } = await import('../tasks/suppression-entry.ts');
  return given.map((value): { value: string; entry: SuppressionEntry } => {
    if (as !== undefined) return { value, entry: suppressionEntryAs(value, () => suppressionEntry(as, value)) };
    const entry = suppressionEntryByForm(value);
    if (entry !== null) return { value, entry };
    throw new UsageError(
      `"${value}" is not clearly an e-mail address, a phone number with +, a profile URL or a domain with a known ending: give its kind with --as ${SUPPRESSION_KINDS.join('|')}`,
    );
  });
}

function suppressionEntryAs(value: string, read: () => SuppressionEntry): SuppressionEntry {
  try {
    return read();
  } catch (error) {
    throw error instanceof OperatorError ? new UsageError(`"${value}": ${error.message}`) : error;
  }
}
