// The dialogs of a list: name, removal, watch.
import { useState } from 'preact/hooks';
import type { WatchedField } from '../../../src/contract/resources/watches.ts';
import { type Answer, request } from '../api.ts';
import { Confirm } from '../components/confirm.tsx';
import { CheckField, Select } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { isNamed, NameField } from '../components/name-field.tsx';
import { notify } from '../components/notices.tsx';
import { showRemoval } from '../removal.ts';
import { useSending } from '../sending.ts';
import { LIST_TEXTS, WATCH_TEXTS } from '../texts/list-texts.ts';
import type { ListKind, RecordList } from './listed-records.tsx';

interface NewListProps {
  readonly account: string;
  readonly onMade: (made: RecordList) => void;
  readonly onClose: () => void;
}

export function NewListDialog({ account, onMade, onClose }: NewListProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ListKind>('people');
  const sending = useSending({
    fields: ['name'],
    send: () => request('POST /lists', { body: { account, name, kind } }),
    onSent: onMade,
  });
  return (
    <FormDialog
      title={LIST_TEXTS.newList}
      action={LIST_TEXTS.createAction}
      sending={sending}
      isDisabled={!isNamed(name)}
      onClose={onClose}
    >
      <NameField hint={LIST_TEXTS.nameHint(account)} error={sending.errorOf('name')} value={name} onText={setName} />
      <Select
        label={LIST_TEXTS.kindOf}
        value={kind}
        options={(['people', 'companies'] as const).map((value) => ({ value, label: LIST_TEXTS.kinds[value] }))}
        onSelect={setKind}
      />
    </FormDialog>
  );
}

interface ListDialogProps {
  readonly list: RecordList;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RenameList({ list, onDone, onClose }: ListDialogProps) {
  const [name, setName] = useState(list.name);
  const sending = useSending({
    fields: ['name'],
    send: () =>
      request('POST /lists/:id/rename', { params: { id: list.id }, query: { account: list.account }, body: { name } }),
    onSent: onDone,
  });
  return (
    <FormDialog
      title={LIST_TEXTS.renameTitle(list.name)}
      action={LIST_TEXTS.renameAction}
      sending={sending}
      isDisabled={!isNamed(name)}
      onClose={onClose}
    >
      <NameField error={sending.errorOf('name')} value={name} onText={setName} />
    </FormDialog>
  );
}

export function RemoveList({ list, onDone, onClose }: ListDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const { id, account, name } = list;
    const result = await request('POST /lists/:id/remove', { params: { id }, query: { account } });
    setBusy(false);
    if (showRemoval(result, LIST_TEXTS.removed(name))) onDone();
  };
  return (
    <Confirm
      title={LIST_TEXTS.removeTitle(list.name)}
      isOpen
      isBusy={isBusy}
      action={LIST_TEXTS.removeAction}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{LIST_TEXTS.removeHint}</p>
    </Confirm>
  );
}

const OBSERVED: Readonly<Record<ListKind, readonly WatchedField[]>> = {
  people: ['employer', 'title', 'email_status'],
  companies: ['headcount', 'openings'],
};

interface WatchListProps extends ListDialogProps {
  /** Number of records that are shown. */
  readonly count: number;
  /** Limits and price of watches. */
  readonly terms: Pick<Answer<'GET /watches'>, 'records_max' | 'credits_per_change'>;
}

export function WatchList({ list, count, terms, onDone, onClose }: WatchListProps) {
  const all = OBSERVED[list.kind];
  const [fields, setFields] = useState<readonly WatchedField[]>(all);
  const { id: origin, account, name } = list;
  const sending = useSending({
    fields: [],
    send: () => request('POST /watches', { body: { account, origin, fields: [...fields] } }),
    onSent: () => {
      notify(WATCH_TEXTS.startedList(name));
      onDone();
    },
  });
  const isTooLong = count > terms.records_max;
  return (
    <FormDialog
      title={WATCH_TEXTS.titleOf(name)}
      action={WATCH_TEXTS.start}
      sending={sending}
      isDisabled={isTooLong || fields.length === 0}
      onClose={onClose}
    >
      {isTooLong && <p class="callout callout-warn">{WATCH_TEXTS.tooMany(count, terms.records_max)}</p>}
      <p>{WATCH_TEXTS.explain(list.kind, count)}</p>
      <fieldset class="watch-fields">
        <legend>{WATCH_TEXTS.observed}</legend>
        {all.map((field) => (
          <CheckField
            key={field}
            label={WATCH_TEXTS.field(field)}
            isChecked={fields.includes(field)}
            onCheck={(isIn) => setFields(all.filter((each) => (each === field ? isIn : fields.includes(each))))}
          />
        ))}
      </fieldset>
      <p class="watch-price">
        <strong>{WATCH_TEXTS.price(terms.credits_per_change)}</strong>
        <span class="muted">{WATCH_TEXTS.priceHint(terms.credits_per_change)}</span>
      </p>
    </FormDialog>
  );
}
