// Resumes a paused run, with a higher limit on credits if the previous one is reached.
import { useState } from 'preact/hooks';
import { type Result, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { ENRICH_TEXTS } from '../texts/enrich-texts.ts';
import type { Run } from './run.ts';

interface ResumeDialogProps {
  readonly run: Run;
  readonly onSettled: (result: Result<unknown>) => void;
  readonly onClose: () => void;
}

export function ResumeDialog({ run, onSettled, onClose }: ResumeDialogProps) {
  const { id, name, reason, max_credits: ceiling, credits_used: used } = run;
  const [text, setText] = useState(ceiling === null ? '' : String(ceiling));
  const [isBusy, setBusy] = useState(false);
  const credits = Number(text);
  const isValid = /^\d{0,15}$/.test(text.trim());
  const resume = async () => {
    setBusy(true);
    const body = { max_credits: text.trim() === '' ? null : credits };
    onSettled(await request('POST /batches/:id/resume', { params: { id }, body }));
  };
  return (
    <Dialog
      title={ENRICH_TEXTS.resumeTitle(name ?? ENRICH_TEXTS.apiRun)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ENRICH_TEXTS.cancelDialog}</Button>
          <Button kind="primary" isBusy={isBusy} isDisabled={!isValid} onClick={() => void resume()}>
            {ENRICH_TEXTS.resumeAction}
          </Button>
        </>
      }
    >
      {reason !== null && <p>{ENRICH_TEXTS.reason(run)}</p>}
      <TextField
        label={ENRICH_TEXTS.ceiling}
        hint={ENRICH_TEXTS.resumeHint(used)}
        error={isValid ? null : ENRICH_TEXTS.wholeNumber}
        type="number"
        min={0}
        isFirst
        value={text}
        onText={setText}
      />
    </Dialog>
  );
}
