// The report of one import: results of its rows, and reasons for rejected rows and dropped values.
import { fileAddress } from '../api.ts';
import { Drawer } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Figure } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { formatCount, formatTime } from '../format.ts';
import { DATA_TEXTS } from '../texts/data-texts.ts';
import { type ImportAnswer, ImportBadge } from './import-badge.tsx';
import { UndoImport } from './undo-import.tsx';

const OUTCOMES = [
  ['read', 'Read'],
  ['created', 'New records'],
  ['merged', 'Changed records'],
  ['unchanged', 'Unchanged'],
  ['suppressed', 'Suppressed'],
  ['rejected', 'Rejected'],
  ['duplicates', 'Duplicates'],
  ['accepted_with_warnings', 'Accepted with warnings'],
  ['warnings', 'Values dropped or repaired'],
] as const;

interface ImportDrawerProps {
  readonly run: ImportAnswer | null;
  readonly onClose: () => void;
  readonly onUndone: () => void;
}

export function ImportDrawer({ run, onClose, onUndone }: ImportDrawerProps) {
  if (run === null) return null;
  const { counts } = run;
  return (
    <Drawer title={`Import of ${run.kind} from ${run.source}`} isOpen onClose={onClose}>
      {run.error && <p class="callout callout-bad">{run.error}</p>}
      {run.state === 'interrupted' && <p class="callout callout-warn">{DATA_TEXTS.interrupted}</p>}
      <dl class="facts">
        <Figure name="State" value={<ImportBadge state={run.state} />} />
        <Figure name="File" value={run.file ?? DATA_TEXTS.fromCommandLine} />
        <Figure name="Started" value={formatTime(run.started_at)} note={run.started_by ?? 'command line'} />
        <Figure name="Ended" value={run.finished_at ? formatTime(run.finished_at) : '–'} />
        <Figure name="Rows per second" value={run.rows_per_second === null ? '–' : formatCount(run.rows_per_second)} />
      </dl>
      {counts && (
        <dl class="facts">
          {OUTCOMES.map(([key, name]) => (
            <Figure key={key} name={name} value={formatCount(counts[key])} />
          ))}
        </dl>
      )}
      {run.has_rejects && (
        <div>
          <a
            class="button button-plain"
            href={fileAddress(`/imports/${encodeURIComponent(run.id)}/rejects`)}
            download
            target="_self"
          >
            <Icon name="download" />
            Rejected rows with reasons
          </a>
        </div>
      )}
      <Reasons title="Reasons for rejected rows" rows={run.top_rejects} />
      <Reasons title="Accepted with warnings: values dropped or repaired" rows={run.top_warnings} />
      <UndoImport undone={run} onUndone={onUndone} />
    </Drawer>
  );
}

function Reasons({ title, rows }: { readonly title: string; readonly rows: ImportAnswer['top_rejects'] }) {
  if (rows.length === 0) return null;
  return (
    <section class="stack" aria-label={title}>
      <h3>{title}</h3>
      <Table
        caption={title}
        isBare
        rows={rows}
        rowKey={({ field, reason }) => `${field} ${reason}`}
        columns={[
          {
            key: 'reason',
            title: 'Field and reason',
            value: ({ field, reason }) => `${field} ${reason}`.trim(),
            cell: ({ field, reason, file, line }) => (
              <>
                {field !== '' && <span class="mono">{field}</span>} {reason}
                <br />
                <span class="muted">
                  first in {file}, line {formatCount(line)}
                </span>
              </>
            ),
          },
          { key: 'count', title: 'Rows', value: ({ count }) => count, isNumber: true },
        ]}
      />
    </section>
  );
}
