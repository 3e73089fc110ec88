// cardfile database: the PostgreSQL database of accounts and members.
import type { Command } from 'commander';
import { contextOf, examples } from './command-context.ts';
import { printResult } from './output.ts';

export function addDatabaseCommands(program: Command): void {
  const database = program
    .command('database')
    .description('the PostgreSQL database of accounts and members, set with CARDFILE_DATABASE');
  database
    .command('migrate')
    .description('create or update the tables; safe to run at any time, also by several processes at once')
    .addHelpText('after', examples('database migrate'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { migrateDatabase } = await import('../app/database.ts');
      printResult({ applied: await migrateDatabase(config) }, { json });
    });
  database
    .command('clear-edition')
    .description('forget the published edition, so that a builder with another catalog may publish its own')
    .addHelpText('after', examples('database clear-edition'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { clearEdition } = await import('../app/database.ts');
      await clearEdition(config);
      printResult({ cleared: true }, { json });
    });
  database
    .command('status')
    .description('show which steps of the tables are applied and which are missing')
    .addHelpText('after', examples('database status'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { databaseStatus } = await import('../app/database.ts');
      printResult({ ...(await databaseStatus(config)) }, { json });
    });
}
