// Rejects a data folder that does not exist, for commands that need stored data: otherwise a misspelled folder would be
// created, and look like an empty one.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigError } from '../app/config.ts';
import { contextOf } from './command-context.ts';

/**
 * Commands that read or change stored data. The others create a data folder (such as `import` and `plans set`), need
 * none, or have a message of their own (`backup`, `export`, `doctor`, `upgrade`).
 */
const NEEDS_DATA = new RegExp(
  `^(?:${[
    'index|explain|split|merge|forget|usage|retention apply',
    '(?:imports|accounts) \\S+',
    'review (?:list|accept|reject|export)',
    '(?:sources|suppress|plans|keys|members) (?:list|remove|rename|revoke|rotate|two-step-off)',
  ].join('|')})$`,
);

/** Throws a ConfigError if a command needs stored data, and its data folder is missing. */
export function requireExistingData(command: Command): void {
  const names: string[] = [];
  for (let each = command; each.parent !== null; each = each.parent) names.unshift(each.name());
  if (!NEEDS_DATA.test(names.join(' '))) return;
  const { config } = contextOf(command);
  if (config.database !== null || existsSync(config.data)) return;
  throw new ConfigError(
    `the data folder ${config.data} does not exist. Name another one with --data or CARDFILE_DATA, ` +
      'or create it with `cardfile import`, `plans set` or `serve`',
  );
}
