// The suppression list: entries are added by value and stored as hashes, so that it contains no personal data.
import { useState } from 'preact/hooks';
import { type Answer, type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Select, TextField } from '../components/field.tsx';
import { notify } from '../components/notices.tsx';
import { Card } from '../components/page.tsx';
import { Empty, Failure, Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { fieldError, otherFailure } from '../field-errors.ts';
import { formatPlural, formatTime } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { useRemote } from '../remote.ts';
import { DATA_TEXTS } from '../texts/data-texts.ts';

type Entry = Answer<'GET /suppressions'>['rows'][number];
type Kind = Entry['kind'];

const KINDS: readonly { readonly value: Kind; readonly label: string; readonly example: string }[] = [
  { value: 'person', label: 'Person', example: 'https://www.network.example/in/erin-williams' },
  { value: 'company', label: 'Company', example: 'https://www.network.example/company/braveton' },
  { value: 'email', label: 'E-mail address', example: 'erin@braveton.example' },
  { value: 'phone', label: 'Phone number', example: '+1 573 555 0156' },
  { value: 'domain', label: 'Domain', example: 'braveton.example' },
];

const form = keptSignal<{ readonly kind: Kind; readonly value: string }>('suppressions', { kind: 'person', value: '' });

export function Suppressions() {
  const list = useRemote((signal) => ask('GET /suppressions', { signal }));
  const [released, setReleased] = useState<Entry | null>(null);
  return (
    <>
      <Card title="Add or remove">
        <SuppressionForm onDone={list.reload} />
      </Card>
      <Loaded remote={list}>
        {({ rows }) => (
          <Table
            caption="Suppression list"
            rows={rows}
            rowKey={({ kind, hash }) => `${kind} ${hash}`}
            empty={
              <Empty title={DATA_TEXTS.nothingHidden} icon="people">
                {DATA_TEXTS.nothingHiddenHint}
              </Empty>
            }
            columns={[
              {
                key: 'kind',
                title: 'Kind',
                value: ({ kind }) => KINDS.find(({ value }) => value === kind)?.label ?? kind,
              },
              {
                key: 'hash',
                title: 'SHA-256 of the value',
                value: ({ hash }) => hash,
                cell: ({ hash }) => <span class="mono break">{hash}</span>,
              },
              {
                key: 'added_at',
                title: 'Added',
                value: ({ added_at }) => added_at,
                cell: ({ added_at }) => <span class="nowrap">{formatTime(added_at)}</span>,
              },
              {
                ...{ key: 'actions', title: DATA_TEXTS.actions, isActions: true, value: () => null },
                cell: (entry) => (
                  <Button kind="quiet" label={DATA_TEXTS.releaseOf(entry.hash)} onClick={() => setReleased(entry)}>
                    {DATA_TEXTS.release}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {released && <ReleaseEntry entry={released} onClose={() => setReleased(null)} onDone={list.reload} />}
    </>
  );
}

interface ReleaseEntryProps {
  readonly entry: Entry;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** An entry has no value that could be typed again: it is taken off by its hash. */
function ReleaseEntry({ entry: { kind, hash }, onClose, onDone }: ReleaseEntryProps) {
  const [isBusy, setBusy] = useState(false);
  const release = async () => {
    setBusy(true);
    const result = await ask('POST /suppressions/release', { body: { kind, hash } });
    setBusy(false);
    onClose();
    onDone();
    if (result.ok) notify(result.answer.was_listed ? DATA_TEXTS.shownAgain : DATA_TEXTS.wasNotListed);
    else notify(result.failure.message, 'bad');
  };
  return (
    <Confirm
      title={DATA_TEXTS.releaseTitle}
      isOpen
      isBusy={isBusy}
      action={DATA_TEXTS.releaseAction}
      onConfirm={() => void release()}
      onClose={onClose}
    >
      <p>{DATA_TEXTS.releaseHint}</p>
    </Confirm>
  );
}

function SuppressionForm({ onDone }: { readonly onDone: () => void }) {
  const [busy, setBusy] = useState<'add' | 'remove' | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const { kind, value } = form.value;
  const finish = (text: string) => {
    setFailure(null);
    form.value = { kind, value: '' };
    notify(text);
    onDone();
  };
  const add = async () => {
    setBusy('add');
    const result = await ask('POST /suppressions', { body: { kind, value } });
    setBusy(null);
    setAsking(false);
    if (!result.ok) return setFailure(result.failure);
    const { hidden_people: people, hidden_companies: companies } = result.answer;
    finish(
      `Added. Hidden now: ${formatPlural(people, 'person', 'people')}, ${formatPlural(companies, 'company', 'companies')}.`,
    );
  };
  const remove = async () => {
    setBusy('remove');
    const result = await ask('POST /suppressions/remove', { body: { kind, value } });
    setBusy(null);
    if (!result.ok) return setFailure(result.failure);
    finish(result.answer.was_listed ? DATA_TEXTS.shownAgain : DATA_TEXTS.wasNotListed);
  };
  const rest = otherFailure(failure, ['value']);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      {rest && <Failure failure={rest} />}
      <Fields failure={failure} />
      <div class="row">
        <Button type="submit" kind="primary">
          Hide…
        </Button>
        <Button isBusy={busy === 'remove'} isDisabled={value.trim() === ''} onClick={() => void remove()}>
          Remove from the list
        </Button>
      </div>
      <Confirm
        title="Hide permanently?"
        isOpen={isAsking}
        action="Hide"
        isBusy={busy === 'add'}
        onConfirm={() => void add()}
        onClose={() => setAsking(false)}
      >
        <p class="break">
          <strong>{value}</strong> {DATA_TEXTS.hideHint}
        </p>
      </Confirm>
    </form>
  );
}

function Fields({ failure }: { readonly failure: ApiFailure | null }) {
  const { kind, value } = form.value;
  const example = KINDS.find((other) => other.value === kind)?.example ?? '';
  return (
    <div class="fields-row">
      <Select
        label="Kind"
        value={kind}
        options={KINDS}
        onSelect={(chosen) => {
          form.value = { kind: chosen, value };
        }}
      />
      <TextField
        label="Value"
        placeholder={example}
        value={value}
        onText={(text) => {
          form.value = { kind, value: text };
        }}
        error={fieldError(failure, 'value')}
        isRequired
      />
    </div>
  );
}
