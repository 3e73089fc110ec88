// Rotates a key: creates the successor and sets the time after which the old key stops working.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Select } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import { type CreatedKey, type Key, keyName } from './key.ts';

const GRACES = [
  { value: '0', label: KEY_TEXTS.graces.none },
  { value: '1', label: KEY_TEXTS.graces.hour },
  { value: '24', label: KEY_TEXTS.graces.day },
  { value: '168', label: KEY_TEXTS.graces.week },
] as const;

interface RotateKeyDialogProps {
  readonly rotated: Key;
  readonly onClose: () => void;
  readonly onMade: (key: CreatedKey) => void;
}

export function RotateKeyDialog({ rotated, onClose, onMade }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState<(typeof GRACES)[number]['value']>('24');
  const sending = useSending({
    fields: [],
    send: () => request('POST /keys/:id/rotate', { params: { id: rotated.id }, body: { grace_hours: Number(grace) } }),
    onSent: onMade,
  });
  return (
    <FormDialog
      title={KEY_TEXTS.rotateTitle(keyName(rotated))}
      action={KEY_TEXTS.rotateAction}
      sending={sending}
      onClose={onClose}
    >
      <p>{KEY_TEXTS.rotateLead}</p>
      <Select label={KEY_TEXTS.oldKey} value={grace} options={GRACES} onSelect={setGrace} />
    </FormDialog>
  );
}
