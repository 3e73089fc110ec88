// The columns of suppression list entries, for the list and for the result of a check.
import type { Answer } from '../api.ts';
import type { Column } from '../components/table.tsx';
import { formatDay, formatTime } from '../format.ts';
import { SUPPRESSION_TEXTS } from '../texts/suppression-texts.ts';

export type Suppression = Answer<'GET /suppressions'>['rows'][number];

const TITLES = SUPPRESSION_TEXTS.columns;

export const SUPPRESSION_COLUMNS: readonly Column<Suppression>[] = [
  { key: 'kind', title: TITLES.kind, value: ({ kind }) => SUPPRESSION_TEXTS.kinds[kind].label },
  {
    key: 'hash',
    title: TITLES.entry,
    value: ({ hash }) => hash,
    cell: ({ hash }) => (
      <span class="mono" title={SUPPRESSION_TEXTS.entryHint(hash)}>
        {SUPPRESSION_TEXTS.entry(hash)}
      </span>
    ),
  },
  {
    key: 'reason',
    title: TITLES.reason,
    value: ({ reason }) => (reason === null ? SUPPRESSION_TEXTS.noReason : SUPPRESSION_TEXTS.reasons[reason]),
  },
  {
    key: 'added_at',
    title: TITLES.added,
    value: ({ added_at: at }) => at,
    cell: ({ added_at: at }) => <span title={formatTime(at)}>{formatDay(at)}</span>,
  },
  {
    ...{ key: 'added_by', title: TITLES.by, isMinor: true },
    value: ({ added_by: by }) => by ?? SUPPRESSION_TEXTS.notAMember,
  },
];
