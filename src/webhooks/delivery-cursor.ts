// The cursor of a page of the delivery log. It is not signed: it selects among the deliveries of one endpoint only.
import type { Delivery, DeliveryPage } from '../accounts/webhook-port.ts';
import { invalidInput } from '../contract/errors.ts';

/** Of the last delivery of a page. */
export function deliveryCursor({ createdAt, id }: Delivery): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** Rejects what is no cursor; null: the first page. */
export function openDeliveryCursor(cursor: string | null): DeliveryPage['before'] {
  if (cursor === null) return null;
  const [, createdAt, id] = /^(\d{1,15})\.(dlv_\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id };
  const message = 'is not a cursor of deliveries; send the cursor of the last page, unchanged';
  throw invalidInput([{ path: 'cursor', message, suggestion: null }]);
}
