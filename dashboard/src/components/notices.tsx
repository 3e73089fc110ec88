// Toast messages, some with an undo button, and a live region that announces results to screen readers without moving
// the focus.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { NOTICE_TEXTS } from '../texts/component-texts.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

export type NoticeKind = 'good' | 'bad' | 'plain';

interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly undo: (() => void) | null;
}

const SHOWN_MS = 6000;
/** Longer than others: the reader has to notice the mistake first. */
const UNDOABLE_MS = 15_000;
const notices = signal<readonly Notice[]>([]);
const spoken = signal('');
/** The places of notices: the page, then the open dialogs, the topmost last. */
const places = signal<readonly object[]>([]);
let last = 0;

/** Shows a message for six seconds; an error message stays until it is closed. */
export function notify(text: string, kind: NoticeKind = 'good'): void {
  show({ kind, text, undo: null });
}

/** Shows a message for fifteen seconds, with a button that calls `undo`. */
export function notifyUndoable(text: string, undo: () => void): void {
  show({ kind: 'good', text, undo });
}

function show(shown: Omit<Notice, 'id'>): void {
  last += 1;
  const notice = { ...shown, id: last };
  notices.value = [...notices.value.slice(-2), notice];
  if (shown.kind !== 'bad') setTimeout(() => close(notice.id), shown.undo ? UNDOABLE_MS : SHOWN_MS);
}

/** Announces a text to screen readers only. */
export function announce(text: string): void {
  spoken.value = '';
  setTimeout(() => {
    spoken.value = text;
  }, 50);
}

function close(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/**
 * A place for messages, and the live region of `announce`. The page and each dialog have one, because an open dialog
 * makes everything outside of it inert. The topmost place shows the messages.
 */
export function Notices() {
  const place = useRef(null);
  useEffect(() => {
    places.value = [...places.value, place];
    return () => {
      places.value = places.value.filter((each) => each !== place);
    };
  }, []);
  return (
    <>
      <div role="status" aria-live="polite">
        {places.value.at(-1) === place && notices.value.length > 0 && <NoticeList />}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {spoken.value}
      </div>
    </>
  );
}

/** A popover, so that no dialog clips it. */
function NoticeList() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.showPopover(), []);
  return (
    <div ref={element} class="notices" popover="manual">
      {notices.value.map(({ id, kind, text, undo }) => (
        <div class={`notice notice-${kind}`} key={id}>
          {kind !== 'plain' && <Icon name={kind === 'good' ? 'check' : 'warning'} />}
          <span>{text}</span>
          {undo && (
            <Button
              kind="quiet"
              class="notice-undo"
              onClick={() => {
                close(id);
                undo();
              }}
            >
              {NOTICE_TEXTS.undo}
            </Button>
          )}
          <IconButton icon="close" label={NOTICE_TEXTS.close} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
