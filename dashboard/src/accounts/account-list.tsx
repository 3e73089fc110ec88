// The accounts with their credits of this month. Operators create, change, suspend and remove accounts and grant
// credits.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Answer, request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { Menu } from '../components/menu.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatCount, formatDay, formatTime } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { loadSession } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { ChangeAccount, GrantCredits, RemoveAccount, resumeAccount, SuspendAccount } from './account-dialogs.tsx';

type Account = Answer<'GET /accounts'>['rows'][number];

/** An account is marked when at most this share of its credits is left. */
const LOW_SHARE = 0.1;

function isLow({ remaining, used }: Account): boolean {
  return remaining !== null && remaining <= LOW_SHARE * (remaining + used);
}

export function AccountList() {
  const { route } = useLocation();
  const accounts = useRemote((signal) => request('GET /accounts', { signal }));
  const [isMaking, setMaking] = useState(false);
  const [opened, setOpened] = useState<{ readonly act: Act; readonly account: Account } | null>(null);
  const done = () => {
    setMaking(false);
    setOpened(null);
    accounts.reload();
    void loadSession();
  };
  const onAct = (act: Act | 'resume', account: Account) => {
    if (act === 'resume') void resumeAccount(account).then(done);
    else setOpened({ act, account });
  };
  const Window = opened && WINDOWS[opened.act];
  const makeButton = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {ACCOUNT_TEXTS.create}
    </Button>
  );
  return (
    <>
      <Loaded remote={accounts}>
        {({ rows }) => (
          <Table
            caption={ACCOUNT_TEXTS.all}
            rows={rows}
            rowKey={({ id }) => id}
            tools={makeButton}
            empty={
              <Empty title={ACCOUNT_TEXTS.noAccounts} icon="people">
                {ACCOUNT_TEXTS.noAccountsHint} {makeButton}
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
  const suspension =
    row.suspended_at === null
      ? ({ label: ACCOUNT_TEXTS.suspend, icon: 'pause', run: () => onAct('suspend', row) } as const)
      : ({ label: ACCOUNT_TEXTS.resume, icon: 'play', run: () => onAct('resume', row) } as const);
  return (
    <Menu
      label={ACCOUNT_TEXTS.actionsOf(row.name)}
      actions={[
        ...(row.remaining === null
          ? []
          : [{ label: ACCOUNT_TEXTS.grant, icon: 'plus', run: () => onAct('grant', row) } as const]),
        { label: ACCOUNT_TEXTS.change, icon: 'edit', run: () => onAct('change', row) },
        suspension,
        { label: ACCOUNT_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onAct('remove', row) },
      ]}
    />
  );
}

function LowBadge({ remaining }: { readonly remaining: number }) {
  if (remaining === 0) return <Badge kind="bad">{ACCOUNT_TEXTS.isOut}</Badge>;
  return <Badge kind="warn">{ACCOUNT_TEXTS.isLow}</Badge>;
}

function columns(onAct: (act: Act | 'resume', account: Account) => void): Column<Account>[] {
  return [
    {
      key: 'name',
      title: ACCOUNT_TEXTS.name,
      value: ({ name }) => name,
      cell: ({ name, suspended_at: at }) => (
        <>
          {name} {at !== null && <Badge kind="warn">{ACCOUNT_TEXTS.suspended}</Badge>}
        </>
      ),
    },
    { key: 'plan', title: ACCOUNT_TEXTS.plan, value: ({ plan }) => plan },
    { key: 'used', title: ACCOUNT_TEXTS.columns.used, value: ({ used }) => used, isNumber: true },
    {
      key: 'granted',
      title: ACCOUNT_TEXTS.columns.granted,
      value: ({ granted: credits }) => credits,
      isNumber: true,
      isMinor: true,
    },
    {
      key: 'remaining',
      title: ACCOUNT_TEXTS.columns.left,
      value: ({ remaining }) => remaining,
      cell: (row) =>
        row.remaining === null ? (
          <span class="muted">{ACCOUNT_TEXTS.unlimitedCredits}</span>
        ) : (
          <>
            {isLow(row) && <LowBadge remaining={row.remaining} />} {formatCount(row.remaining)}
          </>
        ),
      isNumber: true,
    },
    {
      key: 'created_at',
      title: ACCOUNT_TEXTS.columns.created,
      isMinor: true,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span title={formatTime(created_at)}>{formatDay(created_at)}</span>,
    },
    {
      key: 'actions',
      title: ACCOUNT_TEXTS.actions,
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
  const plans = useRemote((signal) => request('GET /plans', { signal }));
  const { name, plan } = newAccount.value;
  const names = (plans.value?.rows ?? []).map((row) => row.name);
  const chosen = plan || (names[0] ?? '');
  const sending = useSending({
    fields: ['name', 'plan'],
    send: () => request('POST /accounts', { body: { name, plan: chosen } }),
    onSent: (made) => {
      newAccount.value = { name: '', plan: '' };
      notify(ACCOUNT_TEXTS.created(made.name));
      onDone();
    },
  });
  return (
    <FormDialog
      title={ACCOUNT_TEXTS.create}
      action={ACCOUNT_TEXTS.createAction}
      sending={sending}
      isDisabled={chosen === ''}
      onClose={onClose}
    >
      {plans.value && names.length === 0 && <p class="callout callout-warn">{ACCOUNT_TEXTS.noPlan}</p>}
      <TextField
        label={ACCOUNT_TEXTS.name}
        value={name}
        onText={(text) => {
          newAccount.value = { name: text, plan };
        }}
        error={sending.errorOf('name')}
        isRequired
        isFirst
      />
      <Select
        label={ACCOUNT_TEXTS.plan}
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
