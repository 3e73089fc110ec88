// Several values in one field: chips, and a text box with suggestions (the combobox pattern of the ARIA practices). Arrow keys walk the
// suggestions, Enter takes one, Escape closes, Backspace in the empty box takes the last chip out.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { announce } from './notices.tsx';

export interface Suggestion {
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: string;
  /** Shown beside it: how many records hold it. */
  readonly count?: number;
}

interface ChipsFieldProps extends FieldProps {
  readonly values: readonly string[];
  readonly onValues: (values: string[]) => void;
  /** What fits what is typed, best first; asked 120 ms after the last key. `signal` is aborted when the answer is no longer wanted. */
  readonly suggest: (typed: string, signal: AbortSignal) => Suggestion[] | Promise<Suggestion[]>;
  /** Whether a typed value that is not suggested is taken too. */
  readonly isFree?: boolean;
  readonly placeholder?: string;
  /** How a chip is shown; by default the value. */
  readonly shown?: (value: string) => string;
  /** At most so many values. */
  readonly valuesMax?: number;
}

const QUIET_MS = 120;

/** The suggestions for what is typed while the list is open. */
function useSuggestions(typed: string, isOpen: boolean, suggest: ChipsFieldProps['suggest']): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const latest = useRef(suggest);
  latest.current = suggest;
  useEffect(() => {
    if (!isOpen) return;
    const asking = new AbortController();
    const ask = async () => {
      const found = await Promise.resolve(latest.current(typed, asking.signal)).catch(() => []);
      if (!asking.signal.aborted) setSuggestions(found);
    };
    const timer = setTimeout(() => void ask(), typed === '' ? 0 : QUIET_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed, isOpen]);
  return isOpen ? suggestions : [];
}

export function ChipsField(props: ChipsFieldProps) {
  const { label, hint, error, values, onValues, isFree = false, placeholder, valuesMax = 50, isLabelUnseen } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const shown = props.shown ?? ((value: string) => value);
  const found = useSuggestions(typed, isOpen, props.suggest).filter(({ value }) => !values.includes(value));
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].join(' ').trim();

  const add = (value: string) => {
    if (value === '' || values.includes(value) || values.length >= valuesMax) return;
    onValues([...values, value]);
    announce(`${shown(value)} added to ${label}`);
    setTyped('');
    setActive(-1);
  };
  const remove = (value: string) => {
    onValues(values.filter((other) => other !== value));
    announce(`${shown(value)} removed from ${label}`);
    box.current?.focus();
  };
  const take = () => {
    const chosen = found[active] ?? (isFree ? undefined : found[0]);
    if (chosen) add(chosen.value);
    else if (isFree) add(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(found.length === 0 ? -1 : (active + step + found.length) % found.length);
    } else if (event.key === 'Enter' && (active >= 0 || typed.trim() !== '')) {
      event.preventDefault();
      take();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setActive(-1);
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) {
      remove(values[values.length - 1] ?? '');
    }
  };

  return (
    <div class="field">
      <label class={isLabelUnseen ? 'unseen' : 'field-label'} for={id}>
        {label}
      </label>
      <div class="chips-box">
        {values.map((value) => (
          <span class="chip" key={value}>
            <span class="chip-text">{shown(value)}</span>
            <button
              type="button"
              class="chip-remove"
              aria-label={`Remove ${shown(value)}`}
              onClick={() => remove(value)}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        <input
          ref={box}
          id={id}
          class="chips-input"
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen && found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 && found[active] ? `${id}-${active}` : undefined}
          aria-describedby={described === '' ? undefined : described}
          aria-invalid={Boolean(error)}
          placeholder={values.length === 0 ? (placeholder ?? '') : ''}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setOpen(true);
            setActive(-1);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setActive(-1);
            // Words typed and left stand: nothing that was typed is lost.
            if (isFree && typed.trim() !== '') add(typed.trim());
          }}
          onKeyDown={onKeyDown}
        />
        <SuggestionList id={id} isOpen={isOpen} label={label} {...{ found, active, typed, add }} />
      </div>
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

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly found: readonly Suggestion[];
  readonly active: number;
  readonly add: (value: string) => void;
}

function SuggestionList({ id, label, isOpen, found, active, add }: SuggestionListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div class="suggestions" id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen || found.length === 0}>
      {found.map(({ value, label: text, count }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text box's, which keeps the focus
        <div
          key={value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          class="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => add(value)}
        >
          <span>{text ?? value}</span>
          {count !== undefined && <span class="suggestion-count number">{formatCount(count)}</span>}
        </div>
      ))}
    </div>
  );
}
