// cardfile generate, index, suppress, doctor, config: the data and its keeping.
import type { Command } from 'commander';
import { buildHere } from '../app/build-edition.ts';
import { examine } from '../app/doctor.ts';
import { openCatalogWriter } from '../app/stores.ts';
import type { CatalogWriter, SuppressionEntry } from '../catalog/writer-port.ts';
import { writeGenerated } from '../generate/write-generated.ts';
import { parseDomain } from '../identity/domain.ts';
import { parseEmail } from '../identity/email.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { parsePhone } from '../identity/phone.ts';
import { addBackupCommands } from './backup-commands.ts';
import { type CommandContext, contextOf, examples, UsageError, wholeNumber } from './command-context.ts';
import { note, paced, printResult, printRows } from './output.ts';

export function addGenerateCommand(program: Command): void {
  program
    .command('generate')
    .description('write deterministic invented data in the import form')
    .requiredOption('--people <number>', 'people to invent')
    .option('--companies <number>', 'companies to invent (default: people / 25)')
    .option('--jobs <number>', 'openings to invent (default: people / 20)')
    .option('--seed <number>', 'another seed, other data', '1')
    .option('--as-of <date>', 'the day on which the data was seen, YYYY-MM-DD (default: one of the seed)')
    .requiredOption('--out <folder>', 'folder for companies.jsonl, people.jsonl and jobs.jsonl')
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
        options: Record<'people' | 'out' | 'seed', string> & { companies?: string; jobs?: string; asOf?: string },
        command: Command,
      ) => {
        const { json } = contextOf(command);
        const { companies, jobs, seed, out, asOf } = options;
        const sizes = {
          people: wholeNumber(options.people, '--people', 1),
          companies: companies === undefined ? undefined : wholeNumber(companies, '--companies', 1),
          jobs: jobs === undefined ? undefined : wholeNumber(jobs, '--jobs'),
          seed,
          asOf: asOf === undefined ? undefined : day(asOf, '--as-of'),
        };
        const files = await writeGenerated(
          sizes,
          out,
          paced(({ file, done, total }) => note(`${file}: ${done} of ${total}`)),
        );
        printResult({ ...files }, { json });
      },
    );
}

/** A day from 2000 on, as it is written in ISO 8601. */
function day(text: string, flag: string): string {
  const millis = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text)) return text;
  throw new UsageError(`${flag} ${text} is not a day; give one from 2000 on as YYYY-MM-DD`);
}

export function addIndexCommand(program: Command): void {
  program
    .command('index')
    .description('build a new edition of the search index and switch to it; a running server follows by itself')
    .addHelpText('after', examples('index', 'index --data /var/lib/cardfile --json'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      printResult({ ...(await buildHere(config)) }, { json });
    });
}

/** Runs work on the catalog's writing side and closes it. */
async function withWriter(
  command: Command,
  work: (writer: CatalogWriter, context: CommandContext) => Promise<void>,
): Promise<void> {
  const context = contextOf(command);
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
    .description('people and companies never to be answered again; stored as hashes');
  const values = 'e-mail, phone with +, person or company profile URL, or domain';
  suppress
    .command('add <value...>')
    .description(`hide at once and refuse on import: ${values}`)
    .addHelpText(
      'after',
      examples('suppress add jane.doe@acme.example', 'suppress add https://www.network.example/in/jane-doe'),
    )
    .action((given: string[], _options, command: Command) =>
      withWriter(command, async (writer, { json }) => {
        const rows = [];
        for (const { value, entry } of given.map(entryOf)) {
          const hidden = await writer.suppress(entry, new Date().toISOString());
          rows.push({
            value,
            kind: entry.kind,
            hidden_people: hidden.hiddenPeople,
            hidden_companies: hidden.hiddenCompanies,
          });
        }
        printRows(rows, { json, none: '' });
      }),
    );
  suppress
    .command('remove <value...>')
    .description('take off the list; what it alone hid is answered again')
    .addHelpText('after', examples('suppress remove jane.doe@acme.example'))
    .action((given: string[], _options, command: Command) =>
      withWriter(command, async (writer, { json }) => {
        const rows = [];
        for (const { value, entry } of given.map(entryOf))
          rows.push({ value, kind: entry.kind, removed: await writer.release(entry) });
        printRows(rows, { json, none: '' });
      }),
    );
  suppress
    .command('list')
    .description('the hashes on the list')
    .addHelpText('after', examples('suppress list --json'))
    .action((_options, command: Command) =>
      withWriter(command, async (writer, { json }) => {
        const rows = (await writer.suppressions()).map(({ kind, hash, addedAt }) => ({
          kind,
          hash,
          added_at: addedAt,
        }));
        printRows(rows, { json, none: 'Nothing is suppressed.' });
      }),
    );
}

/** What a suppressed value is, told by its form. */
function entryOf(value: string): { value: string; entry: SuppressionEntry } {
  const person = parseNetworkUrl(value, 'person');
  if (person) return { value, entry: { kind: 'person', value: person.slug } };
  const company = parseNetworkUrl(value, 'company');
  if (company) return { value, entry: { kind: 'company', value: company.slug } };
  const email = parseEmail(value);
  if (email !== null) return { value, entry: { kind: 'email', value: email } };
  const phone = value.trim().startsWith('+') ? parsePhone(value, null) : null;
  if (phone !== null) return { value, entry: { kind: 'phone', value: phone } };
  const domain = parseDomain(value);
  if (domain !== null) return { value, entry: { kind: 'domain', value: domain } };
  throw new UsageError(`"${value}" is neither an e-mail, a phone with +, a profile URL nor a domain`);
}

export function addKeepingCommands(program: Command): void {
  addBackupCommands(program);
  program
    .command('doctor')
    .description('check store, index, disk and settings, and say what to do')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const findings = await examine(config, note);
      printRows([...findings], { json, none: '' });
      if (findings.some((finding) => finding.state === 'bad')) process.exitCode = 1;
    });
  program
    .command('config')
    .description('each setting with its value and where it comes from')
    .addHelpText('after', examples('config', 'config --port 9090 --json'))
    .action((_options, command: Command) => {
      const { resolved, json } = contextOf(command);
      printRows(
        resolved.map((setting) => ({ ...setting })),
        { json, none: '' },
      );
    });
}
