// Imports: a new one from a file, those that run with their progress, and the reports of those that ended.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Card } from '../components/page.tsx';
import { Empty, Loaded, Progress } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatAgo, formatCount, formatTime } from '../format.ts';
import { type Remote, useRemote } from '../remote.ts';
import { DATA_TEXTS } from '../texts/data-texts.ts';
import { type ImportAnswer, ImportBadge } from './import-badge.tsx';
import { ImportDrawer } from './import-drawer.tsx';
import { NewImport } from './new-import.tsx';

const RUNNING_EVERY_MS = 1000;
const SETTLED_EVERY_MS = 10_000;
const UNDER_WAY: readonly ImportAnswer['state'][] = ['waiting', 'running', 'indexing'];

/** Share of the file that is read; null if unknown. */
function shareOf({ state, bytes_done: done, bytes_total: total }: ImportAnswer): number | null {
  return state !== 'running' || done === null || total === null || total === 0 ? null : Math.min(1, done / total);
}

export function Imports() {
  const [everyMs, setEveryMs] = useState(SETTLED_EVERY_MS);
  const imports = useRemote((signal) => ask('GET /imports', { signal }), [], everyMs);
  const running = (imports.value?.rows ?? []).filter(({ state }) => UNDER_WAY.includes(state));
  useEffect(() => setEveryMs(running.length > 0 ? RUNNING_EVERY_MS : SETTLED_EVERY_MS), [running.length]);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <NewImport onStarted={imports.reload} />
      {running.length > 0 && (
        <Card title="Running">
          {running.map((run) => (
            <Progress
              key={run.id}
              label={`${run.file ?? run.source} (${run.kind}): ${run.state === 'indexing' ? 'building the edition' : run.state}, ${formatCount(run.rows)} rows`}
              share={shareOf(run)}
            />
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
          caption="Imports"
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          empty={
            <Empty title={DATA_TEXTS.noImports} icon="upload">
              Excel, CSV, TSV, JSON, JSON Lines or Parquet, also packed; the columns are guessed and shown before
              anything is written.
            </Empty>
          }
          columns={[
            { key: 'source', title: 'Source', value: ({ source }) => source },
            { key: 'kind', title: 'Kind', value: ({ kind }) => kind },
            {
              key: 'state',
              title: 'State',
              value: ({ state }) => state,
              cell: ({ state }) => <ImportBadge state={state} />,
            },
            {
              key: 'started_at',
              title: 'Started',
              value: ({ started_at }) => started_at,
              cell: ({ started_at }) => (
                <span class="nowrap" title={formatTime(started_at)}>
                  {formatAgo(started_at)}
                </span>
              ),
            },
            { key: 'rows', title: 'Rows', value: ({ rows: count }) => count, isNumber: true },
            {
              key: 'created',
              title: 'New',
              value: ({ counts }) => counts?.created ?? null,
              isNumber: true,
              isMinor: true,
            },
            {
              key: 'merged',
              title: 'Changed',
              value: ({ counts }) => counts?.merged ?? null,
              isNumber: true,
              isMinor: true,
            },
            { key: 'rejected', title: 'Rejected', value: ({ counts }) => counts?.rejected ?? null, isNumber: true },
            { key: 'started_by', title: 'By', value: ({ started_by }) => started_by ?? 'command line', isMinor: true },
          ]}
        />
      )}
    </Loaded>
  );
}
