// Preformatted text to read or copy: commands, JSON, sample code.
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly text: string;
  /** Name of the content, for screen readers and the copy button: `curl command`. */
  readonly label: string;
  /** Wraps long lines instead of scrolling. */
  readonly isWrapped?: boolean;
}

export function CodeBlock({ text, label, isWrapped = false }: CodeBlockProps) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section class="code-scroll" tabIndex={0} aria-label={label}>
        <pre class={isWrapped ? 'code-wrapped' : ''}>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton text={text} what={label} />
    </div>
  );
}
