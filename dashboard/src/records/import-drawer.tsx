// The report of one import: row counts, and the reasons for rejected rows and dropped values.
import { fileAddress } from '../api.ts';
import { Drawer } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Figure } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import { formatCount, formatTime } from '../format.ts';
import { IMPORT_REPORT_TEXTS, IMPORT_TEXTS } from '../texts/import-texts.ts';
import { type ImportAnswer, ImportBadge } from './import-badge.tsx';
import { UndoImport } from './undo-import.tsx';

const OUTCOMES = [
  'read',
  'created',
  'merged',
  'unchanged',
  'suppressed',
  'rejected',
  'duplicates',
  'accepted_with_warnings',
  'warnings',
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
    <Drawer title={IMPORT_REPORT_TEXTS.title(run.kind, run.source)} isOpen onClose={onClose}>
      {run.error && <p class="callout callout-bad">{run.error}</p>}
      {run.state === 'interrupted' && <p class="callout callout-warn">{IMPORT_REPORT_TEXTS.interrupted}</p>}
      <dl class="facts">
        <Figure name={IMPORT_REPORT_TEXTS.facts.state} value={<ImportBadge state={run.state} />} />
        <Figure name={IMPORT_REPORT_TEXTS.facts.file} value={run.file ?? IMPORT_REPORT_TEXTS.fromCommandLine} />
        <Figure
          name={IMPORT_REPORT_TEXTS.facts.started}
          value={formatTime(run.started_at)}
          note={run.started_by ?? IMPORT_TEXTS.commandLine}
        />
        <Figure name={IMPORT_REPORT_TEXTS.facts.ended} value={run.finished_at ? formatTime(run.finished_at) : '–'} />
        <Figure
          name={IMPORT_REPORT_TEXTS.facts.rate}
          value={run.rows_per_second === null ? '–' : formatCount(run.rows_per_second)}
        />
      </dl>
      {counts && (
        <dl class="facts">
          {OUTCOMES.map((key) => (
            <Figure key={key} name={IMPORT_REPORT_TEXTS.counts[key]} value={formatCount(counts[key])} />
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
            {IMPORT_REPORT_TEXTS.rejects}
          </a>
        </div>
      )}
      <Reasons title={IMPORT_REPORT_TEXTS.rejectReasons} rows={run.top_rejects} />
      <Reasons title={IMPORT_REPORT_TEXTS.warningReasons} rows={run.top_warnings} />
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
            title: IMPORT_REPORT_TEXTS.reason,
            value: ({ field, reason }) => `${field} ${reason}`.trim(),
            cell: ({ field, reason, file, line }) => (
              <>
                {field !== '' && <span class="mono">{field}</span>} {reason}
                <br />
                <span class="muted">{IMPORT_REPORT_TEXTS.firstIn(file, line)}</span>
              </>
            ),
          },
          { key: 'count', title: IMPORT_REPORT_TEXTS.rows, value: ({ count }) => count, isNumber: true },
        ]}
      />
    </section>
  );
}
