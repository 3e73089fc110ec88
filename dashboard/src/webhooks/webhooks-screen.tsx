// The screen Webhooks: the endpoints of an account. Each endpoint has its own address, with its deliveries.
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { account, may } from '../session.ts';
import { ChooseAccount } from '../shell/choose-account.tsx';
import { WEBHOOK_TEXTS } from '../texts/webhook-texts.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { type SecretWebhook, stateOf, type Webhook } from './webhook.ts';
import { AddWebhook } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import './webhooks.css';

const EVERY_MS = 10_000;

export function WebhooksScreen() {
  const id = useRoute().params['id'];
  const name = account.value;
  if (name !== null && id !== undefined) return <WebhookPage key={`${name} ${id}`} account={name} id={id} />;
  if (name !== null) return <Endpoints key={name} account={name} />;
  return (
    <Page title={WEBHOOK_TEXTS.title} lead={WEBHOOK_TEXTS.lead}>
      <ChooseAccount title={WEBHOOK_TEXTS.chooseAccount} />
    </Page>
  );
}

function Endpoints({ account: name }: { readonly account: string }) {
  const { route } = useLocation();
  const webhooks = useRemote((signal) => request('GET /webhooks', { query: { account: name }, signal }), [name], {
    everyMs: EVERY_MS,
  });
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<SecretWebhook | null>(null);
  const { rows = [], max = 1 } = webhooks.value ?? {};
  const isFull = rows.length >= max;
  const addButton = may('member') && (
    <Button kind="primary" icon="plus" isDisabled={isFull} onClick={() => setAdding(true)}>
      {WEBHOOK_TEXTS.add}
    </Button>
  );
  return (
    <Page title={WEBHOOK_TEXTS.title} lead={WEBHOOK_TEXTS.lead} actions={rows.length > 0 && addButton}>
      <Loaded remote={webhooks} lines={6}>
        {() => (
          <Table
            caption={WEBHOOK_TEXTS.title}
            rows={rows}
            rowKey={({ id }) => id}
            columns={COLUMNS}
            onOpen={({ id }) => route(`/webhooks/${id}`)}
            empty={
              <Empty title={WEBHOOK_TEXTS.none} icon="send">
                {WEBHOOK_TEXTS.noneHint} {addButton}
              </Empty>
            }
          />
        )}
      </Loaded>
      {isFull && may('member') && webhooks.value && <p class="muted">{WEBHOOK_TEXTS.full(max)}</p>}
      {isAdding && (
        <AddWebhook
          account={name}
          onClose={() => setAdding(false)}
          onMade={(webhook) => {
            setAdding(false);
            setMade(webhook);
            webhooks.reload();
          }}
        />
      )}
      {made && <SecretDialog webhook={made} onClose={() => route(`/webhooks/${made.id}`)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    key: 'url',
    title: WEBHOOK_TEXTS.address,
    value: ({ url }) => url,
    cell: ({ url }) => (
      <span class="clip webhook-url" title={url}>
        {url}
      </span>
    ),
  },
  {
    key: 'state',
    title: WEBHOOK_TEXTS.state,
    value: (webhook) => stateOf(webhook).word,
    cell: (webhook) => <Badge kind={stateOf(webhook).kind}>{stateOf(webhook).word}</Badge>,
  },
  {
    key: 'event_types',
    title: WEBHOOK_TEXTS.events,
    isMinor: true,
    value: ({ event_types: types }) => types.join(' '),
    cell: ({ event_types: types }) => (
      <span title={types.join('\n')}>
        {types.length > 2 ? WEBHOOK_TEXTS.eventCount(types.length) : <span class="mono">{types.join(', ')}</span>}
      </span>
    ),
  },
  {
    key: 'created_at',
    title: WEBHOOK_TEXTS.created,
    isMinor: true,
    value: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => (
      <span class="nowrap" title={formatTime(at)}>
        {formatAgo(at)}
      </span>
    ),
  },
];
