// The name of something that members save, such as a list or a search. It is the first field of its dialog.

import { FIELD_TEXTS } from '../texts/component-texts.ts';
import { TextField } from './field.tsx';

const LENGTH_MAX = 100;

interface NameFieldProps {
  readonly label?: string;
  readonly hint?: string;
  readonly error: string | null;
  readonly value: string;
  readonly onText: (value: string) => void;
}

export function NameField({ label = FIELD_TEXTS.name, ...field }: NameFieldProps) {
  return <TextField label={label} {...field} isFirst lengthMax={LENGTH_MAX} />;
}

/** Returns true if a typed name is valid. */
export function isNamed(name: string): boolean {
  return name.trim() !== '';
}
