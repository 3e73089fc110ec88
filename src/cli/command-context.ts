// The context of every command: the settings with their flags, and argument parsers.
import type { Command } from 'commander';
import { type Config, type ResolvedSetting, readConfig, SETTING_NAMES, type SettingName } from '../app/config.ts';

/** A wrong use of the command line: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface GlobalOptions extends Partial<Record<SettingName, string>> {
  readonly json?: boolean;
}

export interface CommandContext {
  readonly config: Config;
  readonly resolved: readonly ResolvedSetting[];
  readonly json: boolean;
}

/** True if results and errors are JSON; read from the raw arguments, so that it holds even for invalid ones. */
export function isJsonRequested(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** Reads the settings for a command that runs now. */
export function contextOf(command: Command): CommandContext {
  const options: GlobalOptions = command.optsWithGlobals();
  const given = SETTING_NAMES.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : []));
  return { ...readConfig(Object.fromEntries(given), process.env), json: options.json === true };
}

/** Examples at the end of the help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ cardfile ${line}`).join('\n')}\n`;
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number of an option, or a UsageError that names it and the range. */
export function wholeNumber(text: string, option: string, { min = 0, max }: Range = {}): number {
  const value = Number(text);
  const isInRange = value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER);
  if (/^-?\d+$/.test(text) && isInRange) return value;
  const range = `from ${min}${max === undefined ? '' : ` to ${max}`}`;
  throw new UsageError(`${option} must be a whole number ${range}, not "${text}"`);
}
