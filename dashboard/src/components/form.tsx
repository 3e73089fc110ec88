// Forms that show a failure above their fields, on a page or in a dialog.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Sending } from '../sending.ts';
import { DIALOG_TEXTS } from '../texts/component-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './states.tsx';

interface FormProps {
  readonly sending: Sending;
  readonly id?: string;
  readonly isNarrow?: boolean;
  /** Fields, and the submit button if it is inside. */
  readonly children: ComponentChildren;
}

export function Form({ sending, id, isNarrow = false, children }: FormProps) {
  return (
    <form id={id} ref={sending.element} class={isNarrow ? 'stack narrow' : 'stack'} onSubmit={sending.onSubmit}>
      {sending.failure && <Failure failure={sending.failure} />}
      {children}
    </form>
  );
}

interface FormDialogProps {
  readonly title: string;
  /** The verb on the submit button: `Create key`. */
  readonly action: string;
  readonly sending: Sending;
  /** Disabled until required data has loaded. */
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Open while it is mounted. The owner unmounts it after a successful answer. */
export function FormDialog({ title, action, sending, isDisabled = false, onClose, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{DIALOG_TEXTS.cancel}</Button>
          <Button kind="primary" type="submit" form={id} isBusy={sending.isBusy} isDisabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={id} sending={sending}>
        {children}
      </Form>
    </Dialog>
  );
}
