// A drop target for files, with a button that opens the file dialog.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { FIELD_TEXTS } from '../texts/component-texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface FileDropProps {
  /** Name of the file field, for screen readers. */
  readonly label: string;
  readonly onFile: (file: File) => void;
  /** The accepted formats. */
  readonly children: ComponentChildren;
}

export function FileDrop({ label, onFile, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button inside does the same
    <div
      class={`drop ${isOver ? 'drop-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) onFile(file);
      }}
    >
      <Icon name="upload" />
      <p>{FIELD_TEXTS.dropFile}</p>
      <Button onClick={() => input.current?.click()}>{FIELD_TEXTS.chooseFile}</Button>
      <input
        ref={input}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
      <p class="muted">{children}</p>
    </div>
  );
}
