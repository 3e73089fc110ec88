// Buttons, and links styled as buttons.
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
  /** Id of the form it submits, for a button outside the form. */
  readonly form?: string;
  /** The action is running: the button shows it, ignores clicks and keeps the focus. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** For toggle buttons. */
  readonly isPressed?: boolean;
  /** For buttons that expand and collapse a section below them. */
  readonly isExpanded?: boolean;
  /** Accessible name, if the text of the button alone is not clear: `Revoke key crm`. */
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
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: IconName;
}

/** A button with only an icon. */
export function IconButton({ kind = 'quiet', class: extra, ...rest }: IconButtonProps) {
  return (
    <span class="tip" title={rest.label}>
      <Button {...rest} kind={kind} class={`button-icon ${extra ?? ''}`} />
    </span>
  );
}
