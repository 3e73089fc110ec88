// Dialogs that change an account: name and plan, credits, suspension, removal.
import { useState } from 'preact/hooks';
import { type Answer, type Result, request } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { Select, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { useRemote } from '../remote.ts';
import { wasGone } from '../removal.ts';
import { useSending } from '../sending.ts';
import { chooseAccount, account as chosenAccount } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { REMOVAL_TEXTS } from '../texts/component-texts.ts';

type Account = Answer<'GET /accounts'>['rows'][number];

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes name and plan; sends only the fields that changed. */
export function ChangeAccount({ account, onClose, onDone }: AccountDialogProps) {
  const plans = useRemote((signal) => request('GET /plans', { signal }));
  const [name, setName] = useState(account.name);
  const [plan, setPlan] = useState(account.plan);
  const names = plans.value?.rows.map((row) => row.name) ?? [account.plan];
  const sending = useSending({
    fields: ['new_name', 'plan'],
    send: async () => {
      const moved =
        plan === account.plan ? null : await request('POST /accounts/move', { body: { account: account.name, plan } });
      if (moved?.ok === false || name.trim() === account.name) return moved ?? { ok: true as const, answer: account };
      return request('POST /accounts/rename', { body: { account: account.name, new_name: name } });
    },
    onSent: (changed) => {
      if (chosenAccount.value === account.name) chooseAccount(changed.name);
      notify(ACCOUNT_TEXTS.saved(changed.name));
      onDone();
    },
  });
  return (
    <FormDialog
      title={ACCOUNT_TEXTS.changeTitle(account.name)}
      action={ACCOUNT_TEXTS.save}
      sending={sending}
      onClose={onClose}
    >
      <TextField
        label={ACCOUNT_TEXTS.name}
        value={name}
        onText={setName}
        hint={ACCOUNT_TEXTS.nameHint}
        error={sending.errorOf('new_name')}
        isRequired
        isFirst
      />
      <Select
        label={ACCOUNT_TEXTS.plan}
        value={plan}
        options={names.map((value) => ({ value, label: value }))}
        onSelect={setPlan}
        hint={ACCOUNT_TEXTS.planHint}
        error={sending.errorOf('plan')}
      />
    </FormDialog>
  );
}

export function SuspendAccount({ account: { name }, onClose, onDone }: AccountDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const suspend = async () => {
    setBusy(true);
    const result = await request('POST /accounts/suspend', { body: { account: name } });
    setBusy(false);
    if (result.ok) notify(ACCOUNT_TEXTS.isSuspended(name));
    else notify(result.failure.message, 'bad');
    onDone();
  };
  return (
    <Confirm
      title={ACCOUNT_TEXTS.suspendTitle(name)}
      isOpen
      action={ACCOUNT_TEXTS.suspendAction}
      isBusy={isBusy}
      onConfirm={() => void suspend()}
      onClose={onClose}
    >
      <p>{ACCOUNT_TEXTS.suspendHint}</p>
    </Confirm>
  );
}

/** Resumes a suspended account, without a confirmation. */
export async function resumeAccount({ name }: Account): Promise<void> {
  const result = await request('POST /accounts/resume', { body: { account: name } });
  if (result.ok) notify(ACCOUNT_TEXTS.isResumed(name));
  else notify(result.failure.message, 'bad');
}

export function RemoveAccount({ account: { name }, onClose, onDone }: AccountDialogProps) {
  const [typed, setTyped] = useState('');
  const sending = useSending({
    fields: ['account'],
    send: async (): Promise<Result<Answer<'POST /accounts/remove'> | null>> => {
      const result = await request('POST /accounts/remove', { body: { account: name } });
      return wasGone(result) ? { ok: true, answer: null } : result;
    },
    onSent: (removed) => {
      if (chosenAccount.value === name) chooseAccount(null);
      if (removed) notify(ACCOUNT_TEXTS.isRemoved(name, removed.removed_members.length));
      else notify(REMOVAL_TEXTS.wasGone, 'plain');
      onDone();
    },
  });
  return (
    <FormDialog
      title={ACCOUNT_TEXTS.removeTitle(name)}
      action={ACCOUNT_TEXTS.removeAction}
      sending={sending}
      isDisabled={typed.trim() !== name}
      onClose={onClose}
    >
      <p>{ACCOUNT_TEXTS.removeHint}</p>
      <TextField
        label={ACCOUNT_TEXTS.confirm(name)}
        value={typed}
        onText={setTyped}
        error={sending.errorOf('account')}
        isRequired
        isFirst
      />
    </FormDialog>
  );
}

export function GrantCredits({ account: to, onClose, onDone }: AccountDialogProps) {
  const [credits, setCredits] = useState('1000');
  const sending = useSending({
    fields: ['credits'],
    send: () => request('POST /accounts/grant', { body: { account: to.name, credits: Number(credits) } }),
    onSent: () => {
      notify(ACCOUNT_TEXTS.granted(Number(credits), to.name));
      onDone();
    },
  });
  return (
    <FormDialog
      title={ACCOUNT_TEXTS.grantTitle(to.name)}
      action={ACCOUNT_TEXTS.grantAction}
      sending={sending}
      onClose={onClose}
    >
      <TextField
        label={ACCOUNT_TEXTS.credits}
        type="number"
        min={1}
        value={credits}
        onText={setCredits}
        hint={ACCOUNT_TEXTS.creditsHint}
        error={sending.errorOf('credits')}
        isRequired
        isFirst
      />
    </FormDialog>
  );
}
