// Two-step sign-in in the profile: set-up with QR code and key, recovery codes, and switching it off.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { Card } from '../components/page.tsx';
import { QrCode } from '../components/qr-code.tsx';
import { Loaded } from '../components/states.tsx';
import { formatDay } from '../format.ts';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { me } from '../session.ts';
import { TWO_STEP_TEXTS } from '../texts/sign-in-texts.ts';
import { UsernameField } from './username-field.tsx';

type Open = 'set-up' | 'off' | 'new-codes' | null;
const FEW_CODES = 3;

export function TwoStepCard() {
  const state = useRemote((signal) => request('GET /session/totp', { signal }));
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  const show = (next: readonly string[]) => {
    close();
    setCodes(next);
  };
  const done = () => {
    close();
    setCodes(null);
    state.reload();
  };
  return (
    <Card title={TWO_STEP_TEXTS.title}>
      <Loaded remote={state}>{(now) => <State {...now} onOpen={setOpen} />}</Loaded>
      {open === 'set-up' && <SetUp onClose={close} onDone={show} />}
      {open === 'off' && <SwitchOff onClose={close} onDone={done} />}
      {open === 'new-codes' && <NewCodes onClose={close} onDone={show} />}
      {codes && <RecoveryCodes codes={codes} onClose={done} />}
    </Card>
  );
}

type StateProps = Answer<'GET /session/totp'> & { readonly onOpen: (open: Open) => void };

function State({ on_since, recovery_codes_left: left, onOpen }: StateProps) {
  if (on_since === null)
    return (
      <>
        <p>{TWO_STEP_TEXTS.offLead}</p>
        <div>
          <Button onClick={() => onOpen('set-up')}>{TWO_STEP_TEXTS.setUp}</Button>
        </div>
      </>
    );
  return (
    <>
      <p>{TWO_STEP_TEXTS.onLead(formatDay(on_since))}</p>
      <p class={left <= FEW_CODES ? 'callout callout-warn' : 'muted'}>
        {TWO_STEP_TEXTS.left(left)} {left <= FEW_CODES && TWO_STEP_TEXTS.fewLeft}
      </p>
      <div class="row">
        <Button onClick={() => onOpen('new-codes')}>{TWO_STEP_TEXTS.newCodes}</Button>
        <Button onClick={() => onOpen('off')}>{TWO_STEP_TEXTS.switchOff}</Button>
      </div>
    </>
  );
}

interface StepProps<Done> {
  readonly onClose: () => void;
  readonly onDone: Done;
}

/** Asks for the password, then shows the secret and asks for a code to confirm it. */
function SetUp({ onClose, onDone }: StepProps<(codes: readonly string[]) => void>) {
  const [secret, setSecret] = useState<Answer<'POST /session/totp/set-up'> | null>(null);
  const [password, setPassword] = useState('');
  const sending = useSending({
    fields: ['current_password'],
    send: () => request('POST /session/totp/set-up', { body: { current_password: ownPassword(password) } }),
    onSent: setSecret,
  });
  if (secret !== null) return <Confirmation secret={secret} onClose={onClose} onDone={onDone} />;
  return (
    <FormDialog title={TWO_STEP_TEXTS.setUp} action={TWO_STEP_TEXTS.next} sending={sending} onClose={onClose}>
      <p>{TWO_STEP_TEXTS.passwordLead}</p>
      <PasswordField value={password} onText={setPassword} error={sending.errorOf('current_password')} isFirst />
    </FormDialog>
  );
}

interface ConfirmationProps extends StepProps<(codes: readonly string[]) => void> {
  readonly secret: Answer<'POST /session/totp/set-up'>;
}

function Confirmation({ secret, onClose, onDone }: ConfirmationProps) {
  const [code, setCode] = useState('');
  const sending = useSending({
    fields: ['code'],
    send: () => request('POST /session/totp/on', { body: { code } }),
    onSent: ({ recovery_codes }) => {
      notify(TWO_STEP_TEXTS.isOn);
      onDone(recovery_codes);
    },
  });
  return (
    <FormDialog title={TWO_STEP_TEXTS.setUp} action={TWO_STEP_TEXTS.confirm} sending={sending} onClose={onClose}>
      <p>{TWO_STEP_TEXTS.scan}</p>
      <QrCode text={secret.uri} label={TWO_STEP_TEXTS.qr} />
      <div class="field">
        <span class="field-label">{TWO_STEP_TEXTS.key}</span>
        <CodeBlock text={secret.key.replace(/(.{4})(?=.)/g, '$1 ')} label={TWO_STEP_TEXTS.keyLabel} isWrapped />
      </div>
      <CodeField label={TWO_STEP_TEXTS.code} value={code} onText={setCode} error={sending.errorOf('code')} />
    </FormDialog>
  );
}

function SwitchOff({ onClose, onDone }: StepProps<() => void>) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const sending = useSending({
    fields: ['current_password', 'code'],
    send: () => request('POST /session/totp/off', { body: { current_password: ownPassword(password), code } }),
    onSent: () => {
      notify(TWO_STEP_TEXTS.isOff);
      onDone();
    },
  });
  return (
    <FormDialog title={TWO_STEP_TEXTS.offTitle} action={TWO_STEP_TEXTS.offAction} sending={sending} onClose={onClose}>
      <p>{TWO_STEP_TEXTS.offWarning}</p>
      <PasswordField value={password} onText={setPassword} error={sending.errorOf('current_password')} isFirst />
      <CodeField
        label={TWO_STEP_TEXTS.codeOrRecovery}
        value={code}
        onText={setCode}
        error={sending.errorOf('code')}
        isNext={me.value?.has_password ?? false}
      />
    </FormDialog>
  );
}

function NewCodes({ onClose, onDone }: StepProps<(codes: readonly string[]) => void>) {
  const [code, setCode] = useState('');
  const sending = useSending({
    fields: ['code'],
    send: () => request('POST /session/totp/recovery-codes', { body: { code } }),
    onSent: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <FormDialog title={TWO_STEP_TEXTS.newTitle} action={TWO_STEP_TEXTS.newAction} sending={sending} onClose={onClose}>
      <p>{TWO_STEP_TEXTS.newLead}</p>
      <CodeField label={TWO_STEP_TEXTS.codeOrRecovery} value={code} onText={setCode} error={sending.errorOf('code')} />
    </FormDialog>
  );
}

/** Only the button closes it, because the codes are shown once. */
function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  return (
    <Dialog
      title={TWO_STEP_TEXTS.codesTitle}
      isOpen
      isFirm
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {TWO_STEP_TEXTS.codesSaved}
        </Button>
      }
    >
      <p>{TWO_STEP_TEXTS.codesLead}</p>
      <CodeBlock text={codes.join('\n')} label={TWO_STEP_TEXTS.codesLabel} />
    </Dialog>
  );
}

/** Members without a password sign in only with OpenID Connect. */
const ownPassword = (typed: string) => (me.value?.has_password ? typed : null);

interface OwnFieldProps {
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly error: string | null;
}

function PasswordField(props: OwnFieldProps & { readonly isFirst?: boolean }) {
  if (!me.value?.has_password) return null;
  return (
    <>
      <UsernameField email={me.value.email} />
      <TextField
        {...props}
        label={TWO_STEP_TEXTS.password}
        type="password"
        autocomplete="current-password"
        isRequired
      />
    </>
  );
}

/** `isNext`: another field has the initial focus. */
function CodeField({
  isNext = false,
  ...props
}: OwnFieldProps & { readonly label: string; readonly isNext?: boolean }) {
  return <TextField {...props} autocomplete="one-time-code" isRequired isMono isFirst={!isNext} />;
}
