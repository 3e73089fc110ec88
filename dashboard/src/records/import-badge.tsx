// The state of an import as a word.
import type { Answer } from '../api.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';

export type ImportAnswer = Answer<'GET /imports/:id'>;

const STATES: Readonly<Record<ImportAnswer['state'], { readonly kind: BadgeKind; readonly word: string }>> = {
  waiting: { kind: 'plain', word: 'Waiting' },
  running: { kind: 'accent', word: 'Running' },
  indexing: { kind: 'accent', word: 'Building the edition' },
  finished: { kind: 'good', word: 'Finished' },
  failed: { kind: 'bad', word: 'Failed' },
  interrupted: { kind: 'warn', word: 'Interrupted' },
  undone: { kind: 'warn', word: 'Undone' },
};

export function ImportBadge({ state }: { readonly state: ImportAnswer['state'] }) {
  const { kind, word } = STATES[state];
  return <Badge kind={kind}>{word}</Badge>;
}
