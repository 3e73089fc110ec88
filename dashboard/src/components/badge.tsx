// A coloured word for a state or a status.
import type { ComponentChildren } from 'preact';
import { STATUS_TEXTS } from '../texts/component-texts.ts';

export type BadgeKind = 'good' | 'warn' | 'bad' | 'plain' | 'accent';

export function Badge({
  kind = 'plain',
  children,
}: {
  readonly kind?: BadgeKind;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge badge-${kind}`}>{children}</span>;
}

/** An HTTP status in the colour of its class. */
export function StatusBadge({ status }: { readonly status: number }) {
  const kind = status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <Badge kind={kind}>{status === 0 ? STATUS_TEXTS.none : status}</Badge>;
}
