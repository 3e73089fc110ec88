// The menu of table columns. The choice is stored in this browser, per kind of search.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { CheckField } from '../components/field.tsx';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { type ResultColumn, screenColumns } from './result-columns.tsx';
import type { SearchKind } from './search-fields.ts';

const STORED_UNDER = 'cardfile.columns';

type Chosen = Readonly<Partial<Record<SearchKind, readonly string[]>>>;

function storedChoice(): Chosen {
  try {
    return (JSON.parse(localStorage.getItem(STORED_UNDER) ?? '{}') ?? {}) as Chosen;
  } catch {
    return {};
  }
}

const chosen = signal<Chosen>(storedChoice());

/** The visible columns; the first column is always one of them. */
export function shownColumns(kind: SearchKind): readonly ResultColumn[] {
  const wanted = chosen.value[kind];
  return screenColumns(kind).filter(
    ({ key, isFirst }, place) => place === 0 || (Array.isArray(wanted) ? wanted.includes(key) : isFirst),
  );
}

function choose(kind: SearchKind, keys: readonly string[]): void {
  chosen.value = { ...chosen.value, [kind]: keys };
  localStorage.setItem(STORED_UNDER, JSON.stringify(chosen.value));
}

export function ColumnChoice({ kind }: { readonly kind: SearchKind }) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (!element.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [isOpen]);
  const shown = shownColumns(kind).map(({ key }) => key);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from any box inside
    <div
      class="menu"
      ref={element}
      onFocusOut={({ relatedTarget: next }) => {
        if (next instanceof Node && !element.current?.contains(next)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        element.current?.querySelector('button')?.focus();
      }}
    >
      <Button kind="quiet" icon="columns" isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {EXPLORER_TEXTS.columns}
      </Button>
      {isOpen && (
        <fieldset class="menu-list column-list">
          <legend class="unseen">{EXPLORER_TEXTS.columns}</legend>
          {screenColumns(kind)
            .slice(1)
            .map(({ key, title }) => (
              <CheckField
                key={key}
                label={title}
                isChecked={shown.includes(key)}
                onCheck={(isChecked) =>
                  choose(kind, isChecked ? [...shown, key] : shown.filter((each) => each !== key))
                }
              />
            ))}
        </fieldset>
      )}
    </div>
  );
}
