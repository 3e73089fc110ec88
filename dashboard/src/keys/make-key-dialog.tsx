// The form for a new key. Its input is kept while the page is open, until the key is created.
import { MS_PER_DAY } from '../../../src/contract/days.ts';
import { request } from '../api.ts';
import { ChipsField } from '../components/chips-field.tsx';
import { Select, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { ENDPOINTS } from '../endpoints.ts';
import { keptSignal } from '../kept.ts';
import { useRemote } from '../remote.ts';
import { type Sending, useSending } from '../sending.ts';
import { account, isOperator, may } from '../session.ts';
import { NoAccounts } from '../shell/choose-account.tsx';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import type { CreatedKey } from './key.ts';

interface MakeKeyDialogProps {
  readonly onClose: () => void;
  readonly onMade: (key: CreatedKey) => void;
}

interface Form {
  readonly account: string;
  readonly name: string;
  readonly paths: readonly string[];
  readonly expiry: (typeof EXPIRIES)[number]['value'];
  /** `2030-05-15`, if the reader chooses a date. */
  readonly day: string;
}

const EXPIRIES = [
  { value: 'never', label: KEY_TEXTS.expiries.never },
  { value: '30', label: KEY_TEXTS.expiries.month },
  { value: '90', label: KEY_TEXTS.expiries.quarter },
  { value: '365', label: KEY_TEXTS.expiries.year },
  { value: 'day', label: KEY_TEXTS.expiries.day },
] as const;

const EMPTY: Form = { account: '', name: '', paths: [], expiry: 'never', day: '' };
const FIELDS = ['account', 'name', 'allowed_paths', 'expires_at'] as const;

function expiresAt({ expiry, day }: Form): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'day') return new Date(Date.now() + Number(expiry) * MS_PER_DAY).toISOString();
  // The end of the day in the time zone of the reader.
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

export function MakeKeyDialog({ onClose, onMade }: MakeKeyDialogProps) {
  const form = keptSignal<Form>('keys.make', EMPTY);
  const accounts = useRemote((signal) => request('GET /accounts', { signal }));
  const names = (accounts.value?.rows ?? []).map(({ name }) => name).sort();
  const isWithoutAccount = accounts.value?.rows.length === 0;
  // The account of a kept form may have been renamed or removed.
  const kept = accounts.value === undefined || names.includes(form.value.account) ? form.value.account : '';
  const chosen = kept || account.value || (names[0] ?? '');
  const change = (changed: Partial<Form>) => {
    form.value = { ...form.value, ...changed };
  };
  const sending = useSending({
    fields: FIELDS,
    send: () =>
      request('POST /keys', {
        body: {
          ...(isOperator.value ? { account: chosen } : {}),
          name: form.value.name,
          allowed_paths: [...form.value.paths],
          expires_at: expiresAt(form.value),
        },
      }),
    onSent: (made) => {
      form.value = EMPTY;
      onMade(made);
    },
  });
  return (
    <FormDialog
      title={KEY_TEXTS.create}
      action={KEY_TEXTS.createAction}
      sending={sending}
      isDisabled={isWithoutAccount || !may('member')}
      onClose={onClose}
    >
      {isWithoutAccount && <NoAccounts />}
      {isOperator.value && !isWithoutAccount && (
        <Select
          label={KEY_TEXTS.account}
          value={chosen}
          options={names.map((name) => ({ value: name, label: name }))}
          onSelect={(name) => change({ account: name })}
          error={sending.errorOf('account')}
        />
      )}
      <KeyFields form={form.value} errorOf={sending.errorOf} onChange={change} />
    </FormDialog>
  );
}

interface KeyFieldsProps {
  readonly form: Form;
  readonly errorOf: Sending<(typeof FIELDS)[number]>['errorOf'];
  readonly onChange: (changed: Partial<Form>) => void;
}

function KeyFields({ form, errorOf, onChange }: KeyFieldsProps) {
  return (
    <>
      <TextField
        label={KEY_TEXTS.name}
        hint={KEY_TEXTS.nameHint}
        value={form.name}
        onText={(name) => onChange({ name })}
        error={errorOf('name')}
        lengthMax={100}
        isFirst
      />
      <ChipsField
        label={KEY_TEXTS.endpoints}
        hint={KEY_TEXTS.endpointsHint}
        placeholder={KEY_TEXTS.allEndpoints}
        values={form.paths}
        onValues={(paths) => onChange({ paths })}
        shown={(path) => path.replace('/v2/', '')}
        suggest={(typed) =>
          ENDPOINTS.filter(({ path, summary }) => `${path} ${summary}`.toLowerCase().includes(typed.toLowerCase())).map(
            ({ path, summary }) => ({ value: path, label: `${path.replace('/v2/', '')} · ${summary}` }),
          )
        }
        error={errorOf('allowed_paths')}
      />
      <Select
        label={KEY_TEXTS.expires}
        value={form.expiry}
        options={EXPIRIES}
        onSelect={(expiry) => onChange({ expiry })}
      />
      {form.expiry === 'day' && (
        <TextField
          label={KEY_TEXTS.lastDay}
          type="date"
          value={form.day}
          onText={(day) => onChange({ day })}
          error={errorOf('expires_at')}
          isRequired
        />
      )}
    </>
  );
}
