// Changes of an account: name, plan, credits, suspension, removal.
import { useState } from 'preact/hooks';
import { type Answer, ask } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { Select, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { formatCount, formatPlural } from '../format.ts';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { chooseAccount, account as chosenAccount } from '../session.ts';

type Account = Answer<'GET /accounts'>['rows'][number];

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Name and plan; each is sent where it was changed. */
export function ChangeAccount({ account, onClose, onDone }: AccountDialogProps) {
  const plans = useRemote((signal) => ask('GET /plans', { signal }));
  const [name, setName] = useState(account.name);
  const [plan, setPlan] = useState(account.plan);
  const names = plans.value?.rows.map((row) => row.name) ?? [account.plan];
  const sending = useSending({
    fields: ['new_name', 'plan'],
    send: async () => {
      const moved =
        plan === account.plan ? null : await ask('POST /accounts/move', { body: { account: account.name, plan } });
      if (moved?.ok === false || name.trim() === account.name) return moved ?? { ok: true as const, answer: account };
      return ask('POST /accounts/rename', { body: { account: account.name, new_name: name } });
    },
    onSent: (changed) => {
      if (chosenAccount.value === account.name) chooseAccount(changed.name);
      notify(`The account ${changed.name} is saved.`);
      onDone();
    },
  });
  return (
    <FormDialog title={`Change ${account.name}`} action="Save account" sending={sending} onClose={onClose}>
      <TextField
        label="Name"
        value={name}
        onText={setName}
        hint="Keys, credits, usage and members stay with the account."
        error={sending.errorOf('new_name')}
        isRequired
        isFirst
      />
      <Select
        label="Plan"
        value={plan}
        options={names.map((value) => ({ value, label: value }))}
        onSelect={setPlan}
        hint="Applies from the next call on; credits used this month stay used."
        error={sending.errorOf('plan')}
      />
    </FormDialog>
  );
}

export function SuspendAccount({ account: { name }, onClose, onDone }: AccountDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const suspend = async () => {
    setBusy(true);
    const result = await ask('POST /accounts/suspend', { body: { account: name } });
    setBusy(false);
    if (result.ok) notify(`${name} is suspended.`);
    else notify(result.failure.message, 'bad');
    onDone();
  };
  return (
    <Confirm
      title={`Suspend ${name}?`}
      isOpen
      action="Suspend account"
      isBusy={isBusy}
      onConfirm={() => void suspend()}
      onClose={onClose}
    >
      <p>
        All its keys are rejected within a second, until you resume it. Its members can still sign in and see its usage.
      </p>
    </Confirm>
  );
}

/** Undoes a suspension, which needs no asking. */
export async function resumeAccount({ name }: Account): Promise<void> {
  const result = await ask('POST /accounts/resume', { body: { account: name } });
  if (result.ok) notify(`${name} is resumed: its keys work again.`);
  else notify(result.failure.message, 'bad');
}

export function RemoveAccount({ account: { name }, onClose, onDone }: AccountDialogProps) {
  const [typed, setTyped] = useState('');
  const sending = useSending({
    fields: ['account'],
    send: () => ask('POST /accounts/remove', { body: { account: name } }),
    onSent: ({ removed_members: members }) => {
      if (chosenAccount.value === name) chooseAccount(null);
      notify(`${name} is removed, and ${formatPlural(members.length, 'member')} with it.`);
      onDone();
    },
  });
  return (
    <FormDialog
      title={`Remove ${name}?`}
      action="Remove account"
      sending={sending}
      isDisabled={typed.trim() !== name}
      onClose={onClose}
    >
      <p>
        Its keys end for good and its members may no longer sign in. Ledger and usage are kept for audit; the name is
        free again.
      </p>
      <TextField
        label={`Type ${name} to confirm`}
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
    send: () => ask('POST /accounts/grant', { body: { account: to.name, credits: Number(credits) } }),
    onSent: () => {
      notify(`${formatCount(Number(credits))} credits for ${to.name}.`);
      onDone();
    },
  });
  return (
    <FormDialog title={`Grant credits to ${to.name}`} action="Grant" sending={sending} onClose={onClose}>
      <TextField
        label="Credits"
        type="number"
        min={1}
        value={credits}
        onText={setCredits}
        hint="In addition to the plan, for this month only."
        error={sending.errorOf('credits')}
        isRequired
        isFirst
      />
    </FormDialog>
  );
}
