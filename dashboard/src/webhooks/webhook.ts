// Types of an endpoint and a delivery.
import type { Answer } from '../api.ts';
import type { BadgeKind } from '../components/badge.tsx';
import { WEBHOOK_TEXTS } from '../texts/webhook-texts.ts';

export type Webhook = Answer<'GET /webhooks'>['rows'][number];
export type SecretWebhook = Answer<'POST /webhooks'>;
export type Delivery = Answer<'GET /webhooks/:id/deliveries'>['rows'][number];

interface State {
  readonly kind: BadgeKind;
  readonly word: string;
}

export function stateOf({ enabled, failing_since: failingSince }: Webhook): State {
  const { on, failing, off } = WEBHOOK_TEXTS.states;
  if (!enabled) return { kind: 'plain', word: off };
  return failingSince === null ? { kind: 'good', word: on } : { kind: 'warn', word: failing };
}

const DELIVERY_KINDS: Readonly<Record<Delivery['state'], BadgeKind>> = {
  pending: 'accent',
  delivered: 'good',
  failed: 'bad',
};

export function deliveryStateOf({ state }: Delivery): State {
  return { kind: DELIVERY_KINDS[state], word: WEBHOOK_TEXTS.deliveryStates[state] };
}
