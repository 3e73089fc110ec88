// A field for a new password. It is typed once, because the reader can show it.
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../components/field.tsx';
import { GATE_TEXTS } from '../texts/sign-in-texts.ts';

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
        label={GATE_TEXTS.newPassword}
        type={isShown ? 'text' : 'password'}
        autocomplete="new-password"
        value={value}
        onText={onText}
        error={error}
        hint={GATE_TEXTS.newPasswordHint(PASSWORD_LENGTH_MIN)}
        isRequired
      />
      <CheckField label={GATE_TEXTS.showPassword} isChecked={isShown} onCheck={setShown} />
    </>
  );
}
