// The frame of a screen: its heading, which takes the focus when the reader comes from another screen, and the title of
// the window.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PAGE_TEXTS } from '../texts/component-texts.ts';
import { Sparkline } from './sparkline.tsx';

interface PageProps {
  readonly title: string;
  /** A sentence on what the screen is for. */
  readonly lead?: ComponentChildren;
  /** Left of the heading. */
  readonly icon?: ComponentChildren;
  /** Above the heading. */
  readonly before?: ComponentChildren;
  /** Buttons at the right of the heading. */
  readonly actions?: ComponentChildren;
  /** As wide and as high as the window; its parts scroll on their own. */
  readonly isFull?: boolean;
  readonly children: ComponentChildren;
}

let isFirstPage = true;

export function Page({ title, lead, icon, before, actions, isFull = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = PAGE_TEXTS.documentTitle(title);
    // The first screen starts at the top of the document, as any page does.
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, [title]);
  return (
    <div class={isFull ? 'page page-full' : 'page'}>
      {before}
      <header class="page-head">
        {icon}
        <div class="page-words">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <div class="page-lead muted">{lead}</div>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A part of a screen with its heading. */
export function Card({ title, actions, children, class: extra }: CardProps) {
  return (
    <section class={`card ${extra ?? ''}`} {...(title ? { 'aria-label': title } : {})}>
      {(title || actions) && (
        <header class="card-head">
          {title && <h2>{title}</h2>}
          {actions && <div class="card-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** One number with its name, and a line below it. */
export function Figure({
  name,
  value,
  note,
  trend,
}: {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
  /** Its values over the period. */
  readonly trend?: readonly number[];
}) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        <span class="figure-value number">{value}</span>
        {note && <span class="figure-note muted">{note}</span>}
        {trend && <Sparkline values={trend} />}
      </dd>
    </div>
  );
}
