// The names that callers and operators give to sources of rows.
import { CONTROL_CHARACTER } from './control-character.ts';

/** The fault of a trimmed name of a source, with its remedy; null for none. */
export function sourceFault(name: string): string | null {
  if (name === '') return 'is blank; name the system that the rows come from';
  return CONTROL_CHARACTER.test(name) ? 'contains a control character; remove it' : null;
}
