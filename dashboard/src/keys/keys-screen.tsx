// Keys: made, rotated and revoked. The text of a key is known in this page only, and only until its window is closed.
import { useState } from 'preact/hooks';
import { type Answer, ask } from '../api.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatDay, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { account, isOperator } from '../session.ts';
import { MadeKeyDialog } from './made-key-dialog.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import './keys.css';

export type Key = Answer<'GET /keys'>['rows'][number];
export type MadeKey = Answer<'POST /keys'>;

const STATES: Readonly<Record<Key['state'], { readonly kind: BadgeKind; readonly word: string }>> = {
  active: { kind: 'good', word: 'Active' },
  expired: { kind: 'warn', word: 'Expired' },
  revoked: { kind: 'plain', word: 'Revoked' },
};

/** What a key is called in sentences. */
export function keyName({ name, masked }: Pick<Key, 'name' | 'masked'>): string {
  return name === '' ? masked : name;
}

export function KeysScreen() {
  const keys = useRemote(
    (signal) => ask('GET /keys', { query: account.value === null ? {} : { account: account.value }, signal }),
    [account.value],
  );
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [rotated, setRotated] = useState<Key | null>(null);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const show = (key: MadeKey) => {
    setMaking(false);
    setRotated(null);
    setMade(key);
    keys.reload();
  };
  const makeButton = (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      Make a key
    </Button>
  );
  return (
    <Page
      title="Keys"
      lead="A program sends its key with every call. Keep keys on servers: never in a browser or an app."
      actions={makeButton}
    >
      <Loaded remote={keys} lines={6}>
        {({ rows }) => (
          <Table
            caption="Keys"
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns({ onRotate: setRotated, onRevoke: setRevoked })}
            empty={
              <Empty title="No keys yet" icon="key">
                A key is what a program calls with. {makeButton}
              </Empty>
            }
          />
        )}
      </Loaded>
      <MakeKeyDialog isOpen={isMaking} onClose={() => setMaking(false)} onMade={show} />
      <MadeKeyDialog made={made} onClose={() => setMade(null)} />
      <RotateKeyDialog key={rotated?.id} rotated={rotated} onClose={() => setRotated(null)} onMade={show} />
      <RevokeKey revoked={revoked} onClose={() => setRevoked(null)} onDone={keys.reload} />
    </Page>
  );
}

interface Actions {
  readonly onRotate: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

function columns({ onRotate, onRevoke }: Actions): Column<Key>[] {
  const all: (Column<Key> | null)[] = [
    {
      key: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: (key) => (
        <>
          <strong>{key.name || 'Without a name'}</strong>
          <br />
          <span class="mono muted">{key.masked}</span>
        </>
      ),
    },
    isOperator.value && account.value === null
      ? { key: 'account', title: 'Account', value: (key) => key.account }
      : null,
    {
      key: 'state',
      title: 'State',
      value: ({ state }) => state,
      cell: ({ state }) => <Badge kind={STATES[state].kind}>{STATES[state].word}</Badge>,
    },
    {
      key: 'allowed_paths',
      title: 'May call',
      isMinor: true,
      value: ({ allowed_paths }) => allowed_paths.join(' '),
      cell: ({ allowed_paths }) => <AllowedPaths paths={allowed_paths} />,
    },
    {
      key: 'last_used_at',
      title: 'Last used',
      value: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => <Moment at={last_used_at} none="never" />,
    },
    {
      key: 'expires_at',
      title: 'Expires',
      isMinor: true,
      value: ({ expires_at }) => expires_at,
      cell: ({ expires_at }) =>
        expires_at === null ? (
          <span class="muted">never</span>
        ) : (
          <span title={formatTime(expires_at)}>{formatDay(expires_at)}</span>
        ),
    },
    {
      key: 'created_at',
      title: 'Made',
      isMinor: true,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Moment at={created_at} none="" />,
    },
    {
      key: 'actions',
      title: 'Actions',
      isActions: true,
      value: () => null,
      cell: (key) =>
        key.state === 'active' && (
          <span class="row row-end">
            <Button kind="quiet" label={`Rotate ${keyName(key)}`} onClick={() => onRotate(key)}>
              Rotate
            </Button>
            <Button kind="quiet" label={`Revoke ${keyName(key)}`} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          </span>
        ),
    },
  ];
  return all.filter((column) => column !== null);
}

function Moment({ at, none }: { readonly at: string | null; readonly none: string }) {
  return at === null ? (
    <span class="muted">{none}</span>
  ) : (
    <span class="nowrap" title={formatTime(at)}>
      {formatAgo(at)}
    </span>
  );
}

function AllowedPaths({ paths }: { readonly paths: readonly string[] }) {
  if (paths.length === 0) return <span class="muted">everything</span>;
  const shown = paths.slice(0, 2).map((path) => path.replace('/v2/', ''));
  return (
    <span class="mono" title={paths.join('\n')}>
      {shown.join(', ')}
      {paths.length > shown.length && ` +${paths.length - shown.length}`}
    </span>
  );
}

interface RevokeKeyProps {
  readonly revoked: Key | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RevokeKey({ revoked, onClose, onDone }: RevokeKeyProps) {
  const [isBusy, setBusy] = useState(false);
  if (revoked === null) return null;
  const revoke = async () => {
    setBusy(true);
    const result = await ask('POST /keys/:id/revoke', { params: { id: revoked.id } });
    setBusy(false);
    onClose();
    if (!result.ok) return notify(result.failure.message, 'bad');
    notify(`${keyName(revoked)} is revoked: from now on its calls are answered 401.`);
    onDone();
  };
  return (
    <Confirm
      title={`Revoke ${keyName(revoked)}?`}
      isOpen
      action="Revoke key"
      isBusy={isBusy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>Calls with this key are answered 401 within a second, and it cannot be brought back.</p>
      <p class="muted">
        {revoked.last_used_at === null
          ? 'It has never been used.'
          : `It was last used ${formatAgo(revoked.last_used_at)}.`}{' '}
        To replace it without a gap, rotate it instead.
      </p>
    </Confirm>
  );
}
