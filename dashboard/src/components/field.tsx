// Form fields with label, hint and error: text, select, checkbox. Screen readers read the error with the field.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Properties of every field. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** The validation error; null or absent if the value is valid. */
  readonly error?: string | null | undefined;
  /** Only screen readers get the label. */
  readonly isLabelUnseen?: boolean;
}

/** Ids that connect a control with its label, hint and error. */
interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FrameProps extends FieldProps {
  readonly children: (ids: ControlIds) => ComponentChildren;
}

/** Label, hint and error around a custom control. */
export function FieldFrame({ label, hint, error, isLabelUnseen = false, children }: FrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter((name) => name !== '').join(' ');
  return (
    <div class="field">
      <label class={isLabelUnseen ? 'unseen' : 'field-label'} for={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described === '' ? undefined : described, 'aria-invalid': Boolean(error) })}
      {hint && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="field-error" id={`${id}-error`}>
          {error}
        </div>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search' | 'datetime-local';
  readonly placeholder?: string;
  readonly autocomplete?: 'off' | 'email' | 'username' | 'name' | 'current-password' | 'new-password' | 'one-time-code';
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  /** Takes the focus on mount; for the first field of a dialog. */
  readonly isFirst?: boolean;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly lengthMax?: number;
  readonly isMono?: boolean;
  /** Touch screens show a keyboard of digits; other texts are possible, so that the caller can reject them. */
  readonly isDigits?: boolean;
  readonly onBlur?: () => void;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelUnseen = false, value, onText, type = 'text', isFirst = false } = props;
  return (
    <FieldFrame {...{ label, hint, error, isLabelUnseen }}>
      {(ids) => (
        <input
          {...ids}
          ref={isFirst ? focusOnce : null}
          data-first={isFirst}
          // The types of Preact accept only a literal here.
          type={type as 'text'}
          class={`control ${props.isMono ? 'mono' : ''}`}
          value={value}
          placeholder={props.placeholder}
          autocomplete={props.autocomplete ?? 'off'}
          required={props.isRequired}
          readOnly={props.isReadOnly}
          min={props.min}
          max={props.max}
          maxLength={props.lengthMax}
          inputMode={props.isDigits ? 'numeric' : undefined}
          spellcheck={false}
          onInput={(event) => onText(event.currentTarget.value)}
          onBlur={props.onBlur}
        />
      )}
    </FieldFrame>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onSelect: (value: Value) => void;
  readonly isDisabled?: boolean;
}

/** Selects one of a few values. For many values, or several at once: ChipsField. */
export function Select<Value extends string>({ value, options, onSelect, isDisabled, ...frame }: SelectProps<Value>) {
  return (
    <FieldFrame {...frame}>
      {(ids) => (
        <select
          {...ids}
          class="control control-select"
          value={value}
          disabled={isDisabled ?? false}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen) onSelect(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly hint?: string;
}

export function CheckField({ label, isChecked, onCheck, hint }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <div class="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
