// Modal dialogs based on <dialog>: the browser traps the focus, closes on Escape and returns the focus. A drawer is a
// dialog at the side of the page.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { DIALOG_TEXTS } from '../texts/component-texts.ts';
import { IconButton } from './button.tsx';
import { Notices } from './notices.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly isOpen: boolean;
  /** Called by Escape, the close button or (drawers) a click outside. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the bottom. */
  readonly footer?: ComponentChildren;
  readonly kind?: 'dialog' | 'drawer';
  readonly isWide?: boolean;
  /** Escape does nothing and there is no close button: only the buttons of the dialog close it. */
  readonly isFirm?: boolean;
}

/**
 * Mounted only while open, so its content starts with fresh state each time. State that must outlive the dialog belongs
 * to the caller.
 */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, onClose, children, footer, kind = 'dialog', isWide, isFirm = false }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-first="true"]')?.focus();
    return () => {
      dialog?.close();
      // Returns the focus to the element that had it, or to the heading of the screen if that element is gone.
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (isThere ? before : document.querySelector<HTMLElement>('main h1'))?.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the browser turns into `cancel`
    <dialog
      ref={element}
      class={`dialog dialog-${kind} ${isWide ? 'dialog-wide' : ''}`}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        if (!isFirm) onClose();
      }}
      onClose={() => {
        // The browser closes a dialog without a `cancel` event if there was no key or click since it opened.
        const dialog = element.current;
        if (!dialog?.isConnected || dialog.open) return;
        if (isFirm) dialog.showModal();
        else onClose();
      }}
      onClick={(event) => {
        if (kind === 'drawer' && event.target === element.current) onClose();
      }}
    >
      <div class="dialog-frame">
        <header class="dialog-head">
          <h2 id={`${id}-title`}>{title}</h2>
          {!isFirm && <IconButton icon="close" label={DIALOG_TEXTS.close} onClick={onClose} />}
        </header>
        <div class="dialog-body">{children}</div>
        {footer && <footer class="dialog-foot">{footer}</footer>}
        <Notices />
      </div>
    </dialog>
  );
}

/** A dialog at the side of the page, for one record of a list. */
export function Drawer(props: Omit<DialogProps, 'kind' | 'isFirm'>) {
  return <Dialog {...props} kind="drawer" />;
}
