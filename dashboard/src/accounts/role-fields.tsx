// Role and account: the same two fields for invitations and members.
import { ask } from '../api.ts';
import { Select } from '../components/field.tsx';
import { useRemote } from '../remote.ts';

export interface RoleChoice {
  readonly role: 'operator' | 'member';
  /** Null for an operator without one. */
  readonly account: string | null;
}

interface RoleFieldsProps {
  readonly choice: RoleChoice;
  readonly onChoice: (choice: RoleChoice) => void;
  readonly error: string | null;
}

const ROLES = [
  { value: 'member', label: 'Member: the keys, usage and credits of one account' },
  { value: 'operator', label: 'Operator: everything' },
] as const;

const NONE = '';

export function RoleFields({ choice: { role, account }, onChoice, error }: RoleFieldsProps) {
  const accounts = useRemote((signal) => ask('GET /accounts', { signal }));
  const names = (accounts.value?.rows ?? []).map(({ name }) => ({ value: name, label: name }));
  const none = { value: NONE, label: role === 'operator' ? 'None' : 'Choose an account…' };
  return (
    <>
      <Select label="Role" value={role} options={ROLES} onSelect={(next) => onChoice({ role: next, account })} />
      <Select
        label="Account"
        value={account ?? NONE}
        options={[none, ...names]}
        onSelect={(name) => onChoice({ role, account: name === NONE ? null : name })}
        error={error}
      />
    </>
  );
}
