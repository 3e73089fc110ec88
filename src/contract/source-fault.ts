// Validates the names that callers and operators give to sources of rows.
import { CONTROL_CHARACTER } from './control-character.ts';

/** The fault of a trimmed source name, with its remedy; null if the name is valid. */
export function sourceFault(name: string): string | null {
  if (name === '') return 'is blank; name the system that the rows come from';
  return CONTROL_CHARACTER.test(name) ? 'contains a control character; remove it' : null;
}
