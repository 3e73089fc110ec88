// Copies a text to the clipboard and confirms it.
import { useState } from 'preact/hooks';
import { COPY_TEXTS } from '../texts/component-texts.ts';
import { Button, IconButton } from './button.tsx';
import { announce, notify } from './notices.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Name of the copied content, for the label: `Copy ${what}`. */
  readonly what: string;
  /** Shows the word next to the icon. */
  readonly isNamed?: boolean;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, what, isNamed = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(COPY_TEXTS.isCopied(what));
      setTimeout(() => setCopied(false), SHOWN_MS);
    } catch {
      // Browsers allow clipboard access on secure pages only.
      notify(COPY_TEXTS.notAllowed, 'bad');
    }
  };
  const icon = isCopied ? 'check' : 'copy';
  if (!isNamed) return <IconButton icon={icon} label={COPY_TEXTS.copy(what)} onClick={() => void copy()} />;
  return (
    <Button icon={icon} onClick={() => void copy()}>
      {isCopied ? COPY_TEXTS.copied : COPY_TEXTS.copy(what)}
    </Button>
  );
}
