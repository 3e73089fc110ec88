// The frame of a screen: sets the document title, and renders the heading, which takes the focus after a navigation.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PAGE_TEXTS } from '../texts/component-texts.ts';
import { Sparkline } from './sparkline.tsx';

interface PageProps {
  readonly title: string;
  /** A sentence that says what the screen is for. */
  readonly lead?: ComponentChildren;
  /** Shown left of the heading. */
  readonly icon?: ComponentChildren;
  /** Shown above the heading. */
  readonly before?: ComponentChildren;
  /** Buttons right of the heading. */
  readonly actions?: ComponentChildren;
  /** Fills the window; the parts of the screen scroll separately. */
  readonly isFull?: boolean;
  readonly children: ComponentChildren;
}

let isFirstPage = true;

export function Page({ title, lead, icon, before, actions, isFull = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = PAGE_TEXTS.documentTitle(title);
    // After a page load, the focus starts at the top of the document as usual.
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

/** A section of a screen with its heading. */
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

/** One number with its name, and a note below it. */
export function Figure({
  name,
  value,
  note,
  trend,
}: {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
  /** Its values over the period, for a sparkline. */
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
