// Webhook endpoints of the account of a member, or of any account for an operator.
import type { Account } from '../../accounts/port.ts';
import type { Delivery, Webhook } from '../../accounts/webhook-port.ts';
import { LIMITS } from '../../contract/limits.ts';
import { pageOf } from '../../http/resources/newest-first.ts';
import { openDeliveryCursor } from '../../webhooks/delivery-cursor.ts';
import { deliveryView } from '../../webhooks/webhook-view.ts';
import type { ConsoleContext, Handlers, SignedIn } from '../context.ts';
import { named } from '../named.ts';
import { Rejection } from '../rejection.ts';
import type { AnswerOf } from '../routes/routes.ts';
import { activeAccount, selectedAccount, visibleAccount } from '../scope.ts';

const DELIVERIES_SHOWN = 50;

export const WEBHOOK_HANDLERS = {
  'webhooks.list': async ({ query }, call, context) => {
    const { id, name } = await selectedAccount(query.account, call, context);
    const rows = (await context.webhooks.ofAccount(id)).map((webhook) => ({ ...webhook, account: name }));
    return { rows, max: LIMITS.webhooksMax };
  },

  'webhooks.create': async ({ body: { account: requested, ...wanted } }, call, context) => {
    const account = await activeAccount(requested, call, context);
    call.subject = `an endpoint of ${account.name}`;
    const made = await context.webhooks.create(account.id, wanted);
    call.subject = `${named(made.url, made.id)} of ${account.name}`;
    return { ...made, account: account.name };
  },

  'webhooks.change': async ({ params, body }, call, context) => {
    const { webhook, account } = await ownWebhook(params.id, call, context);
    return { ...(await context.webhooks.change(webhook, body)), account: account.name };
  },

  'webhooks.rotate': async ({ params }, call, context) => {
    const { webhook, account } = await ownWebhook(params.id, call, context);
    return { ...(await context.webhooks.rotate(webhook)), account: account.name };
  },

  'webhooks.test': async ({ params }, call, context) => {
    const { webhook } = await ownWebhook(params.id, call, context);
    return logged(await context.webhooks.test(enabled(webhook)));
  },

  'webhooks.remove': async ({ params }, call, context) => {
    const { webhook } = await ownWebhook(params.id, call, context);
    await context.webhooks.remove(webhook);
    return { done: true };
  },

  'webhooks.deliveries': async ({ params, query }, call, context) => {
    const { webhook } = await ownWebhook(params.id, call, context);
    const before = openDeliveryCursor(query.cursor ?? null);
    const page = { webhookId: webhook.id, before, limit: DELIVERIES_SHOWN + 1 };
    const found = await context.webhooks.deliveries(page);
    const { rows, cursor } = pageOf(found, DELIVERIES_SHOWN);
    return { rows: rows.map(logged), cursor };
  },

  'webhooks.replay': async ({ params, body }, call, context) => {
    const { webhook } = await ownWebhook(params.id, call, context);
    return logged(await context.webhooks.replay(enabled(webhook), body.delivery));
  },
} as const satisfies Handlers<
  | 'webhooks.list'
  | 'webhooks.create'
  | 'webhooks.change'
  | 'webhooks.rotate'
  | 'webhooks.test'
  | 'webhooks.remove'
  | 'webhooks.deliveries'
  | 'webhooks.replay'
>;

function logged(delivery: Delivery): AnswerOf<'webhooks.replay'> {
  return { ...deliveryView(delivery), payload: delivery.payload };
}

function enabled(webhook: Webhook): Webhook {
  if (!webhook.isEnabled) throw new Rejection('CONFLICT', 'this endpoint is off; switch it on first');
  return webhook;
}

/** An endpoint that is visible to the member. An endpoint of another account is answered like a missing one. */
async function ownWebhook(
  id: string,
  call: SignedIn,
  context: ConsoleContext,
): Promise<{ readonly webhook: Webhook; readonly account: Account }> {
  call.subject = id;
  const webhook = await context.webhooks.find(id);
  const account = webhook?.accountId ? await visibleAccount(webhook.accountId, call, context) : null;
  if (!webhook || !account) throw new Rejection('NOT_FOUND', 'there is no such webhook endpoint');
  call.subject = `${named(webhook.url, id)} of ${account.name}`;
  return { webhook, account };
}
