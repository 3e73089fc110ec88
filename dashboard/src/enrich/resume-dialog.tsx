// Resumes a paused run, with a higher limit on credits if the previous one is reached.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { ENRICH_TEXTS } from '../texts/enrich-texts.ts';
import type { Run } from './run.ts';

interface ResumeDialogProps {
  readonly run: Run;
  readonly onResumed: () => void;
  readonly onClose: () => void;
}

export function ResumeDialog({ run, onResumed, onClose }: ResumeDialogProps) {
  const { id, name, reason, max_credits: ceiling, credits_used: used } = run;
  const [text, setText] = useState(ceiling === null ? '' : String(ceiling));
  const isValid = /^\d{0,15}$/.test(text.trim());
  const sending = useSending({
    fields: ['max_credits'],
    send: () => {
      const body = { max_credits: text.trim() === '' ? null : Number(text) };
      return request('POST /batches/:id/resume', { params: { id }, body });
    },
    onSent: onResumed,
  });
  return (
    <FormDialog
      title={ENRICH_TEXTS.resumeTitle(name ?? ENRICH_TEXTS.apiRun)}
      action={ENRICH_TEXTS.resumeAction}
      sending={sending}
      isDisabled={!isValid}
      onClose={onClose}
    >
      {reason !== null && <p>{ENRICH_TEXTS.reason(run)}</p>}
      <TextField
        label={ENRICH_TEXTS.ceiling}
        hint={ENRICH_TEXTS.resumeHint(used)}
        error={isValid ? sending.errorOf('max_credits') : ENRICH_TEXTS.wholeNumber}
        type="number"
        min={0}
        isFirst
        value={text}
        onText={setText}
      />
    </FormDialog>
  );
}
