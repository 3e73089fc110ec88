// Before a command uses stored data. A data folder that does not exist is rejected: otherwise a misspelled one would be
// created, and look like an empty one. Commands that only read may do so on a full disk.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigError } from '../app/config.ts';
import { allowSoleUse } from '../ops/full-disk.ts';
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

/** Commands that change no stored data. */
const READS = new RegExp(
  `^(?:${['backup|export|explain|usage|doctor', 'upgrade check', 'imports show|review export', '\\S+ list'].join(
    '|',
  )})$`,
);

/** Throws a ConfigError if a command needs stored data, and its data folder is missing. */
export function prepareData(command: Command): void {
  const names: string[] = [];
  for (let each = command; each.parent !== null; each = each.parent) names.unshift(each.name());
  const name = names.join(' ');
  if (READS.test(name)) allowSoleUse();
  if (!NEEDS_DATA.test(name)) return;
  const { config } = contextOf(command);
  if (config.database !== null || existsSync(config.data)) return;
  throw new ConfigError(
    `the data folder ${config.data} does not exist. Name another one with --data or CARDFILE_DATA, ` +
      'or create it with `cardfile import`, `plans set` or `serve`',
  );
}
