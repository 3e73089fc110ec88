// cardfile database: the PostgreSQL database of all stores.
import type { Command } from 'commander';
import { contextOf, examples, wholeNumber } from './command-context.ts';
import { note, printResult, printRows } from './output.ts';

export function addDatabaseCommands(program: Command): void {
  const database = program
    .command('database')
    .description('the PostgreSQL database of accounts, members and records, set with CARDFILE_DATABASE');
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
  addMove(database);
  addDistribute(database);
  addStatus(database);
}

function addMove(database: Command): void {
  database
    .command('move')
    .description('copy all stores of a data folder into the empty database, and compare both; repeatable')
    .addHelpText('after', examples('database move --data ./data'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { moveToDatabase } = await import('../app/move-to-database.ts');
      const { rows, wasMoved } = await moveToDatabase(config, (table) => note(`moving ${table}`));
      const { moveBatchFiles } = await import('../tasks/move-batch-files.ts');
      const files = await moveBatchFiles(config);
      printResult({ ...rows, batch_files: files }, { json });
      note(
        wasMoved
          ? 'All rows had been moved before: nothing was changed.'
          : 'All rows were moved and compared. Start servers and commands with CARDFILE_DATABASE from now on: ' +
              'accounts.db, members.db and catalog.db of the folder are no longer used.',
      );
    });
}

function addDistribute(database: Command): void {
  database
    .command('distribute')
    .description('spread the tables over the machines of a Citus cluster; does nothing on a server without Citus')
    .option('--shards <number>', 'parts of each table that is split (default: 32, one for each bucket of accounts)')
    .addHelpText('after', examples('database distribute', 'database distribute --shards 8'))
    .action(async (options: { shards?: string }, command: Command) => {
      const { config, json } = contextOf(command);
      const shards = options.shards === undefined ? undefined : wholeNumber(options.shards, '--shards', { min: 1 });
      const { distributeDatabase } = await import('../app/database.ts');
      const distributed = await distributeDatabase(config, shards);
      if (distributed === null) note('This server has no Citus: its tables stay as they are.');
      printResult({ distributed: distributed ?? [] }, { json });
    });
}

function addStatus(database: Command): void {
  database
    .command('status')
    .description('show the server, the steps of the schema that are applied and missing, and each table with its size')
    .addHelpText('after', examples('database status'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { databaseStatus } = await import('../app/database.ts');
      const { applied, missing, version, isDurable, citus, tables } = await databaseStatus(config);
      const server = { applied, missing, postgresql: version, citus, durable: isDurable };
      if (json) return void process.stdout.write(`${JSON.stringify({ ...server, tables })}\n`);
      printResult(server, { json });
      return printRows(
        tables.map((table) => ({ ...table })),
        { json, none: 'No tables yet. Create them: cardfile database migrate' },
      );
    });
}
