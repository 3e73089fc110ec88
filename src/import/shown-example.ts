// Values that were refused or dropped, as the report of a run shows them: enough to see what is wrong, not whom it is about. They are never
// stored: what stays of a run holds counts and places only, so nothing of a forgotten person has to be looked for there.
import { redact } from '../catalog/views/redact.ts';

/** Examples of one reason. */
export const EXAMPLES_MAX = 3;
const LENGTH_MAX = 60;
/** The last word of a field's path: what stands in them names a person, or reaches one. */
const PERSONAL = new Set(
  `full_name first_name last_name network_url headline about_me email emails phone phones mobile_phone direct_phone work_phone
  job_description`.split(/\s+/),
);

/** One line of at most 60 characters; of personal fields the shape only (`xxxx.xxx (at) xxxx.xxx`, `+99 9`). Null for what is no single value. */
export function shownExample(field: string | null, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value)
    .slice(0, LENGTH_MAX * 2)
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  const shown = PERSONAL.has(field?.split('.').at(-1) ?? '') ? shapeOf(text) : redact(text);
  return shown.length > LENGTH_MAX ? `${shown.slice(0, LENGTH_MAX - 1)}…` : shown;
}

const shapeOf = (text: string) =>
  text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{L}/gu, (letter) => (letter === 'X' ? 'X' : 'x'))
    .replace(/\p{N}/gu, '9');
