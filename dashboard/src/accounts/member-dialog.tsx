// Changes the role and account of a member, which ends the sessions of the member.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { useSending } from '../sending.ts';
import { MEMBER_TEXTS } from '../texts/member-texts.ts';
import type { Member } from './member.ts';
import { type RoleChoice, RoleFields } from './role-fields.tsx';

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function MemberDialog({ member, onClose, onDone }: MemberDialogProps) {
  const [choice, setChoice] = useState<RoleChoice>({ role: member.role, account: member.account });
  const sending = useSending({
    fields: ['account'],
    send: () => request('POST /members/:id', { params: { id: member.id }, body: choice }),
    onSent: () => {
      notify(MEMBER_TEXTS.changed(member.name));
      onDone();
    },
  });
  return (
    <FormDialog
      title={MEMBER_TEXTS.changeTitle(member.name)}
      action={MEMBER_TEXTS.save}
      sending={sending}
      onClose={onClose}
    >
      <RoleFields choice={choice} onChoice={setChoice} error={sending.errorOf('account')} />
    </FormDialog>
  );
}
