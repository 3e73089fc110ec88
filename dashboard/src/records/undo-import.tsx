// Undoes an import after a confirmation that lists the consequences.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { formatPlural } from '../format.ts';
import { useSending } from '../sending.ts';
import { DATA_TEXTS } from '../texts/data-texts.ts';
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
        `${formatPlural(openings, 'opening')} restored`,
      ];
      notify(`Undone: ${done.join(', ')}. Searches show it after the next edition build.`);
      onClose();
      onUndone();
    },
  });
  return (
    <FormDialog title={`Undo the import of ${undone.source}?`} action="Undo import" sending={sending} onClose={onClose}>
      <p>
        Records that only this import contained ({formatPlural(undone.counts?.created ?? 0, 'new record')}) are removed.
        Other records fall back to the remaining imports, and openings to their previous state.
      </p>
      <p class="muted">{DATA_TEXTS.undoHint}</p>
    </FormDialog>
  );
}
