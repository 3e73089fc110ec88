// Moves the focus to a neighbour when the focused element is removed, such as the button of a removed row. Otherwise
// the next Tab would start at the top of the page.

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';
/** After this time, a new screen or a closed dialog has moved the focus. */
const SETTLED_MS = 120;

interface Place {
  readonly element: Element;
  /** The list or table body around the row of the element. */
  readonly list: Element | null;
  /** Index of the row in the list. */
  readonly at: number;
  /** Index of the element in the row. */
  readonly within: number;
}

const focusables = (row: Element) => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];

function placeOf(element: Element): Place {
  const row = element.closest('tr, li');
  const list = row?.parentElement ?? null;
  if (row === null || list === null) return { element, list: null, at: 0, within: 0 };
  return {
    element,
    list,
    at: [...list.children].indexOf(row),
    within: focusables(row).indexOf(element as HTMLElement),
  };
}

/** The first control of the topmost dialog, or the heading of the screen if no dialog is open. */
function start(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return (dialog ?? document).querySelector<HTMLElement>(dialog ? FOCUSABLE : 'main h1');
}

/** The same control in the next row, or in the last row at the end; the start if no row is left. */
function nextTo({ list, at, within }: Place): HTMLElement | null {
  const rows = list?.isConnected ? [...list.children].map(focusables).filter(({ length }) => length > 0) : [];
  const controls = rows[Math.min(at, rows.length - 1)];
  return controls?.[Math.min(within, controls.length - 1)] ?? start();
}

/** Starts watching the focus. Returns a function that stops it. */
export function keepFocus(): () => void {
  let last: Place | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? placeOf(target) : null;
  };
  // A click outside of all controls removes the focus on purpose.
  const onPointer = () => {
    last = null;
  };
  const restore = () => {
    if (last === null || last.element.isConnected) return;
    const place = last;
    last = null;
    if (document.activeElement === document.body) nextTo(place)?.focus();
  };
  const observer = new MutationObserver(() => {
    if (last !== null && !last.element.isConnected) setTimeout(restore, SETTLED_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', onFocus);
  addEventListener('pointerdown', onPointer);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', onFocus);
    removeEventListener('pointerdown', onPointer);
  };
}
