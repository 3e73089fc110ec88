// A field with several values: chips, and a text box with suggestions (ARIA combobox pattern). Arrow keys move through
// the suggestions, Enter selects one, Escape closes the list, Backspace in the empty box removes the last chip.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { FIELD_TEXTS } from '../texts/component-texts.ts';
import { FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { announce } from './notices.tsx';
import { showPlaced } from './popover.ts';

export interface Suggestion {
  readonly value: string;
  /** Shown instead of the value. */
  readonly label?: string;
  /** Number of records with the value, shown next to it. */
  readonly count?: number;
}

interface ChipsFieldProps extends FieldProps {
  readonly values: readonly string[];
  readonly onValues: (values: string[]) => void;
  /**
   * Matching values, best first; called 120 ms after the last keystroke. `signal` aborts when the answer is no longer
   * needed.
   */
  readonly suggest: (typed: string, signal: AbortSignal) => Suggestion[] | Promise<Suggestion[]>;
  /** Also accepts typed values that are not suggested. */
  readonly isFree?: boolean;
  readonly placeholder?: string;
  /** Text of a chip; the value by default. */
  readonly shown?: (value: string) => string;
  /** Maximum number of values. */
  readonly valuesMax?: number;
}

const QUIET_MS = 120;

/** Dimensions of the suggestion list, in pixels. */
const [MOST_PX, LEAST_PX, EDGE_PX, GAP_PX] = [256, 140, 8, 4];

/**
 * `isCurrent`: the suggestions belong to the current text. Until they arrive, the previous ones stay visible, but no
 * key selects one of them.
 */
interface Suggested {
  readonly list: readonly Suggestion[];
  readonly isCurrent: boolean;
}

/** The suggestions for the typed text while the list is open. */
function useSuggestions(typed: string, isOpen: boolean, suggest: ChipsFieldProps['suggest']): Suggested {
  const [answer, setAnswer] = useState<{ typed: string | null; list: readonly Suggestion[] }>({
    typed: null,
    list: [],
  });
  const latest = useRef(suggest);
  latest.current = suggest;
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const suggest = async () => {
      const list = await Promise.resolve(latest.current(typed, controller.signal)).catch(() => []);
      if (!controller.signal.aborted) setAnswer({ typed, list });
    };
    const timer = setTimeout(() => void suggest(), typed === '' ? 0 : QUIET_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed, isOpen]);
  return { list: isOpen ? answer.list : [], isCurrent: answer.typed === typed };
}

/** State of the field: the typed text, the list below it, and the keyboard actions. */
function useChips(props: ChipsFieldProps, shown: (value: string) => string) {
  const { label, values, onValues, isFree = false, valuesMax = 50 } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const [isTaking, setTaking] = useState(false);
  const { list, isCurrent } = useSuggestions(typed, isOpen, props.suggest);
  const found = list.filter(({ value }) => !values.includes(value));
  const add = (value: string) => {
    if (value === '' || values.includes(value) || values.length >= valuesMax) return;
    onValues([...values, value]);
    announce(FIELD_TEXTS.added(shown(value), label));
    setTyped('');
    // An open list would cover the content below; the next keystroke or a click opens it again.
    setOpen(false);
    setActive(-1);
  };
  const remove = (value: string) => {
    onValues(values.filter((other) => other !== value));
    announce(FIELD_TEXTS.removed(shown(value), label));
    box.current?.focus();
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const take = () => add(found[active]?.value ?? (isFree ? typed.trim() : (found[0]?.value ?? '')));
  // Enter was pressed before the suggestions arrived.
  useEffect(() => {
    if (isTaking && isCurrent) take();
    if (isCurrent) setTaking(false);
  }, [isTaking, isCurrent]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (!isCurrent) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(found.length === 0 ? -1 : (Math.max(active, step < 0 ? 0 : -1) + step + found.length) % found.length);
    } else if (event.key === 'Enter' && (active >= 0 || typed.trim() !== '')) {
      event.preventDefault();
      if (isCurrent || isFree) take();
      else setTaking(true);
    } else if (event.key === 'Escape' && isOpen && found.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) {
      remove(values[values.length - 1] ?? '');
    }
  };
  const onType = (text: string) => {
    setTyped(text);
    setTaking(false);
    setOpen(true);
    setActive(-1);
  };
  const onBlur = () => {
    close();
    // Typed words become a value when the field loses focus, so no input is lost.
    if (isFree && typed.trim() !== '') add(typed.trim());
  };
  return { typed, isOpen, active, box, found, add, remove, onKeyDown, onType, onBlur, onFocus: () => setOpen(true) };
}

export function ChipsField(props: ChipsFieldProps) {
  const { label, hint, error, isLabelUnseen = false, values, placeholder = '' } = props;
  const shown = props.shown ?? ((value: string) => value);
  const { typed, isOpen, active, box, found, add, remove, onKeyDown, onType, onBlur, onFocus } = useChips(props, shown);
  return (
    <FieldFrame {...{ label, hint, error, isLabelUnseen }}>
      {(ids) => (
        <div class="chips-box">
          {values.map((value) => (
            <span class="chip" key={value}>
              <span class="chip-text">{shown(value)}</span>
              <button
                type="button"
                class="chip-remove"
                aria-label={FIELD_TEXTS.remove(shown(value))}
                onClick={() => remove(value)}
              >
                <Icon name="close" />
              </button>
            </span>
          ))}
          <input
            {...ids}
            ref={box}
            class="chips-input"
            type="text"
            role="combobox"
            autocomplete="off"
            spellcheck={false}
            aria-autocomplete="list"
            aria-expanded={isOpen && found.length > 0}
            aria-controls={`${ids.id}-list`}
            aria-activedescendant={found[active] ? `${ids.id}-${active}` : undefined}
            placeholder={values.length === 0 ? placeholder : ''}
            value={typed}
            onInput={(event) => onType(event.currentTarget.value)}
            onFocus={onFocus}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          />
          <SuggestionList id={ids.id} {...{ label, isOpen, found, active, add }} />
        </div>
      )}
    </FieldFrame>
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

/**
 * The suggestion list. It is in the top layer of the browser, so no dialog or table clips it, and it follows the field.
 */
function SuggestionList({ id, label, isOpen, found, active, add }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isShown = isOpen && found.length > 0;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isShown) return;
    const stop = showPlaced(element, () => {
      const field = element.parentElement?.getBoundingClientRect();
      if (!field) return;
      const below = innerHeight - field.bottom - EDGE_PX;
      const isAbove = below < LEAST_PX && field.top > below;
      element.style.left = `${field.left}px`;
      element.style.width = `${field.width}px`;
      element.style.maxHeight = `${Math.min(MOST_PX, isAbove ? field.top - EDGE_PX : below)}px`;
      element.style.top = isAbove ? 'auto' : `${field.bottom + GAP_PX}px`;
      element.style.bottom = isAbove ? `${innerHeight - field.top + GAP_PX}px` : 'auto';
    });
    // The list stays in the DOM while it is hidden.
    return () => {
      stop();
      if (element.isConnected) element.hidePopover();
    };
  }, [isShown, found.length]);
  return (
    <div
      class="suggestions"
      id={`${id}-list`}
      role="listbox"
      aria-label={FIELD_TEXTS.suggestionsFor(label)}
      popover="manual"
      ref={list}
    >
      {found.map(({ value, label: text, count }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
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
