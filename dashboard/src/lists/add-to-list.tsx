// Adds rows of the explorer, or the record of a page, to a list of the account or to a new list.
import { useRef, useState } from 'preact/hooks';
import { type Answer, type Result, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Select } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { isNamed, NameField } from '../components/name-field.tsx';
import { notify } from '../components/notices.tsx';
import { Loading } from '../components/states.tsx';
import type { Row } from '../record/stored-records.ts';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { LIST_TEXTS } from '../texts/list-texts.ts';
import { type Listed, type ListKind, listedOf } from './listed-records.tsx';

interface AddToListProps {
  readonly kind: ListKind;
  readonly account: string;
  readonly rows: readonly Row[];
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

const NEW = '';
/** Records per call. */
const PART = 100;

type Added = Answer<'POST /lists/:id/add'>;

/** Adds records in several calls; stops at the first failure. */
export async function addRecords(
  id: string,
  account: string,
  rows: readonly Listed[],
): Promise<Result<{ readonly added: number; readonly name: string }>> {
  let sum = 0;
  let last: Result<Added> | null = null;
  for (let at = 0; at < rows.length; at += PART) {
    const body = { rows: rows.slice(at, at + PART) };
    last = await request('POST /lists/:id/add', { params: { id }, query: { account }, body });
    if (!last.ok) return last;
    sum += last.answer.added;
  }
  return { ok: true, answer: { added: sum, name: last?.answer.name ?? '' } };
}

interface AddButtonProps extends Pick<AddToListProps, 'kind' | 'account' | 'rows'> {
  readonly onAdded?: () => void;
}

/** A button that opens a dialog to choose the list. */
export function AddToListButton({ kind, account, rows, onAdded = () => {} }: AddButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="bookmark" onClick={() => setOpen(true)}>
        {LIST_TEXTS.add}
      </Button>
      {isOpen && <AddToList {...{ kind, account, rows, onAdded }} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddToList({ kind, account, rows, onAdded, onClose }: AddToListProps) {
  const lists = useRemote((signal) => request('GET /lists', { query: { account }, signal }), [account]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  // Id of a list that was created although adding the records then failed.
  const made = useRef<string | null>(null);
  const fitting = (lists.value?.rows ?? []).filter((list) => list.kind === kind);
  const id = chosen ?? latestOf(fitting);
  const sending = useSending({
    fields: ['name'],
    send: async () => {
      if (id === NEW && made.current === null) {
        const created = await request('POST /lists', { body: { account, name, kind } });
        if (!created.ok) return created;
        made.current = created.answer.id;
      }
      return addRecords(
        id === NEW ? (made.current ?? '') : id,
        account,
        rows.map((row) => listedOf(kind, row)),
      );
    },
    onSent: (sent) => {
      notify(LIST_TEXTS.added(kind, sent.name, sent.added, rows.length));
      onAdded();
      onClose();
    },
  });
  return (
    <FormDialog
      title={LIST_TEXTS.addTitle(kind, rows.length)}
      action={LIST_TEXTS.addAction}
      sending={sending}
      isDisabled={lists.isLoading || (id === NEW && !isNamed(name))}
      onClose={onClose}
    >
      {lists.value === undefined ? (
        <Loading lines={1} />
      ) : (
        <>
          {fitting.length > 0 && (
            <Select
              label={LIST_TEXTS.toList}
              value={id}
              options={[
                ...fitting.map((list) => ({ value: list.id, label: LIST_TEXTS.option(list.name, list.records) })),
                { value: NEW, label: LIST_TEXTS.toNew },
              ]}
              onSelect={setChosen}
            />
          )}
          {id === NEW && (
            <NameField
              label={fitting.length > 0 ? LIST_TEXTS.name : LIST_TEXTS.newList}
              hint={LIST_TEXTS.nameHint(account)}
              error={sending.errorOf('name')}
              value={name}
              onText={setName}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** The list that changed last, as the likely choice; the option for a new list if there are none. */
function latestOf(lists: readonly { readonly id: string; readonly changed_at: string }[]): string {
  return lists.toSorted((a, b) => b.changed_at.localeCompare(a.changed_at))[0]?.id ?? NEW;
}
