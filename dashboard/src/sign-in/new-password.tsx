// A new password, typed once and shown on demand: what is seen need not be repeated.
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../components/field.tsx';

interface NewPasswordProps {
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly error?: string | null | undefined;
}

const PASSWORD_LENGTH_MIN = 12;

export function NewPassword({ value, onText, error }: NewPasswordProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        label="New password"
        type={isShown ? 'text' : 'password'}
        autocomplete="new-password"
        value={value}
        onText={onText}
        error={error}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters.`}
        isRequired
      />
      <CheckField label="Show password" isChecked={isShown} onCheck={setShown} />
    </>
  );
}
