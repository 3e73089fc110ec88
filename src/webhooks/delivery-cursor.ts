// The cursor of a page of the delivery log.
import type { DeliveryPage } from '../accounts/webhook-port.ts';
import { openedCursor } from '../http/resources/newest-first.ts';

/** The delivery that a cursor names; null for the first page. INVALID_INPUT if it is not a cursor of deliveries. */
export function openDeliveryCursor(cursor: string | null): DeliveryPage['before'] {
  return openedCursor(cursor, 'deliveries', 'dlv_');
}
