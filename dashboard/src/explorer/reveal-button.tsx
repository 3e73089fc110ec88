// The button that reveals contacts of selected people.
import { Button } from '../components/button.tsx';
import { creditsOf } from '../endpoints.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { CONTACT_PATHS, type ContactKind, unrevealed } from './contacts.ts';

interface RevealButtonProps {
  readonly account: string;
  readonly kind: ContactKind;
  readonly urls: readonly string[];
  readonly isRevealing: ContactKind | null;
  readonly start: (kind: ContactKind, urls: readonly string[]) => void;
}

/** Reveals the contacts that are not revealed yet. The button shows the price. */
export function RevealButton({ account, kind, urls, isRevealing, start }: RevealButtonProps) {
  const open = unrevealed(account, kind, urls).length;
  return (
    <Button
      icon={kind === 'email' ? 'mail' : 'phone'}
      isBusy={isRevealing === kind}
      isDisabled={open === 0 || (isRevealing !== null && isRevealing !== kind)}
      onClick={() => start(kind, urls)}
    >
      {kind === 'email' ? EXPLORER_TEXTS.revealEmails : EXPLORER_TEXTS.revealPhones}
      <span class="button-price">{EXPLORER_TEXTS.atMost(open * creditsOf(CONTACT_PATHS[kind]))}</span>
    </Button>
  );
}
