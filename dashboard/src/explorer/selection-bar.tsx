// The toolbar of selected rows: their number, the actions on them, and the result of the latest reveal.
import type { ComponentChildren } from 'preact';
import { IconButton } from '../components/button.tsx';
import { Failure } from '../components/states.tsx';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { CONTACT_KINDS, type useReveal } from './contacts.ts';
import { RevealButton } from './reveal-button.tsx';

interface SelectionBarProps {
  readonly account: string;
  /** Profile URLs of the selected rows. */
  readonly urls: readonly string[];
  readonly reveal: ReturnType<typeof useReveal>;
  /** Shows a button for each kind of contact. */
  readonly hasReveals: boolean;
  readonly onClear: () => void;
  /** Further actions. */
  readonly children: ComponentChildren;
}

export function SelectionBar({ account, urls, reveal, hasReveals, onClear, children }: SelectionBarProps) {
  const { isRevealing, failure, report, start } = reveal;
  return (
    <section class="bulk-bar" aria-label={EXPLORER_TEXTS.selected(urls.length)}>
      {failure && <Failure failure={failure} />}
      {report && !failure && (
        <p class="muted" role="status">
          {report}
        </p>
      )}
      <div class="row">
        <strong class="number">{EXPLORER_TEXTS.selected(urls.length)}</strong>
        {hasReveals &&
          CONTACT_KINDS.map((kind) => <RevealButton key={kind} {...{ account, kind, urls, isRevealing, start }} />)}
        {children}
        <IconButton icon="close" label={EXPLORER_TEXTS.clearSelection} onClick={onClear} />
      </div>
    </section>
  );
}
