// The page of one endpoint: state, actions and deliveries.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Menu } from '../components/menu.tsx';
import { notify } from '../components/notices.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { useRemote } from '../remote.ts';
import { showRemoval } from '../removal.ts';
import { may } from '../session.ts';
import { WEBHOOK_TEXTS } from '../texts/webhook-texts.ts';
import { Deliveries } from './deliveries.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type SecretWebhook, stateOf, type Webhook } from './webhook.ts';
import { ChangeWebhook } from './webhook-form.tsx';

const EVERY_MS = 5000;

type Act = 'change' | 'rotate' | 'remove';

interface WebhookPageProps {
  readonly account: string;
  readonly id: string;
}

export function WebhookPage({ account, id }: WebhookPageProps) {
  const { route } = useLocation();
  const webhooks = useRemote((signal) => request('GET /webhooks', { query: { account }, signal }), [account], {
    everyMs: EVERY_MS,
  });
  const [open, setOpen] = useState<Act | null>(null);
  const [secret, setSecret] = useState<SecretWebhook | null>(null);
  const [tests, setTests] = useState(0);
  const webhook = webhooks.value?.rows.find((each) => each.id === id);
  const close = () => setOpen(null);
  const done = () => {
    close();
    webhooks.reload();
  };
  const turn = async () => {
    if (!webhook) return;
    const isOn = !webhook.enabled;
    const result = await request('POST /webhooks/:id', { params: { id }, body: { enabled: isOn } });
    if (result.ok) notify(isOn ? WEBHOOK_TEXTS.switchedOn : WEBHOOK_TEXTS.switchedOff);
    else notify(result.failure.message, 'bad');
    webhooks.reload();
  };
  return (
    <Page
      title={webhook ? hostOf(webhook.url) : WEBHOOK_TEXTS.endpoint}
      lead={webhook && <Lead {...webhook} />}
      before={
        <a class="back" href="/webhooks">
          {WEBHOOK_TEXTS.title}
        </a>
      }
      actions={
        webhook &&
        may('member') && (
          <Actions {...{ webhook }} onOpen={setOpen} onTurn={() => void turn()} onTested={() => setTests(tests + 1)} />
        )
      }
    >
      <Loaded remote={webhooks} lines={8}>
        {() =>
          webhook ? (
            <>
              <Notes webhook={webhook} />
              <Deliveries webhook={webhook} tests={tests} />
            </>
          ) : (
            <Empty title={WEBHOOK_TEXTS.unknown} icon="send">
              {WEBHOOK_TEXTS.unknownHint}
            </Empty>
          )
        }
      </Loaded>
      {webhook && open === 'change' && <ChangeWebhook webhook={webhook} onDone={done} onClose={close} />}
      {webhook && open === 'rotate' && (
        <RotateSecret
          id={id}
          onClose={close}
          onRotated={(rotated) => {
            done();
            setSecret(rotated);
          }}
        />
      )}
      {webhook && open === 'remove' && (
        <RemoveWebhook webhook={webhook} onClose={close} onDone={() => route('/webhooks')} />
      )}
      {secret && <SecretDialog webhook={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function Lead(webhook: Webhook) {
  const { url, event_types: types, created_at: at } = webhook;
  const { kind, word } = stateOf(webhook);
  return (
    <>
      <span class="mono webhook-lead">{url}</span>
      <br />
      <Badge kind={kind}>{word}</Badge> <span title={types.join('\n')}>{WEBHOOK_TEXTS.since(types.length, at)}</span>
    </>
  );
}

/** Notes on an endpoint that fails, is off, or still signs with its previous secret. */
function Notes({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason: reason, failing_since: failing, previous_secret_until: until } = webhook;
  return (
    <>
      {!enabled && (
        <p class="callout callout-warn">{reason === null ? WEBHOOK_TEXTS.isOff : WEBHOOK_TEXTS.disabled(reason)}</p>
      )}
      {enabled && failing !== null && <p class="callout callout-warn">{WEBHOOK_TEXTS.failingSince(failing)}</p>}
      {until !== null && <p class="callout">{WEBHOOK_TEXTS.rotating(until)}</p>}
    </>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly onOpen: (act: Act) => void;
  /** Switches the endpoint on or off. */
  readonly onTurn: () => void;
  readonly onTested: () => void;
}

function Actions({ webhook: { id, url, enabled }, onOpen, onTurn, onTested }: ActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    const result = await request('POST /webhooks/:id/test', { params: { id } });
    setBusy(false);
    if (!result.ok) return notify(result.failure.message, 'bad');
    notify(WEBHOOK_TEXTS.tested);
    onTested();
  };
  const turnOff = { label: WEBHOOK_TEXTS.switchOff, icon: 'pause', run: onTurn } as const;
  return (
    <div class="row">
      {enabled ? (
        <Button icon="send" isBusy={isBusy} onClick={() => void test()}>
          {WEBHOOK_TEXTS.test}
        </Button>
      ) : (
        <Button kind="primary" icon="play" onClick={onTurn}>
          {WEBHOOK_TEXTS.switchOn}
        </Button>
      )}
      <Button onClick={() => onOpen('change')}>{WEBHOOK_TEXTS.change}</Button>
      <Menu
        label={WEBHOOK_TEXTS.moreAbout(url)}
        actions={[
          { label: WEBHOOK_TEXTS.rotate, icon: 'refresh', run: () => onOpen('rotate') },
          ...(enabled ? [turnOff] : []),
          { label: WEBHOOK_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onOpen('remove') },
        ]}
      />
    </div>
  );
}

interface RotateSecretProps {
  readonly id: string;
  readonly onRotated: (webhook: SecretWebhook) => void;
  readonly onClose: () => void;
}

function RotateSecret({ id, onRotated, onClose }: RotateSecretProps) {
  const [isBusy, setBusy] = useState(false);
  const rotate = async () => {
    setBusy(true);
    const result = await request('POST /webhooks/:id/rotate', { params: { id } });
    setBusy(false);
    if (result.ok) onRotated(result.answer);
    else notify(result.failure.message, 'bad');
  };
  return (
    <Confirm
      title={WEBHOOK_TEXTS.rotateTitle}
      isOpen
      isBusy={isBusy}
      action={WEBHOOK_TEXTS.rotateAction}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      <p>{WEBHOOK_TEXTS.rotateHint}</p>
    </Confirm>
  );
}

interface RemoveWebhookProps {
  readonly webhook: Webhook;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RemoveWebhook({ webhook: { id, url }, onDone, onClose }: RemoveWebhookProps) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const result = await request('POST /webhooks/:id/remove', { params: { id } });
    setBusy(false);
    if (showRemoval(result, WEBHOOK_TEXTS.removed)) onDone();
  };
  return (
    <Confirm
      title={WEBHOOK_TEXTS.removeTitle}
      isOpen
      isBusy={isBusy}
      action={WEBHOOK_TEXTS.removeAction}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{WEBHOOK_TEXTS.removeHint(url)}</p>
    </Confirm>
  );
}
