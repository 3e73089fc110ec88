// The menu of a record: copy its link, show its JSON, and for operators hide, merge and forget.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { FormDialog } from '../components/form.tsx';
import type { MenuAction } from '../components/menu.tsx';
import { notify, notifyUndoable } from '../components/notices.tsx';
import { useSending } from '../sending.ts';
import { isOperator } from '../session.ts';
import { RECORD_CHANGE_TEXTS } from '../texts/record-change-texts.ts';
import { MergeDialog } from './merge-record.tsx';
import type { RecordKind } from './record-address.ts';
import type { Row } from './stored-records.ts';

interface Subject {
  readonly kind: RecordKind;
  readonly slug: string;
  readonly name: string;
  readonly record: Row;
}

/** The actions, and the dialogs that they open. */
export function useRecordMenu(subject: Subject) {
  const [open, setOpen] = useState<'json' | 'merge' | 'forget' | null>(null);
  const close = () => setOpen(null);
  const actions: readonly MenuAction[] = [
    { label: RECORD_CHANGE_TEXTS.copyLink, icon: 'link', run: () => void copyLink() },
    { label: RECORD_CHANGE_TEXTS.asJson, icon: 'code', run: () => setOpen('json') },
    ...(isOperator.value
      ? [{ label: RECORD_CHANGE_TEXTS.hide, icon: 'hide', run: () => void hide(subject) } as const]
      : []),
    ...(isOperator.value
      ? [{ label: RECORD_CHANGE_TEXTS.merge, icon: 'merge', run: () => setOpen('merge') } as const]
      : []),
    ...(isOperator.value && subject.kind === 'person'
      ? [{ label: RECORD_CHANGE_TEXTS.forget, icon: 'trash', isDanger: true, run: () => setOpen('forget') } as const]
      : []),
  ];
  const dialogs = (
    <>
      <Dialog title={subject.name} isOpen={open === 'json'} onClose={close} isWide>
        <CodeBlock text={JSON.stringify(subject.record, null, 2)} label={RECORD_CHANGE_TEXTS.json} isWrapped />
      </Dialog>
      {open === 'merge' && <MergeDialog {...subject} onClose={close} />}
      {open === 'forget' && <ForgetDialog {...subject} onClose={close} />}
    </>
  );
  return { actions, dialogs };
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify(RECORD_CHANGE_TEXTS.copied);
  } catch {
    notify(RECORD_CHANGE_TEXTS.cannotCopy, 'bad');
  }
}

async function hide({ kind, slug, name }: Subject): Promise<void> {
  const body = { kind, value: slug };
  const result = await request('POST /suppressions', { body });
  if (!result.ok) return notify(result.failure.message, 'bad');
  notifyUndoable(RECORD_CHANGE_TEXTS.hidden(name), async () => {
    const undone = await request('POST /suppressions/remove', { body });
    if (undone.ok) notify(RECORD_CHANGE_TEXTS.shownAgain(name));
    else notify(undone.failure.message, 'bad');
  });
}

function ForgetDialog({ slug, name, onClose }: Subject & { readonly onClose: () => void }) {
  const { route } = useLocation();
  const sending = useSending({
    fields: [],
    send: () => request('POST /records/forget', { body: { named: slug } }),
    onSent: (erased) => {
      notify(RECORD_CHANGE_TEXTS.forgotten(erased), erased.traces === 0 ? 'good' : 'bad');
      onClose();
      route('/explorer/people');
    },
  });
  return (
    <FormDialog
      title={RECORD_CHANGE_TEXTS.forgetTitle(name)}
      action={RECORD_CHANGE_TEXTS.forgetAction}
      sending={sending}
      onClose={onClose}
    >
      <p>{RECORD_CHANGE_TEXTS.forgetHint}</p>
    </FormDialog>
  );
}
