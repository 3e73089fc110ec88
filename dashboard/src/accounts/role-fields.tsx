// The fields Role and Account, which the forms for invitations and members share.
import { ROLES, type Role } from '../../../src/contract/roles.ts';
import { request } from '../api.ts';
import { Select } from '../components/field.tsx';
import { useRemote } from '../remote.ts';
import { MEMBER_TEXTS } from '../texts/member-texts.ts';
import { ROLE_HINTS, ROLE_NAMES } from '../texts/sign-in-texts.ts';

export interface RoleChoice {
  readonly role: Role;
  /** Null for an operator, who needs no account. */
  readonly account: string | null;
}

interface RoleFieldsProps {
  readonly choice: RoleChoice;
  readonly onChoice: (choice: RoleChoice) => void;
  readonly error: string | null;
}

const CHOICES = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

const NONE = '';

export function RoleFields({ choice: { role, account }, onChoice, error }: RoleFieldsProps) {
  const accounts = useRemote((signal) => request('GET /accounts', { signal }));
  const names = (accounts.value?.rows ?? []).map(({ name }) => ({ value: name, label: name }));
  const none = { value: NONE, label: role === 'operator' ? MEMBER_TEXTS.noAccount : MEMBER_TEXTS.chooseAccount };
  return (
    <>
      <Select
        label={MEMBER_TEXTS.role}
        value={role}
        options={CHOICES}
        hint={ROLE_HINTS[role]}
        onSelect={(next) => onChoice({ role: next, account })}
      />
      <Select
        label={MEMBER_TEXTS.account}
        value={account ?? NONE}
        options={[none, ...names]}
        onSelect={(name) => onChoice({ role, account: name === NONE ? null : name })}
        error={error}
      />
    </>
  );
}
