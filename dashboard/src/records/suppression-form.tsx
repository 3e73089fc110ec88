// Adds a value to the suppression list, removes it, or checks it.
import { useState } from 'preact/hooks';
import {
  SUPPRESSION_KINDS,
  SUPPRESSION_REASONS,
  type SuppressionKind,
  type SuppressionReason,
} from '../../../src/contract/suppressions.ts';
import { type ApiFailure, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Select, TextField } from '../components/field.tsx';
import { notify } from '../components/notices.tsx';
import { Failure } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { fieldError, otherFailure } from '../field-errors.ts';
import { keptSignal } from '../kept.ts';
import { SUPPRESSION_TEXTS } from '../texts/suppression-texts.ts';
import { SUPPRESSION_COLUMNS, type Suppression } from './suppression-columns.tsx';

interface Given {
  readonly kind: SuppressionKind;
  readonly value: string;
  /** Empty: no reason given. */
  readonly reason: SuppressionReason | '';
}

type Act = 'add' | 'remove' | 'check';

const form = keptSignal<Given>('suppressions', { kind: 'person', value: '', reason: '' });

const KINDS = SUPPRESSION_KINDS.map((value) => ({ value, label: SUPPRESSION_TEXTS.kinds[value].label }));
const REASONS = [
  { value: '' as const, label: SUPPRESSION_TEXTS.noReason },
  ...SUPPRESSION_REASONS.map((value) => ({ value, label: SUPPRESSION_TEXTS.reasons[value] })),
];

interface ActsProps {
  /** Called when the list has changed. */
  readonly onDone: () => void;
  readonly onFound: (found: readonly Suppression[] | null) => void;
}

/** The three actions, of which one runs at a time. */
function useActs({ onDone, onFound }: ActsProps) {
  const [busy, setBusy] = useState<Act | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const { kind, value, reason } = form.value;
  const finish = (text: string) => {
    form.value = { ...form.value, value: '' };
    notify(text);
    onDone();
  };
  const during = async (act: Act, work: () => Promise<ApiFailure | null>) => {
    setBusy(act);
    onFound(null);
    setFailure(await work());
    setBusy(null);
  };
  const add = () =>
    during('add', async () => {
      const result = await request('POST /suppressions', {
        body: { kind, value, reason: reason === '' ? null : reason },
      });
      if (!result.ok) return result.failure;
      finish(SUPPRESSION_TEXTS.hidden(result.answer.hidden_people, result.answer.hidden_companies));
      return null;
    });
  const remove = () =>
    during('remove', async () => {
      const result = await request('POST /suppressions/remove', { body: { kind, value } });
      if (!result.ok) return result.failure;
      finish(result.answer.was_listed ? SUPPRESSION_TEXTS.shownAgain : SUPPRESSION_TEXTS.wasNotListed);
      return null;
    });
  const check = () =>
    during('check', async () => {
      const result = await request('POST /suppressions/check', { body: { kind, value } });
      if (!result.ok) return result.failure;
      onFound(result.answer.rows);
      return null;
    });
  return { busy, failure, add, remove, check };
}

export function SuppressionForm({ onDone }: Pick<ActsProps, 'onDone'>) {
  const [isConfirming, setConfirming] = useState(false);
  const [found, setFound] = useState<readonly Suppression[] | null>(null);
  const { busy, failure, add, remove, check } = useActs({ onDone, onFound: setFound });
  const { value } = form.value;
  const isEmpty = value.trim() === '';
  const rest = otherFailure(failure, ['value']);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
      }}
    >
      {rest && <Failure failure={rest} />}
      <Fields failure={failure} onChange={() => setFound(null)} />
      <div class="row">
        <Button type="submit" kind="primary">
          {SUPPRESSION_TEXTS.hide}
        </Button>
        <Button isBusy={busy === 'check'} isDisabled={isEmpty} onClick={() => void check()}>
          {SUPPRESSION_TEXTS.check}
        </Button>
        <Button isBusy={busy === 'remove'} isDisabled={isEmpty} onClick={() => void remove()}>
          {SUPPRESSION_TEXTS.remove}
        </Button>
      </div>
      {found && <Found rows={found} />}
      <Confirm
        title={SUPPRESSION_TEXTS.hideTitle}
        isOpen={isConfirming}
        action={SUPPRESSION_TEXTS.hideAction}
        isBusy={busy === 'add'}
        onConfirm={() => void add().then(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      >
        <p class="break">
          <strong>{value}</strong> {SUPPRESSION_TEXTS.hideHint}
        </p>
      </Confirm>
    </form>
  );
}

/** The entries that hide the checked value. */
function Found({ rows }: { readonly rows: readonly Suppression[] }) {
  return (
    <div class="stack" role="status">
      <p>{rows.length === 0 ? SUPPRESSION_TEXTS.isNotHidden : SUPPRESSION_TEXTS.isHidden(rows.length)}</p>
      {rows.length > 0 && (
        <Table
          caption={SUPPRESSION_TEXTS.found}
          isBare
          rows={rows}
          rowKey={({ kind, hash }) => `${kind} ${hash}`}
          columns={SUPPRESSION_COLUMNS}
        />
      )}
    </div>
  );
}

interface FieldsProps {
  readonly failure: ApiFailure | null;
  readonly onChange: () => void;
}

function Fields({ failure, onChange }: FieldsProps) {
  const { kind, value, reason } = form.value;
  const change = (next: Partial<Given>) => {
    form.value = { ...form.value, ...next };
    onChange();
  };
  return (
    <div class="fields-row">
      <Select
        label={SUPPRESSION_TEXTS.kind}
        value={kind}
        options={KINDS}
        onSelect={(chosen) => change({ kind: chosen })}
      />
      <TextField
        label={SUPPRESSION_TEXTS.value}
        hint={SUPPRESSION_TEXTS.checkHint}
        placeholder={SUPPRESSION_TEXTS.kinds[kind].example}
        value={value}
        onText={(text) => change({ value: text })}
        error={fieldError(failure, 'value')}
        isRequired
      />
      <Select
        label={SUPPRESSION_TEXTS.reason}
        value={reason}
        options={REASONS}
        onSelect={(chosen) => change({ reason: chosen })}
      />
    </div>
  );
}
