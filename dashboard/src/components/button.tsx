// Buttons, and links that look like them.
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
  /** Id of the form it submits, for a button outside the form. */
  readonly form?: string;
  /** Work is running: the button shows it, ignores clicks and keeps the focus. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** For buttons that switch something. */
  readonly isPressed?: boolean;
  /** For buttons that open and close something below them. */
  readonly isExpanded?: boolean;
  /** The name for screen readers where the words on the button do not say it all: `Revoke key crm`. */
  readonly label?: string;
  readonly class?: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', icon, isBusy = false, type = 'button', label, onClick, children } = props;
  return (
    <button
      type={type}
      form={props.form}
      class={`button button-${kind} ${props.class ?? ''}`}
      disabled={props.isDisabled}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      aria-label={label}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** The name for screen readers, and the tip for the mouse. */
  readonly label: string;
  readonly icon: IconName;
}

/** A button with a drawing only. */
export function IconButton({ kind = 'quiet', class: extra, ...rest }: IconButtonProps) {
  return (
    <span class="tip" title={rest.label}>
      <Button {...rest} kind={kind} class={`button-icon ${extra ?? ''}`} />
    </span>
  );
}
