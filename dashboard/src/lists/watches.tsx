// The watches of an account: subject, state and latest changes; pause, resume, end.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Drawer } from '../components/dialog.tsx';
import { Menu } from '../components/menu.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatTime } from '../format.ts';
import { recordAddress } from '../record/record-address.ts';
import { useRemote } from '../remote.ts';
import { showRemoval } from '../removal.ts';
import { may } from '../session.ts';
import { WATCH_TEXTS } from '../texts/list-texts.ts';
import { useWatches, type Watch } from './use-watches.ts';

const EVERY_MS = 5000;
const KINDS: Readonly<Record<Watch['state'], BadgeKind>> = {
  preparing: 'accent',
  active: 'good',
  paused: 'plain',
  paused_no_credits: 'warn',
  failed: 'bad',
};

/** A watch with the name of its list or search. */
type NamedWatch = Watch & { readonly title: string };

export function Watches({ account }: { readonly account: string }) {
  const query = { account };
  const watches = useWatches(account, EVERY_MS);
  const lists = useRemote((signal) => request('GET /lists', { query, signal }), [account]);
  const searches = useRemote((signal) => request('GET /searches', { query, signal }), [account]);
  const [opened, setOpened] = useState<NamedWatch | null>(null);
  const [ending, setEnding] = useState<NamedWatch | null>(null);
  const names = new Map(
    [...(lists.value?.rows ?? []), ...(searches.value?.rows ?? [])].map(({ id, name }) => [id, name]),
  );
  const unnamed = lists.value && searches.value ? WATCH_TEXTS.removedOrigin : '';
  const titled = (watch: Watch): NamedWatch => {
    const { origin } = watch;
    const title = origin === null ? WATCH_TEXTS.byKey : (names.get(origin) ?? unnamed);
    return { ...watch, title };
  };
  const turn = async ({ id, state }: Watch) => {
    const params = { id };
    const result = await (state === 'active'
      ? request('POST /watches/:id/pause', { params })
      : request('POST /watches/:id/resume', { params }));
    if (!result.ok) notify(result.failure.message, 'bad');
    watches.reload();
  };
  const columns = columnsOf({ onEnd: setEnding, onTurn: (watch) => void turn(watch) });
  return (
    <>
      <Loaded remote={watches}>
        {({ rows, max, credits_per_change: credits }) => (
          <Table
            caption={WATCH_TEXTS.title}
            rows={rows.map(titled)}
            rowKey={({ id }) => id}
            empty={
              <Empty title={WATCH_TEXTS.noWatches} icon="eye">
                {WATCH_TEXTS.noWatchesHint(credits)}
              </Empty>
            }
            tools={
              <span class="muted watch-note">
                {WATCH_TEXTS.count(rows.length, max)}, {WATCH_TEXTS.price(credits)}. {WATCH_TEXTS.webhooks}
              </span>
            }
            columns={columns}
            onOpen={setOpened}
          />
        )}
      </Loaded>
      {opened && (
        <Drawer title={WATCH_TEXTS.latest(opened.title)} isOpen onClose={() => setOpened(null)}>
          <Changes watch={opened} />
        </Drawer>
      )}
      {ending && (
        <EndWatch
          watch={ending}
          onEnded={() => {
            setEnding(null);
            watches.reload();
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

interface ColumnActs {
  readonly onEnd: (watch: NamedWatch) => void;
  /** Pauses or resumes. */
  readonly onTurn: (watch: NamedWatch) => void;
}

function columnsOf({ onEnd, onTurn }: ColumnActs): readonly Column<NamedWatch>[] {
  return [
    {
      ...{ key: 'title', title: WATCH_TEXTS.columns.name, value: ({ title }: NamedWatch) => title },
      cell: ({ id, title }) => (
        <span class="list-title-text" title={id}>
          {title}
        </span>
      ),
    },
    {
      ...{ key: 'subject', title: WATCH_TEXTS.columns.watched, isMinor: true },
      value: ({ kind, search, filters, records }) =>
        kind === 'search' ? WATCH_TEXTS.ofSearch(search ?? '', filters) : WATCH_TEXTS.ofList(records),
    },
    {
      ...{ key: 'state', title: WATCH_TEXTS.columns.state, value: ({ state }: NamedWatch) => state },
      cell: ({ state, reason }) => (
        <span class="watch-state">
          <Badge kind={KINDS[state]}>{WATCH_TEXTS.states[state]}</Badge>
          {reason !== null && <span class="muted">{reason}</span>}
        </span>
      ),
    },
    { key: 'changes', title: WATCH_TEXTS.columns.changes, isNumber: true, value: ({ changes }) => changes },
    {
      key: 'credits_used',
      title: WATCH_TEXTS.columns.credits,
      isNumber: true,
      isMinor: true,
      value: (watch) => watch.credits_used,
    },
    {
      ...{
        key: 'created_at',
        title: WATCH_TEXTS.columns.since,
        isMinor: true,
        value: (watch: NamedWatch) => watch.created_at,
      },
      cell: ({ created_at: at }) => (
        <span class="nowrap" title={formatTime(at)}>
          {formatAgo(at)}
        </span>
      ),
    },
    ...(may('member') ? [actionsOf({ onEnd, onTurn })] : []),
  ];
}

function actionsOf({ onEnd, onTurn }: ColumnActs): Column<NamedWatch> {
  return {
    ...{ key: 'actions', title: WATCH_TEXTS.actions, isActions: true, value: () => '' },
    cell: (watch) => (
      <Menu
        label={WATCH_TEXTS.actionsOf(watch.title)}
        actions={[
          ...(watch.state === 'active'
            ? [{ label: WATCH_TEXTS.pause, icon: 'pause', run: () => onTurn(watch) } as const]
            : []),
          ...(['paused', 'paused_no_credits', 'failed'].includes(watch.state)
            ? [{ label: WATCH_TEXTS.resume, icon: 'play', run: () => onTurn(watch) } as const]
            : []),
          { label: WATCH_TEXTS.end, icon: 'trash', isDanger: true, run: () => onEnd(watch) },
        ]}
      />
    ),
  };
}

type Change = Answer<'GET /watches/:id/changes'>['rows'][number];

function Changes({ watch: { id, changes: known } }: { readonly watch: Watch }) {
  const changes = useRemote((signal) => request('GET /watches/:id/changes', { params: { id }, signal }), [id], {
    choices: [known],
  });
  return (
    <Loaded remote={changes}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title={WATCH_TEXTS.noChanges} icon="eye">
            {WATCH_TEXTS.noChangesHint}
          </Empty>
        ) : (
          <ul class="watch-changes">
            {rows.map((change) => (
              <li key={change.id} class="watch-change">
                <a class="watch-change-name" href={recordAddress(kindOf(change), change.network_url)}>
                  {change.name}
                </a>
                <span class="muted nowrap" title={formatTime(change.at)}>
                  {formatAgo(change.at)}
                </span>
                <span class="muted watch-change-text">
                  {change.type === 'matched' ? WATCH_TEXTS.matched : WATCH_TEXTS.changed(change.fields)}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** The change of an opening links to its company. */
const kindOf = ({ record }: Change) => (record === 'person' ? 'person' : 'company');

interface EndWatchProps {
  readonly watch: NamedWatch;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

function EndWatch({ watch: { id, title }, onEnded, onClose }: EndWatchProps) {
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    const result = await request('POST /watches/:id/remove', { params: { id } });
    setBusy(false);
    if (showRemoval(result, WATCH_TEXTS.ended(title))) onEnded();
  };
  return (
    <Confirm
      title={WATCH_TEXTS.endTitle(title)}
      isOpen
      isBusy={isBusy}
      action={WATCH_TEXTS.endAction}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>{WATCH_TEXTS.endHint}</p>
    </Confirm>
  );
}
