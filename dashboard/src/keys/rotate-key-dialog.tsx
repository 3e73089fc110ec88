// Rotating: a successor now, and an end for the old key after a time in which both work.
import { useState } from 'preact/hooks';
import { type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Select } from '../components/field.tsx';
import { Failure } from '../components/states.tsx';
import { type Key, keyName, type MadeKey } from './key.ts';

const GRACES = [
  { value: '0', label: 'Ends at once' },
  { value: '1', label: 'Works for 1 more hour' },
  { value: '24', label: 'Works for 1 more day' },
  { value: '168', label: 'Works for 7 more days' },
] as const;

interface RotateKeyDialogProps {
  readonly rotated: Key | null;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

export function RotateKeyDialog({ rotated, onClose, onMade }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState<(typeof GRACES)[number]['value']>('24');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  if (rotated === null) return null;
  const rotate = async () => {
    setBusy(true);
    const result = await ask('POST /keys/:id/rotate', {
      params: { id: rotated.id },
      body: { grace_hours: Number(grace) },
    });
    setBusy(false);
    if (result.ok) onMade(result.answer);
    else setFailure(result.failure);
  };
  return (
    <Dialog
      title={`Rotate ${keyName(rotated)}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void rotate()}>
            Rotate key
          </Button>
        </>
      }
    >
      {failure && <Failure failure={failure} />}
      <p>A new key with the same name, endpoints and expiry takes over.</p>
      <Select label="The old key" value={grace} options={GRACES} onSelect={setGrace} />
    </Dialog>
  );
}
