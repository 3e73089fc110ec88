// The command palette (Ctrl-K): a text box with a list of commands below it (ARIA combobox pattern). Its script is
// loaded when it first opens.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { Notices } from '../components/notices.tsx';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { type Command, fixedCommands, matching, searchCommands } from './commands.ts';
import type { Place } from './places.ts';

interface PaletteProps {
  readonly places: readonly Place[];
  readonly accounts: readonly string[];
  readonly route: (path: string) => void;
  readonly choose: (account: string) => void;
  readonly onClose: () => void;
}

const SHOWN_MAX = 12;

export function CommandPalette({ places, accounts, route, choose, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const words = typed.trim();
  const shown = [
    ...matching(fixedCommands({ places, accounts, route, choose }), words).slice(0, SHOWN_MAX),
    ...searchCommands(words, route),
  ];
  const at = Math.min(active, shown.length - 1);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => document.getElementById(`command-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setActive((at + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[at]);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the browser turns into `cancel`
    <dialog
      ref={dialog}
      class="palette"
      aria-label={SHELL_TEXTS.commands}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="palette-box">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-label={SHELL_TEXTS.commands}
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={shown[at] ? `command-${at}` : undefined}
          placeholder={SHELL_TEXTS.commandsHint}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <CommandList {...{ shown, at, run }} />
      <Notices />
    </dialog>
  );
}

interface CommandListProps {
  readonly shown: readonly Command[];
  readonly at: number;
  readonly run: (command: Command) => void;
}

function CommandList({ shown, at, run }: CommandListProps) {
  return (
    <div id="commands" class="palette-list" role="listbox" aria-label={SHELL_TEXTS.commands}>
      {shown.map((command, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
        <div
          key={command.label}
          id={`command-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          class="palette-command"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          <Icon name={command.icon} />
          <span>{command.label}</span>
          {command.note && <kbd>{command.note}</kbd>}
        </div>
      ))}
    </div>
  );
}
