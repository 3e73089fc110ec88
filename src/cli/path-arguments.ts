// Checks the path arguments of commands: rejects an empty path, which would mean the current folder.
import type { Command } from 'commander';
import { UsageError } from './command-context.ts';

const IS_PATH = /^(?:file|folder)$/;
const TAKES_PATH = /<(?:file|folder)>/;

/** Throws a UsageError for an empty path. An argument or option is a path if its value is called `file` or `folder`. */
export function requirePaths(command: Command): void {
  const values: unknown[] = command.registeredArguments.flatMap((argument, index) =>
    IS_PATH.test(argument.name()) ? [command.processedArgs[index]].flat() : [],
  );
  for (let each: Command | null = command; each !== null; each = each.parent) {
    const given: Record<string, unknown> = each.opts();
    for (const option of each.options) if (TAKES_PATH.test(option.flags)) values.push(given[option.attributeName()]);
  }
  if (values.includes('')) throw new UsageError('a path is empty; name a file or a folder');
}
