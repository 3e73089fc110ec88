// The state of an import as a badge.
import type { Answer } from '../api.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';
import { IMPORT_TEXTS } from '../texts/import-texts.ts';

export type ImportAnswer = Answer<'GET /imports/:id'>;

const KINDS: Readonly<Record<ImportAnswer['state'], BadgeKind>> = {
  waiting: 'plain',
  running: 'accent',
  indexing: 'accent',
  finished: 'good',
  failed: 'bad',
  interrupted: 'warn',
  undone: 'warn',
};

export function ImportBadge({ state }: { readonly state: ImportAnswer['state'] }) {
  return <Badge kind={KINDS[state]}>{IMPORT_TEXTS.states[state]}</Badge>;
}
