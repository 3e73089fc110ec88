// Accounts with the credits of this month; made here, given more credits, changed, suspended and removed.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, ask } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatCount, formatDay, formatTime } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { accountsChanged } from '../session.ts';
import { ChangeAccount, GrantCredits, RemoveAccount, resumeAccount, SuspendAccount } from './account-dialogs.tsx';

type Account = Answer<'GET /accounts'>['rows'][number];

/** Below this share of its credits an account is marked. */
const LOW_SHARE = 0.1;

function isLow({ remaining, used }: Account): boolean {
  return remaining !== null && remaining <= LOW_SHARE * (remaining + used);
}

export function AccountList() {
  const { route } = useLocation();
  const accounts = useRemote((signal) => ask('GET /accounts', { signal }));
  const [isMaking, setMaking] = useState(false);
  const [opened, setOpened] = useState<{ readonly act: Act; readonly account: Account } | null>(null);
  const done = () => {
    setMaking(false);
    setOpened(null);
    accounts.reload();
    accountsChanged.value += 1;
  };
  const onAct = (act: Act | 'resume', account: Account) => {
    if (act === 'resume') void resumeAccount(account).then(done);
    else setOpened({ act, account });
  };
  const Window = opened && WINDOWS[opened.act];
  const makeButton = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      New account
    </Button>
  );
  return (
    <>
      <Loaded remote={accounts}>
        {({ rows }) => (
          <Table
            caption="Accounts"
            rows={rows}
            rowKey={({ id }) => id}
            tools={makeButton}
            empty={
              <Empty title="No accounts yet" icon="people">
                An account is needed before a key can be made. {makeButton}
              </Empty>
            }
            columns={columns(onAct)}
            onOpen={({ id }) => route(`/accounts/${id}`)}
          />
        )}
      </Loaded>
      {isMaking && <NewAccount onClose={() => setMaking(false)} onDone={done} />}
      {Window && <Window account={opened.account} onClose={() => setOpened(null)} onDone={done} />}
    </>
  );
}

interface ActionsProps {
  readonly account: Account;
  readonly onAct: (act: Act | 'resume', account: Account) => void;
}

function Actions({ account: row, onAct }: ActionsProps) {
  return (
    <span class="row row-end">
      {row.remaining !== null && (
        <Button kind="quiet" label={`Grant credits to ${row.name}`} onClick={() => onAct('grant', row)}>
          Grant…
        </Button>
      )}
      <Button kind="quiet" label={`Change ${row.name}`} onClick={() => onAct('change', row)}>
        Change…
      </Button>
      {row.suspended_at === null ? (
        <Button kind="quiet" label={`Suspend ${row.name}`} onClick={() => onAct('suspend', row)}>
          Suspend…
        </Button>
      ) : (
        <Button kind="quiet" label={`Resume ${row.name}`} onClick={() => onAct('resume', row)}>
          Resume
        </Button>
      )}
      <Button kind="quiet" label={`Remove ${row.name}`} onClick={() => onAct('remove', row)}>
        Remove…
      </Button>
    </span>
  );
}

function columns(onAct: (act: Act | 'resume', account: Account) => void): Column<Account>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: ({ name, suspended_at: at }) => (
        <>
          {name} {at !== null && <Badge kind="warn">Suspended</Badge>}
        </>
      ),
    },
    { key: 'plan', title: 'Plan', value: ({ plan }) => plan },
    { key: 'used', title: 'Used', value: ({ used }) => used, isNumber: true },
    {
      key: 'granted',
      title: 'Granted',
      value: ({ granted: credits }) => credits,
      isNumber: true,
      isMinor: true,
    },
    {
      key: 'remaining',
      title: 'Left',
      value: ({ remaining }) => remaining,
      cell: (row) =>
        row.remaining === null ? (
          <span class="muted">unlimited</span>
        ) : (
          <>
            {isLow(row) && <Badge kind="warn">Low</Badge>} {formatCount(row.remaining)}
          </>
        ),
      isNumber: true,
    },
    {
      key: 'created_at',
      title: 'Made',
      isMinor: true,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span title={formatTime(created_at)}>{formatDay(created_at)}</span>,
    },
    {
      key: 'actions',
      title: 'Actions',
      isActions: true,
      value: () => null,
      cell: (account) => <Actions {...{ account, onAct }} />,
    },
  ];
}

interface WindowProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const newAccount = keptSignal('accounts.new', { name: '', plan: '' });

function NewAccount({ onClose, onDone }: WindowProps) {
  const plans = useRemote((signal) => ask('GET /plans', { signal }));
  const { name, plan } = newAccount.value;
  const names = (plans.value?.rows ?? []).map((row) => row.name);
  const chosen = plan || (names[0] ?? '');
  const sending = useSending({
    fields: ['name', 'plan'],
    send: () => ask('POST /accounts', { body: { name, plan: chosen } }),
    onSent: (made) => {
      newAccount.value = { name: '', plan: '' };
      notify(`The account ${made.name} is created.`);
      onDone();
    },
  });
  return (
    <FormDialog
      title="New account"
      action="Create account"
      sending={sending}
      isDisabled={chosen === ''}
      onClose={onClose}
    >
      {plans.value && names.length === 0 && (
        <p class="callout callout-warn">There is no plan yet: create one first, under Plans.</p>
      )}
      <TextField
        label="Name"
        value={name}
        onText={(text) => {
          newAccount.value = { name: text, plan };
        }}
        error={sending.errorOf('name')}
        isRequired
        isFirst
      />
      <Select
        label="Plan"
        value={chosen}
        options={names.map((value) => ({ value, label: value }))}
        onSelect={(value) => {
          newAccount.value = { name, plan: value };
        }}
        error={sending.errorOf('plan')}
      />
    </FormDialog>
  );
}

const WINDOWS = { grant: GrantCredits, change: ChangeAccount, suspend: SuspendAccount, remove: RemoveAccount } as const;
type Act = keyof typeof WINDOWS;
