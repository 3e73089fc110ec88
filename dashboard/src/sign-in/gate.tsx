// The frame of the screens that are shown while signed out.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { PAGE_TEXTS } from '../texts/component-texts.ts';

export function Gate({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = PAGE_TEXTS.documentTitle(title);
  }, [title]);
  return (
    <main class="gate">
      <div class="gate-card">
        <p class="brand">
          <img src="/favicon.svg" alt="" width="26" height="26" />
          {PAGE_TEXTS.product}
        </p>
        <h1>{title}</h1>
        {lead && <p class="muted">{lead}</p>}
        {children}
      </div>
    </main>
  );
}
