// Confirmation before an action that cannot be undone.
import type { ComponentChildren } from 'preact';
import { DIALOG_TEXTS } from '../texts/component-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly isBusy?: boolean;
  /** The verb on the button: `Revoke key`. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Consequences of the action. */
  readonly children: ComponentChildren;
}

export function Confirm({ title, isOpen, isBusy = false, action, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{DIALOG_TEXTS.cancel}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
