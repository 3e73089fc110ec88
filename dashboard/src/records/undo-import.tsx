// Undoes an import, after a confirmation that lists the consequences.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { useSending } from '../sending.ts';
import { IMPORT_REPORT_TEXTS } from '../texts/import-texts.ts';
import type { ImportAnswer } from './import-badge.tsx';

interface UndoImportProps {
  readonly undone: ImportAnswer;
  readonly onUndone: () => void;
}

/** The button; renders nothing if there is nothing to undo. */
export function UndoImport({ undone, onUndone }: UndoImportProps) {
  const [isConfirming, setConfirming] = useState(false);
  const isOver = undone.state === 'finished' || undone.state === 'failed' || undone.state === 'interrupted';
  // An open dialog stays: if the import was undone meanwhile, it says so.
  if (undone.run === null || !(isOver || isConfirming)) return null;
  return (
    <div>
      <Button onClick={() => setConfirming(true)}>{IMPORT_REPORT_TEXTS.undo}</Button>
      {isConfirming && (
        <UndoDialog run={undone.run} undone={undone} onUndone={onUndone} onClose={() => setConfirming(false)} />
      )}
    </div>
  );
}

interface UndoDialogProps extends UndoImportProps {
  readonly run: number;
  readonly onClose: () => void;
}

function UndoDialog({ run, undone, onUndone, onClose }: UndoDialogProps) {
  const sending = useSending({
    fields: [],
    send: () => request('POST /imports/undo', { body: { run } }),
    onSent: (answer) => {
      notify(IMPORT_REPORT_TEXTS.undone(answer));
      onClose();
      onUndone();
    },
  });
  return (
    <FormDialog
      title={IMPORT_REPORT_TEXTS.undoTitle(undone.source)}
      action={IMPORT_REPORT_TEXTS.undoAction}
      sending={sending}
      onClose={onClose}
    >
      <p>{IMPORT_REPORT_TEXTS.undoLead(undone.counts?.created ?? 0)}</p>
      <p class="muted">{IMPORT_REPORT_TEXTS.undoHint}</p>
    </FormDialog>
  );
}
