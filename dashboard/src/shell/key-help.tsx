// The dialog of keyboard shortcuts: those of the current screen, and those that work everywhere.
import { Dialog } from '../components/dialog.tsx';
import { type Shortcut, shortcuts } from '../shortcuts.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';

export function KeyHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const here = shortcuts.value.filter(({ isEverywhere }) => !isEverywhere);
  const everywhere = [
    { keys: 'Ctrl K', label: SHELL_TEXTS.commands },
    ...shortcuts.value.filter(({ isEverywhere }) => isEverywhere),
  ];
  return (
    <Dialog title={SHELL_TEXTS.keys} isOpen={isOpen} onClose={onClose}>
      {here.length > 0 && <KeyList title={SHELL_TEXTS.keysHere} list={here} />}
      <KeyList title={SHELL_TEXTS.keysEverywhere} list={everywhere} />
    </Dialog>
  );
}

interface KeyListProps {
  readonly title: string;
  readonly list: readonly Pick<Shortcut, 'keys' | 'label'>[];
}

function KeyList({ title, list }: KeyListProps) {
  return (
    <section class="key-list" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {list.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
