// The runs of an account: progress, results and actions.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { fileAddress, type Result, request } from '../api.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Icon } from '../components/icon.tsx';
import { Menu, type MenuAction } from '../components/menu.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { showNotRemoved } from '../removal.ts';
import { may } from '../session.ts';
import { ENRICH_TEXTS } from '../texts/enrich-texts.ts';
import { ResumeDialog } from './resume-dialog.tsx';
import type { Run } from './run.ts';

const RUNNING_EVERY_MS = 1000;
const SETTLED_EVERY_MS = 15_000;

const KINDS: Readonly<Record<Run['state'], BadgeKind>> = {
  queued: 'plain',
  running: 'accent',
  paused_no_credits: 'warn',
  completed: 'good',
  cancelled: 'plain',
  failed: 'bad',
};
const isUnderWay = ({ state }: Run) => state === 'queued' || state === 'running';
const nameOf = ({ name }: Run) => name ?? ENRICH_TEXTS.apiRun;

interface RunAct {
  readonly run: Run;
  readonly act: 'cancel' | 'remove' | 'resume';
}

export function Runs({ account }: { readonly account: string | null }) {
  const { route } = useLocation();
  const [everyMs, setEveryMs] = useState(RUNNING_EVERY_MS);
  const [requested, setRequested] = useState<RunAct | null>(null);
  const runs = useRemote(
    (signal) => request('GET /batches', { query: account === null ? {} : { account }, signal }),
    [account],
    { everyMs },
  );
  const isAny = runs.value?.rows.some(isUnderWay) ?? true;
  useEffect(() => setEveryMs(isAny ? RUNNING_EVERY_MS : SETTLED_EVERY_MS), [isAny]);
  const addMore = async ({ id }: Run) => {
    const result = await request('POST /batches/:id/continue', { params: { id } });
    if (result.ok) route(`/enrich/${result.answer.id}`);
    else notify(result.failure.message, 'bad');
  };
  const done = () => {
    setRequested(null);
    runs.reload();
  };
  const settle = (result: Result<unknown>) => {
    showNotRemoved(result);
    done();
  };
  return (
    <>
      <Loaded remote={runs}>
        {({ rows }) => <RunTable rows={rows} onRequest={setRequested} onAddMore={(run) => void addMore(run)} />}
      </Loaded>
      <EndRun requested={requested} onSettled={settle} onClose={() => setRequested(null)} />
      {requested?.act === 'resume' && (
        <ResumeDialog run={requested.run} onResumed={done} onClose={() => setRequested(null)} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    ...{ key: 'name', title: ENRICH_TEXTS.runColumns.list, value: nameOf },
    cell: (run) => (
      <span class="run-name" title={run.id}>
        {nameOf(run)}
      </span>
    ),
  },
  { key: 'operation', title: ENRICH_TEXTS.runColumns.added, value: ({ operation }) => ENRICH_TEXTS.offer(operation) },
  {
    ...{ key: 'state', title: ENRICH_TEXTS.runColumns.state, value: ({ state }) => state },
    cell: (run) => <State {...run} />,
  },
  {
    ...{ key: 'found', title: ENRICH_TEXTS.runColumns.found, isNumber: true, value: ({ found }) => found },
    cell: ({ found, rows: all }) => ENRICH_TEXTS.foundOf(found, all),
  },
  {
    key: 'credits_used',
    title: ENRICH_TEXTS.runColumns.credits,
    isNumber: true,
    value: ({ credits_used }) => credits_used,
  },
  {
    ...{
      key: 'created_at',
      title: ENRICH_TEXTS.runColumns.started,
      isMinor: true,
      value: ({ created_at }) => created_at,
    },
    cell: ({ created_at }) => (
      <span class="nowrap" title={formatTime(created_at)}>
        {formatAgo(created_at)}
      </span>
    ),
  },
];

interface RunTableProps {
  readonly rows: readonly Run[];
  readonly onRequest: (requested: RunAct) => void;
  readonly onAddMore: (run: Run) => void;
}

function RunTable({ rows, onRequest, onAddMore }: RunTableProps) {
  const actions: Column<Run> = {
    ...{ key: 'actions', title: ENRICH_TEXTS.actions, isActions: true, value: () => '' },
    cell: (run) => <Actions run={run} onRequest={onRequest} onAddMore={onAddMore} />,
  };
  return (
    <Table
      caption={ENRICH_TEXTS.runs}
      rows={rows}
      rowKey={({ id }) => id}
      empty={
        <Empty title={ENRICH_TEXTS.noRuns} icon="list">
          {may('member') && ENRICH_TEXTS.noRunsHint}
        </Empty>
      }
      columns={[...COLUMNS, actions]}
    />
  );
}

/** The state: for a running batch with its progress, for a stopped one with the reason. */
function State(run: Run) {
  const { state, done, rows, reason } = run;
  return (
    <span class="run-state">
      <Badge kind={KINDS[state]}>{ENRICH_TEXTS.states[state]}</Badge>
      {isUnderWay(run) && (
        <>
          <progress aria-label={ENRICH_TEXTS.progressOf(nameOf(run))} value={done} max={rows} />
          <span class="muted number nowrap">{ENRICH_TEXTS.progress(done, rows)}</span>
        </>
      )}
      {reason !== null && <span class="run-reason muted">{ENRICH_TEXTS.reason(run)}</span>}
    </span>
  );
}

function Actions({ run, onRequest, onAddMore }: Omit<RunTableProps, 'rows'> & { readonly run: Run }) {
  const { id, state, done } = run;
  const canResume = state === 'paused_no_credits' || state === 'failed';
  const canCancel = isUnderWay(run) || canResume;
  const all: readonly (MenuAction & { readonly isOffered: boolean })[] = [
    { label: ENRICH_TEXTS.resume, icon: 'play', isOffered: canResume, run: () => onRequest({ run, act: 'resume' }) },
    { label: ENRICH_TEXTS.addMore, icon: 'plus', isOffered: done > 0 && !isUnderWay(run), run: () => onAddMore(run) },
    { label: ENRICH_TEXTS.cancel, icon: 'close', isOffered: canCancel, run: () => onRequest({ run, act: 'cancel' }) },
    {
      ...{ label: ENRICH_TEXTS.remove, icon: 'trash', isDanger: true, isOffered: !isUnderWay(run) },
      run: () => onRequest({ run, act: 'remove' }),
    },
  ];
  return (
    <span class="run-actions">
      {done > 0 && (
        <a
          class="button button-quiet"
          href={fileAddress(`/batches/${encodeURIComponent(id)}/results`)}
          download
          target="_self"
          aria-label={ENRICH_TEXTS.downloadOf(nameOf(run))}
        >
          <Icon name="download" />
          {ENRICH_TEXTS.csv}
        </a>
      )}
      {may('member') && (
        <Menu label={ENRICH_TEXTS.actionsOf(nameOf(run))} actions={all.filter(({ isOffered }) => isOffered)} />
      )}
    </span>
  );
}

interface EndRunProps {
  readonly requested: RunAct | null;
  readonly onSettled: (result: Result<unknown>) => void;
  readonly onClose: () => void;
}

function EndRun({ requested, onSettled, onClose }: EndRunProps) {
  const [isBusy, setBusy] = useState(false);
  if (requested === null || requested.act === 'resume') return null;
  const { run, act } = requested;
  const isCancel = act === 'cancel';
  const confirm = async () => {
    const params = { id: run.id };
    setBusy(true);
    const result = await (isCancel
      ? request('POST /batches/:id/cancel', { params })
      : request('POST /batches/:id/remove', { params }));
    setBusy(false);
    onSettled(result);
  };
  return (
    <Confirm
      title={isCancel ? ENRICH_TEXTS.cancelTitle(nameOf(run)) : ENRICH_TEXTS.removeTitle(nameOf(run))}
      isOpen
      isBusy={isBusy}
      action={isCancel ? ENRICH_TEXTS.cancelAction : ENRICH_TEXTS.removeAction}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{isCancel ? ENRICH_TEXTS.cancelled : ENRICH_TEXTS.removed(nameOf(run))}</p>
    </Confirm>
  );
}
