// Splits wrongly merged rows off into a separate record, after a confirmation that explains the effect.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CheckField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { useSending } from '../sending.ts';
import { RECORD_CHANGE_TEXTS } from '../texts/record-change-texts.ts';

type RecordRow = Answer<'GET /records/explain'>['rows'][number];

interface SplitRecordProps {
  readonly kind: 'company' | 'person';
  readonly slug: string;
  readonly rows: readonly RecordRow[];
  /** Describes a row. */
  readonly placeText: (row: RecordRow) => string;
  readonly onSplit: () => void;
}

/**
 * The button; renders nothing if the record has only one row. The dialog stays: if the record was split meanwhile, it
 * says so.
 */
export function SplitRecord(props: SplitRecordProps) {
  const [isConfirming, setConfirming] = useState(false);
  if (props.rows.length < 2 && !isConfirming) return null;
  return (
    <div>
      <Button onClick={() => setConfirming(true)}>{RECORD_CHANGE_TEXTS.split}</Button>
      {isConfirming && <SplitDialog {...props} onClose={() => setConfirming(false)} />}
    </div>
  );
}

function SplitDialog({ kind, slug, rows, placeText, onSplit, onClose }: SplitRecordProps & { onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const sending = useSending({
    fields: [],
    send: () => request('POST /records/split', { body: { kind, named: slug, rows: [...chosen] } }),
    onSent: ({ stays, split }) => {
      notify(RECORD_CHANGE_TEXTS.isSplit(split, stays));
      onClose();
      onSplit();
    },
  });
  const named = rows.flatMap((row) => (row.id === null ? [] : [{ id: row.id, text: placeText(row) }]));
  return (
    <FormDialog
      title={RECORD_CHANGE_TEXTS.splitTitle(slug)}
      action={RECORD_CHANGE_TEXTS.splitAction}
      sending={sending}
      isDisabled={chosen.length === 0 || chosen.length === named.length}
      onClose={onClose}
    >
      <p>{RECORD_CHANGE_TEXTS.splitHint(kind)}</p>
      {named.map(({ id, text }) => (
        <CheckField
          key={id}
          label={text}
          isChecked={chosen.includes(id)}
          onCheck={(isChecked) => setChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
      <p class="muted">{RECORD_CHANGE_TEXTS.chosen(chosen.length)}</p>
    </FormDialog>
  );
}
