// A button that opens a list of actions (ARIA menu button pattern): arrow keys move, Escape closes the menu and returns
// the focus.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { showPlaced } from './popover.ts';

export interface MenuAction {
  readonly label: string;
  readonly icon: IconName;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

const [EDGE_PX, GAP_PX] = [8, 4];

/** Places an open menu below its button, or above it if there is no space below. */
function placeMenu(list: HTMLElement, owner: HTMLElement): () => void {
  return showPlaced(list, () => {
    const { top, bottom, right } = owner.getBoundingClientRect();
    const isAbove = bottom + GAP_PX + list.offsetHeight > innerHeight - EDGE_PX && top > innerHeight - bottom;
    list.style.right = `${Math.max(EDGE_PX, document.documentElement.clientWidth - right)}px`;
    list.style.top = isAbove ? 'auto' : `${bottom + GAP_PX}px`;
    list.style.bottom = isAbove ? `${innerHeight - top + GAP_PX}px` : 'auto';
  });
}

export function Menu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const items = () => [...(element.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => {
    setOpen(false);
    element.current?.querySelector('button')?.focus();
  };
  useLayoutEffect(() => {
    const list = element.current?.querySelector<HTMLElement>('[role=menu]');
    return isOpen && list && element.current ? placeMenu(list, element.current) : undefined;
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    items()[0]?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!element.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') close();
    else if (next === undefined) return;
    else all[(next + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the button and the items inside
    <div class="menu" ref={element} onKeyDown={onKeyDown}>
      <IconButton icon="more" label={label} isExpanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div class="menu-list" role="menu" id={id} aria-label={label} popover="manual">
          {actions.map(({ label: text, icon, isDanger = false, run }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={`menu-item ${isDanger ? 'menu-item-danger' : ''}`}
              onClick={() => {
                close();
                run();
              }}
            >
              <Icon name={icon} />
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
