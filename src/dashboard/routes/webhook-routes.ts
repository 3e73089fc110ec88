// The routes of webhook endpoints and of their delivery log.

import { DeliveryAnswer, WebhookAnswer, WebhookBody, WebhookChange } from '../../contract/resources/webhook-events.ts';
import { closed, count, maybeText, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { act, done, id, type Route, read, shortText } from './route.ts';

const account = Type.Optional(shortText('Name of the account; optional for a member'));

const WebhookShape = closed({ ...WebhookAnswer.properties, account: text('Name of the account') });
const SecretShape = closed({ ...WebhookShape.properties, secret: text('Signing secret, shown only once') });
const DeliveryShape = closed({ ...DeliveryAnswer.properties, payload: text('JSON, as sent in each attempt') });

/** By name. */
export const WEBHOOK_ROUTES = {
  'webhooks.list': read({
    path: '/console/api/webhooks',
    who: 'read_only',
    summary: 'Webhook endpoints of an account, oldest first',
    query: closed({ account }),
    answer: closed({ rows: Type.Array(WebhookShape), max: count('Maximum number of endpoints of an account') }),
  }),
  'webhooks.create': act({
    path: '/console/api/webhooks',
    who: 'member',
    summary: 'Adds an endpoint; only this answer contains the signing secret',
    body: closed({ account, ...WebhookBody.properties }),
    answer: SecretShape,
    once: true,
    audit: 'webhooks.create',
  }),
  'webhooks.change': act({
    path: '/console/api/webhooks/:id',
    who: 'member',
    summary: 'Changes address or events of an endpoint, or switches it on or off',
    params: id,
    body: WebhookChange,
    answer: WebhookShape,
    audit: 'webhooks.change',
  }),
  'webhooks.rotate': act({
    path: '/console/api/webhooks/:id/rotate',
    who: 'member',
    summary: 'Replaces the signing secret; for 24 hours deliveries are signed with both',
    params: id,
    answer: SecretShape,
    once: true,
    audit: 'webhooks.rotate',
  }),
  'webhooks.test': act({
    path: '/console/api/webhooks/:id/test',
    who: 'member',
    summary: 'Sends the event webhook.test',
    params: id,
    answer: DeliveryShape,
    once: true,
    audit: 'webhooks.test',
  }),
  'webhooks.remove': act({
    path: '/console/api/webhooks/:id/remove',
    who: 'member',
    summary: 'Removes an endpoint with its delivery log',
    params: id,
    answer: done,
    once: true,
    audit: 'webhooks.remove',
  }),
  'webhooks.deliveries': read({
    path: '/console/api/webhooks/:id/deliveries',
    who: 'read_only',
    summary: 'The delivery log of an endpoint, newest first',
    params: id,
    query: closed({ cursor: Type.Optional(shortText('Cursor of the previous page')) }),
    answer: closed({ rows: Type.Array(DeliveryShape), cursor: maybeText('Cursor of the next page') }),
  }),
  'webhooks.replay': act({
    path: '/console/api/webhooks/:id/replay',
    who: 'member',
    summary: 'Sends an event again, from its first attempt',
    params: id,
    body: closed({ delivery: shortText('Identifier of the delivery') }),
    answer: DeliveryShape,
    once: true,
    audit: 'webhooks.replay',
  }),
} as const satisfies Readonly<Record<string, Route>>;
