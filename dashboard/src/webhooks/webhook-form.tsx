// URL and events of an endpoint: the forms that add and change one.
import { useState } from 'preact/hooks';
import type { EventType } from '../../../src/contract/resources/webhook-events.ts';
import { request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { CheckField, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { notify } from '../components/notices.tsx';
import { type Sending, useSending } from '../sending.ts';
import { WEBHOOK_TEXTS } from '../texts/webhook-texts.ts';
import type { SecretWebhook, Webhook } from './webhook.ts';

interface Chosen {
  readonly url: string;
  readonly event_types: EventType[];
}

const NEW: Chosen = { url: '', event_types: [] };

interface AddWebhookProps {
  readonly account: string;
  readonly onMade: (webhook: SecretWebhook) => void;
  readonly onClose: () => void;
}

export function AddWebhook({ account, onMade, onClose }: AddWebhookProps) {
  const [chosen, setChosen] = useState(NEW);
  const sending = useSending({
    fields: ['url'],
    send: () => request('POST /webhooks', { body: { account, ...chosen } }),
    onSent: onMade,
  });
  return (
    <FormDialog
      title={WEBHOOK_TEXTS.add}
      action={WEBHOOK_TEXTS.addAction}
      sending={sending}
      isDisabled={isIncomplete(chosen)}
      onClose={onClose}
    >
      <Fields chosen={chosen} onChange={setChosen} errorOf={sending.errorOf} />
    </FormDialog>
  );
}

interface ChangeWebhookProps {
  readonly webhook: Webhook;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function ChangeWebhook({ webhook: { id, url, event_types }, onDone, onClose }: ChangeWebhookProps) {
  const [chosen, setChosen] = useState<Chosen>({ url, event_types: event_types as EventType[] });
  const sending = useSending({
    fields: ['url'],
    send: () => request('POST /webhooks/:id', { params: { id }, body: chosen }),
    onSent: () => {
      notify(WEBHOOK_TEXTS.saved);
      onDone();
    },
  });
  return (
    <FormDialog
      title={WEBHOOK_TEXTS.changeTitle}
      action={WEBHOOK_TEXTS.save}
      sending={sending}
      isDisabled={isIncomplete(chosen)}
      onClose={onClose}
    >
      <Fields chosen={chosen} onChange={setChosen} errorOf={sending.errorOf} />
    </FormDialog>
  );
}

function isIncomplete({ url, event_types: types }: Chosen): boolean {
  return url.trim() === '' || types.length === 0;
}

interface FieldsProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly errorOf: Sending<'url'>['errorOf'];
}

function Fields({ chosen, onChange, errorOf }: FieldsProps) {
  const { types } = WEBHOOK_TEXTS;
  const choose = (isIn: (type: EventType) => boolean) => onChange({ ...chosen, event_types: types.filter(isIn) });
  const isAll = chosen.event_types.length === types.length;
  return (
    <>
      <TextField
        label={WEBHOOK_TEXTS.address}
        hint={WEBHOOK_TEXTS.addressHint}
        error={errorOf('url')}
        isFirst
        isMono
        lengthMax={2048}
        placeholder={WEBHOOK_TEXTS.addressExample}
        value={chosen.url}
        onText={(url) => onChange({ ...chosen, url: url.trim() })}
      />
      <fieldset class="webhook-events">
        <legend>{WEBHOOK_TEXTS.events}</legend>
        <Button kind="quiet" onClick={() => choose(() => !isAll)}>
          {isAll ? WEBHOOK_TEXTS.noEvents : WEBHOOK_TEXTS.all}
        </Button>
        {types.map((type) => (
          <CheckField
            key={type}
            label={<span class="mono">{type}</span>}
            hint={WEBHOOK_TEXTS.eventOf(type)}
            isChecked={chosen.event_types.includes(type)}
            onCheck={(isIn) => choose((each) => (each === type ? isIn : chosen.event_types.includes(each)))}
          />
        ))}
      </fieldset>
    </>
  );
}
