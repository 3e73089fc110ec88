// Takes out again what an import brought, after saying what that means.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { formatPlural } from '../format.ts';
import { useSending } from '../sending.ts';
import type { ImportAnswer } from './import-badge.tsx';

interface UndoImportProps {
  readonly undone: ImportAnswer;
  readonly onUndone: () => void;
}

/** The button; nothing where there is nothing to undo. */
export function UndoImport({ undone, onUndone }: UndoImportProps) {
  const [isAsking, setAsking] = useState(false);
  const isOver = undone.state === 'finished' || undone.state === 'failed' || undone.state === 'interrupted';
  if (undone.run === null || !isOver) return null;
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Undo import…</Button>
      {isAsking && <UndoDialog run={undone.run} undone={undone} onUndone={onUndone} onClose={() => setAsking(false)} />}
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
    send: () => ask('POST /imports/undo', { body: { run } }),
    onSent: ({ removed, changed, openings }) => {
      const done = [
        `${formatPlural(removed, 'record')} removed`,
        `${formatPlural(changed, 'record')} changed`,
        `${formatPlural(openings, 'opening')} set back`,
      ];
      notify(`Undone: ${done.join(', ')}. Searches follow once the new edition is built.`);
      onClose();
      onUndone();
    },
  });
  return (
    <FormDialog title={`Undo the import of ${undone.source}?`} action="Undo import" sending={sending} onClose={onClose}>
      <p>
        Records that only this import brought ({formatPlural(undone.counts?.created ?? 0, 'new one')}) are removed.
        Others go back to what the other imports say of them, openings to their former state.
      </p>
      <p class="muted">The file can be imported again afterwards. Of many records this takes some minutes.</p>
    </FormDialog>
  );
}
