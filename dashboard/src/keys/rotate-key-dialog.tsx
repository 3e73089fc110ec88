// Rotating: a successor now, and an end for the old key after a time in which both work.
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { Select } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { useSending } from '../sending.ts';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import { type Key, keyName, type MadeKey } from './key.ts';

const GRACES = [
  { value: '0', label: 'Expires now' },
  { value: '1', label: 'Works for 1 more hour' },
  { value: '24', label: 'Works for 1 more day' },
  { value: '168', label: 'Works for 7 more days' },
] as const;

interface RotateKeyDialogProps {
  readonly rotated: Key;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

export function RotateKeyDialog({ rotated, onClose, onMade }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState<(typeof GRACES)[number]['value']>('24');
  const sending = useSending({
    fields: [],
    send: () => ask('POST /keys/:id/rotate', { params: { id: rotated.id }, body: { grace_hours: Number(grace) } }),
    onSent: onMade,
  });
  return (
    <FormDialog title={`Rotate ${keyName(rotated)}`} action="Rotate key" sending={sending} onClose={onClose}>
      <p>{KEY_TEXTS.rotateLead}</p>
      <Select label="The old key" value={grace} options={GRACES} onSelect={setGrace} />
    </FormDialog>
  );
}
