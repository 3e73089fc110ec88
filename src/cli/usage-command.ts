// cardfile usage: reports calls, outcomes and credits.
import type { Command } from 'commander';
import { AccountsError, type UsageRow } from '../accounts/port.ts';
import { summarizeUsage, USAGE_DIMENSIONS, type UsageDimension } from '../accounts/summarize-usage.ts';
import { csvText } from '../contract/csv-text.ts';
import { givenTimeMs, MS_PER_DAY } from '../contract/days.ts';
import { nearest } from '../words/nearest.ts';
import { withAdmin } from './accounts-commands.ts';
import { examples, UsageError } from './command-context.ts';
import { note, printRows } from './output.ts';

/** The dimensions of a row in the store. */
const FINEST: readonly UsageDimension[] = ['hour', 'account', 'key', 'path', 'status'];

const HELP = `
Counts are kept for 13 months, by hour, account, key, path and status; a running server enters calls that cost nothing within a second.
Credits equal the ledger. Days are UTC. Without --from and --to: all stored usage.
`;

interface UsageOptions {
  readonly account?: string;
  readonly from?: string;
  readonly to?: string;
  readonly by?: readonly string[];
  readonly csv?: boolean;
}

export function addUsageCommand(program: Command): void {
  program
    .command('usage')
    .description('report calls and credits by hour, day, month, account, key, path and status')
    .option('--account <name>', 'only this account')
    .option('--from <date>', 'first day (YYYY-MM-DD, UTC)')
    .option('--to <date>', 'last day, inclusive')
    .option('--by <dimension...>', `group by ${USAGE_DIMENSIONS.join(', ')}; several separated by spaces or commas`)
    .option('--csv', 'print CSV')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'usage --by day',
        'usage --account acme --from 2030-01-01 --to 2030-01-31 --by path,status',
        'usage --csv',
      ),
    )
    .action((options: UsageOptions, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        if (json && options.csv) throw new UsageError('--json and --csv exclude each other; choose one');
        const by = dimensions(options.by ?? FINEST);
        const rows = await admin.usage(periodOf(options)).catch((error: unknown) => {
          if (!(error instanceof AccountsError)) throw error;
          throw new AccountsError(`--account: ${error.message}`, { isUnknown: error.isUnknown });
        });
        const sums = summarizeUsage(rows, by);
        if (options.csv) process.stdout.write(csvText([...by, 'calls', 'credits'], sums));
        else printRows(sums, { json, none: 'No calls in this time.' });
        note(totalText(rows));
      }),
    );
}

function dimensions(given: readonly string[]): UsageDimension[] {
  const names = given.flatMap((entry) => entry.split(',')).map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const dimension = USAGE_DIMENSIONS.find((one) => one === name);
    if (dimension) return dimension;
    const suggestion = nearest(name, USAGE_DIMENSIONS);
    throw new UsageError(
      `--by: usage cannot be grouped by "${name}"; ${suggestion ? `did you mean ${suggestion}?` : `choose from ${USAGE_DIMENSIONS.join(', ')}`}`,
    );
  });
}

/** The hours of the given days in the form of the store: the end is excluded. */
function periodOf({ account, from, to }: UsageOptions): { accountName?: string; from?: string; to?: string } {
  const fromMs = from === undefined ? null : dayStartMs(from, '--from');
  const toMs = to === undefined ? null : dayStartMs(to, '--to') + MS_PER_DAY;
  if (fromMs !== null && toMs !== null && fromMs >= toMs)
    throw new UsageError(`--from ${from} is after --to ${to}; exchange them`);
  return {
    ...(account === undefined ? {} : { accountName: account }),
    ...(fromMs === null ? {} : { from: new Date(fromMs).toISOString() }),
    ...(toMs === null ? {} : { to: new Date(toMs).toISOString() }),
  };
}

function dayStartMs(text: string, option: string): number {
  const ms = /^[\d-]*$/.test(text) ? givenTimeMs(text) : null;
  if (ms !== null) return ms;
  throw new UsageError(`${option} must be a day such as 2030-01-31, not "${text}"`);
}

function totalText(rows: readonly UsageRow[]): string {
  const [sum = { calls: 0, credits: 0 }] = summarizeUsage(rows, []);
  return `${counted(sum.calls, 'call')}, ${counted(sum.credits, 'credit')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
