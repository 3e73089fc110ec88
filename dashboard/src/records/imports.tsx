// Imports: start one from a file, follow the running ones, read the reports of the finished ones.
import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../api.ts';
import { notify } from '../components/notices.tsx';
import { Card } from '../components/page.tsx';
import { Empty, Loaded, Progress } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatAgo, formatTime } from '../format.ts';
import { type Remote, useRemote } from '../remote.ts';
import { IMPORT_TEXTS } from '../texts/import-texts.ts';
import { type ImportAnswer, ImportBadge } from './import-badge.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import { NewImport } from './new-import.tsx';

const RUNNING_EVERY_MS = 1000;
const SETTLED_EVERY_MS = 10_000;
const UNDER_WAY: readonly ImportAnswer['state'][] = ['waiting', 'running', 'indexing'];

/** Share of the file that has been read; null if unknown. */
function shareOf({ state, bytes_done: done, bytes_total: total }: ImportAnswer): number | null {
  return state !== 'running' || done === null || total === null || total === 0 ? null : Math.min(1, done / total);
}

/** Shows a message when a running import ends. */
function useNoticeOfEnd(rows: readonly ImportAnswer[] | undefined): void {
  const running = useRef<readonly string[]>([]);
  useEffect(() => {
    if (rows === undefined) return;
    const isRunning = ({ state }: ImportAnswer) => UNDER_WAY.includes(state);
    for (const run of rows)
      if (running.current.includes(run.id) && !isRunning(run))
        notify(IMPORT_TEXTS.ended(run), run.state === 'finished' ? 'good' : 'bad');
    running.current = rows.filter(isRunning).map(({ id }) => id);
  }, [rows]);
}

export function Imports() {
  const [everyMs, setEveryMs] = useState(SETTLED_EVERY_MS);
  const imports = useRemote((signal) => request('GET /imports', { signal }), [], { everyMs });
  const running = (imports.value?.rows ?? []).filter(({ state }) => UNDER_WAY.includes(state));
  useEffect(() => setEveryMs(running.length > 0 ? RUNNING_EVERY_MS : SETTLED_EVERY_MS), [running.length]);
  const [openId, setOpenId] = useState<string | null>(null);
  useNoticeOfEnd(imports.value?.rows);
  return (
    <>
      <NewImport onStarted={imports.reload} />
      {running.length > 0 && (
        <Card title={IMPORT_TEXTS.running}>
          {running.map((run) => (
            <Progress key={run.id} label={IMPORT_TEXTS.progress(run)} share={shareOf(run)} />
          ))}
        </Card>
      )}
      <ImportTable imports={imports} onOpen={setOpenId} />
      <ImportDrawer
        run={imports.value?.rows.find(({ id }) => id === openId) ?? null}
        onClose={() => setOpenId(null)}
        onUndone={imports.reload}
      />
    </>
  );
}

interface ImportTableProps {
  readonly imports: Remote<{ readonly rows: readonly ImportAnswer[] }>;
  readonly onOpen: (id: string) => void;
}

function ImportTable({ imports, onOpen }: ImportTableProps) {
  return (
    <Loaded remote={imports}>
      {({ rows }) => (
        <Table
          caption={IMPORT_TEXTS.title}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          empty={
            <Empty title={IMPORT_TEXTS.none} icon="upload">
              {IMPORT_TEXTS.noneHint}
            </Empty>
          }
          columns={[
            { key: 'source', title: IMPORT_TEXTS.columns.source, value: ({ source }) => source },
            { key: 'kind', title: IMPORT_TEXTS.columns.kind, value: ({ kind }) => kind },
            {
              key: 'state',
              title: IMPORT_TEXTS.columns.state,
              value: ({ state }) => state,
              cell: ({ state }) => <ImportBadge state={state} />,
            },
            {
              key: 'started_at',
              title: IMPORT_TEXTS.columns.started,
              value: ({ started_at }) => started_at,
              cell: ({ started_at }) => (
                <span class="nowrap" title={formatTime(started_at)}>
                  {formatAgo(started_at)}
                </span>
              ),
            },
            { key: 'rows', title: IMPORT_TEXTS.columns.rows, value: ({ rows: count }) => count, isNumber: true },
            {
              key: 'created',
              title: IMPORT_TEXTS.columns.created,
              value: ({ counts }) => counts?.created ?? null,
              isNumber: true,
              isMinor: true,
            },
            {
              key: 'merged',
              title: IMPORT_TEXTS.columns.merged,
              value: ({ counts }) => counts?.merged ?? null,
              isNumber: true,
              isMinor: true,
            },
            {
              key: 'rejected',
              title: IMPORT_TEXTS.columns.rejected,
              value: ({ counts }) => counts?.rejected ?? null,
              isNumber: true,
            },
            {
              key: 'started_by',
              title: IMPORT_TEXTS.columns.by,
              value: ({ started_by }) => started_by ?? IMPORT_TEXTS.commandLine,
              isMinor: true,
            },
          ]}
        />
      )}
    </Loaded>
  );
}
