// The entry of the program: runs the command of its arguments.
import { reportMigrationsTo } from '../ops/migration-report.ts';
import { runCommand } from './command-line.ts';
import { ignoreClosedPipes, note, paced } from './output.ts';

ignoreClosedPipes();
reportMigrationsTo(
  paced(({ file, what, done, total }) => note(`Migrating ${file} to this version: ${done} of ${total} ${what}`)),
);
await runCommand(process.argv.slice(2));
