// Changes role and account of a member, whose sessions then end.
import { useState } from 'preact/hooks';
import { type ApiFailure, ask } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { notify } from '../components/notices.tsx';
import { Failure } from '../components/states.tsx';
import { fieldError, otherFailure } from '../field-errors.ts';
import type { Member } from './members.tsx';
import { type RoleChoice, RoleFields } from './role-fields.tsx';

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function MemberDialog({ member, onClose, onDone }: MemberDialogProps) {
  const [choice, setChoice] = useState<RoleChoice>({ role: member.role, account: member.account });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const save = async () => {
    setBusy(true);
    const result = await ask('POST /members/:id', { params: { id: member.id }, body: choice });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    notify(`${member.name} is changed, and has to sign in again.`);
    onDone();
  };
  const rest = otherFailure(failure, ['account']);
  return (
    <Dialog
      title={`Change ${member.name}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {rest && <Failure failure={rest} />}
      <RoleFields choice={choice} onChoice={setChoice} error={fieldError(failure, 'account')} />
    </Dialog>
  );
}
