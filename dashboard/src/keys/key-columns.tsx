// The columns of the table of keys.

import { callsAddress } from '../calls/calls-address.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import type { Column } from '../components/table.tsx';
import { formatAgo, formatDay, formatTime } from '../format.ts';
import { account, accountOfAddresses, isOperator, may } from '../session.ts';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import { type IngestKey, type Key, keyName } from './key.ts';

const KINDS: Readonly<Record<Key['state'], BadgeKind>> = {
  active: 'good',
  expired: 'warn',
  revoked: 'plain',
};

interface Actions {
  readonly onRotate: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

/** Shows the account if keys of several accounts are listed. Only active keys have action buttons. */
export function keyColumns({ onRotate, onRevoke }: Actions): Column<Key>[] {
  const ofAccounts: Column<Key>[] =
    isOperator.value && account.value === null
      ? [{ key: 'account', title: KEY_TEXTS.account, value: (key) => key.account }]
      : [];
  return [
    nameColumn,
    ...ofAccounts,
    stateColumn,
    {
      key: 'allowed_paths',
      title: KEY_TEXTS.endpoints,
      isMinor: true,
      value: ({ allowed_paths }) => allowed_paths.join(' '),
      cell: ({ allowed_paths }) => <AllowedPaths paths={allowed_paths} />,
    },
    ...timeColumns,
    actions({ onRotate, onRevoke }),
  ];
}

/** The columns of ingest keys, which have no account, paths or successor. */
export function ingestKeyColumns(onRevoke: (key: IngestKey) => void): Column<IngestKey>[] {
  return [
    nameColumn,
    stateColumn,
    ...timeColumns,
    {
      key: 'actions',
      title: KEY_TEXTS.actions,
      isActions: true,
      value: () => null,
      cell: (key) =>
        key.state === 'active' && (
          <Button kind="quiet" label={KEY_TEXTS.revokeOf(keyName(key))} onClick={() => onRevoke(key)}>
            {KEY_TEXTS.revokeNow}
          </Button>
        ),
    },
  ];
}

const nameColumn: Column<IngestKey> = {
  key: 'name',
  title: KEY_TEXTS.name,
  value: ({ name }) => name,
  cell: (key) => (
    <>
      <strong>{key.name || KEY_TEXTS.unnamed}</strong>
      <br />
      <span class="mono muted">{key.masked}</span>
    </>
  ),
};

const stateColumn: Column<IngestKey> = {
  key: 'state',
  title: KEY_TEXTS.state,
  value: ({ state }) => state,
  cell: ({ state }) => <Badge kind={KINDS[state]}>{KEY_TEXTS.states[state]}</Badge>,
};

const timeColumns: readonly Column<IngestKey>[] = [
  {
    key: 'last_used_at',
    title: KEY_TEXTS.lastUsed,
    value: ({ last_used_at }) => last_used_at,
    cell: ({ last_used_at }) => <Moment at={last_used_at} none={KEY_TEXTS.never} />,
  },
  {
    key: 'expires_at',
    title: KEY_TEXTS.expires,
    isMinor: true,
    value: ({ expires_at }) => expires_at,
    cell: ({ expires_at }) =>
      expires_at === null ? (
        <span class="muted">{KEY_TEXTS.never}</span>
      ) : (
        <span title={formatTime(expires_at)}>{formatDay(expires_at)}</span>
      ),
  },
  {
    key: 'created_at',
    title: KEY_TEXTS.created,
    isMinor: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Moment at={created_at} none="" />,
  },
];

function actions({ onRotate, onRevoke }: Actions): Column<Key> {
  return {
    key: 'actions',
    title: KEY_TEXTS.actions,
    isActions: true,
    value: () => null,
    cell: (key) => (
      <span class="row row-end">
        {may('read_only') && (
          <a
            class="button button-quiet"
            href={callsAddress({ key: key.id }, accountOfAddresses())}
            aria-label={KEY_TEXTS.callsOf(keyName(key))}
          >
            {KEY_TEXTS.calls}
          </a>
        )}
        {key.state === 'active' && may('member') && (
          <Menu
            label={KEY_TEXTS.actionsOf(keyName(key))}
            actions={[
              { label: KEY_TEXTS.rotate, icon: 'refresh', run: () => onRotate(key) },
              { label: KEY_TEXTS.revoke, icon: 'trash', isDanger: true, run: () => onRevoke(key) },
            ]}
          />
        )}
      </span>
    ),
  };
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
  if (paths.length === 0) return <span class="muted">{KEY_TEXTS.allEndpoints}</span>;
  const shown = paths.slice(0, 2).map((path) => path.replace('/v2/', ''));
  return (
    <span class="mono" title={paths.join('\n')}>
      {shown.join(', ')}
      {paths.length > shown.length && ` +${paths.length - shown.length}`}
    </span>
  );
}
