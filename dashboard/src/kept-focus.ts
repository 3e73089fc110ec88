// Keeps the focus on the screen when the element that has it is removed, such as the button of a row that was removed:
// without this, the next Tab would begin at the top of the page again.

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';
/** By then a new screen or a closed window has moved the focus itself. */
const SETTLED_MS = 120;

interface Place {
  readonly element: Element;
  /** The list or table body around the row of the element. */
  readonly list: Element | null;
  /** Position of the row in it. */
  readonly at: number;
  /** Position of the element in the row. */
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

/** The same control of the next row, of the last one at the end; without rows the heading of the screen. */
function nextTo({ list, at, within }: Place): HTMLElement | null {
  const rows = list?.isConnected ? [...list.children].map(focusables).filter(({ length }) => length > 0) : [];
  const controls = rows[Math.min(at, rows.length - 1)];
  return controls?.[Math.min(within, controls.length - 1)] ?? document.querySelector<HTMLElement>('main h1');
}

/** From now on. Returns the end of it. */
export function keepFocus(): () => void {
  let last: Place | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? placeOf(target) : null;
  };
  // A click next to everything takes the focus away on purpose.
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
