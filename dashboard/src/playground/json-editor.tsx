// A JSON text editor with completion from the schema of the endpoint. The text box keeps the focus and the option list
// follows the caret. Tab leaves the text box unless an option is active.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FieldFrame } from '../components/field.tsx';
import { showPlaced } from '../components/popover.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';
import type { OpenApi, Schema } from './body-schema.ts';
import { type Completion, type Completions, completionsAt } from './json-completion.ts';

interface JsonEditorProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | null;
  /** Null until the schema has loaded; there is no completion before. */
  readonly scope: { readonly schema: Schema; readonly document: OpenApi } | null;
}

interface List extends Completions {
  /** Index of the active option; -1: none. */
  readonly active: number;
}

const ROWS_MIN = 8;
const ROWS_MAX = 18;
const LIST_WIDTH_PX = 340;
const LIST_HEIGHT_PX = 240;
const EDGE_PX = 8;

/** Characters that open the option list when typed. */
const OPENS_LIST = /["\w{[,:-]$/;

export function JsonEditor({ text, onText, error, scope }: JsonEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { list, suggest, close, take, move } = useCompletion({ box, onText, scope });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      return suggest();
    }
    if (list === null || event.ctrlKey || event.metaKey) return;
    const chosen = list.options[list.active];
    const isDone = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: close,
      ...(chosen ? { Enter: () => take(chosen), Tab: () => take(chosen) } : {}),
    }[event.key];
    if (isDone === undefined) return close();
    event.preventDefault();
    event.stopPropagation();
    isDone();
  };
  return (
    <FieldFrame label={PLAYGROUND_TEXTS.body} hint={PLAYGROUND_TEXTS.suggestionsHint} error={error}>
      {(ids) => (
        <div class="json-editor">
          <textarea
            {...ids}
            ref={box}
            class="control control-area mono"
            rows={Math.min(ROWS_MAX, Math.max(ROWS_MIN, text.split('\n').length))}
            value={text}
            spellcheck={false}
            aria-autocomplete="list"
            aria-controls={list ? `${ids.id}-list` : undefined}
            aria-activedescendant={list && list.active >= 0 ? `${ids.id}-${list.active}` : undefined}
            onInput={(event) => {
              onText(event.currentTarget.value);
              const before = event.currentTarget.value.slice(0, event.currentTarget.selectionStart);
              if (OPENS_LIST.test(before)) suggest();
              else close();
            }}
            onBlur={close}
            onClick={close}
            onKeyDown={onKeyDown}
          />
          {list && <OptionList id={ids.id} box={box} list={list} onTake={take} />}
        </div>
      )}
    </FieldFrame>
  );
}

interface CompletionState extends Pick<JsonEditorProps, 'onText' | 'scope'> {
  readonly box: { readonly current: HTMLTextAreaElement | null };
}

function useCompletion({ box, onText, scope }: CompletionState) {
  const [list, setList] = useState<List | null>(null);
  const close = () => setList(null);
  const suggest = () => {
    const element = box.current;
    if (element === null || scope === null) return;
    const found = completionsAt(element.value, element.selectionStart, scope);
    const isComplete = found.options.length === 1 && found.options[0]?.label === found.typed;
    // Enter inserts a line break unless a word is being typed.
    setList(found.options.length === 0 || isComplete ? null : { ...found, active: found.typed === '' ? -1 : 0 });
  };
  const take = ({ insert, caret }: Completion) => {
    const element = box.current;
    if (element === null || list === null) return;
    element.focus();
    element.setSelectionRange(list.from, list.to);
    replaceSelection(element, insert);
    element.setSelectionRange(list.from + caret, list.from + caret);
    onText(element.value);
    close();
    // Shows the values of an inserted member at once.
    if (insert.includes(': ')) suggest();
  };
  const move = (step: number) => {
    if (list === null) return;
    const { length } = list.options;
    setList({ ...list, active: (Math.max(list.active, step < 0 ? 0 : -1) + step + length) % length });
  };
  return { list, suggest, close, take, move };
}

/** Inserts text as if typed, so that undo works in browsers that support it. */
function replaceSelection(element: HTMLTextAreaElement, text: string): void {
  if (document.execCommand('insertText', false, text)) return;
  element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
}

interface OptionListProps {
  readonly id: string;
  readonly box: CompletionState['box'];
  readonly list: List;
  readonly onTake: (option: Completion) => void;
}

/** Below the line of the caret, in the top layer of the browser; above the line if there is no space below. */
function OptionList({ id, box, list, onTake }: OptionListProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.getElementById(`${id}-${list.active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, list.active]);
  useLayoutEffect(() => {
    const [own, text] = [element.current, box.current];
    if (!own || !text) return;
    return showPlaced(own, () => {
      const { x, y, lineHeight } = caretPlace(text, list.from);
      const left = Math.max(EDGE_PX, Math.min(x, innerWidth - LIST_WIDTH_PX - EDGE_PX));
      const isAbove = y + lineHeight + LIST_HEIGHT_PX > innerHeight && y > LIST_HEIGHT_PX;
      own.style.left = `${left}px`;
      own.style.top = isAbove ? 'auto' : `${y + lineHeight}px`;
      own.style.bottom = isAbove ? `${innerHeight - y}px` : 'auto';
    });
  }, [list.from, list.options.length]);
  return (
    <div
      class="suggestions json-options"
      id={`${id}-list`}
      role="listbox"
      aria-label={PLAYGROUND_TEXTS.suggestions}
      popover="manual"
      ref={element}
    >
      {list.options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
        <div
          key={option.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === list.active}
          class="suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <span class="mono">{option.label}</span>
          {option.detail && <span class="json-detail muted">{option.detail}</span>}
        </div>
      ))}
    </div>
  );
}

/** Pixel position of a character: lines are not wrapped, and the font is monospace. */
function caretPlace(box: HTMLTextAreaElement, at: number) {
  const style = getComputedStyle(box);
  const before = box.value.slice(0, at).split('\n');
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = `${style.fontSize} ${style.fontFamily}`;
  const letter = pen?.measureText('0').width ?? 8;
  const lineHeight = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.5;
  const { left, top } = box.getBoundingClientRect();
  return {
    x: left + Number.parseFloat(style.paddingLeft) + (before.at(-1) ?? '').length * letter - box.scrollLeft,
    y: top + Number.parseFloat(style.paddingTop) + (before.length - 1) * lineHeight - box.scrollTop,
    lineHeight,
  };
}
