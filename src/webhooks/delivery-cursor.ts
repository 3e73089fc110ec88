// The cursor of a page of the delivery log.
import type { DeliveryPage } from '../accounts/webhook-port.ts';
import { openedCursor } from '../http/newest-first.ts';

/** Rejects what is no cursor; null: the first page. */
export function openDeliveryCursor(cursor: string | null): DeliveryPage['before'] {
  return openedCursor(cursor, 'deliveries', 'dlv_');
}
