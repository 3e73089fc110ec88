// Shows a new key once, with a command to try it.
import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { CheckField } from '../components/field.tsx';
import { curlCommand, ENDPOINTS, priceOf } from '../endpoints.ts';
import { KEY_TEXTS } from '../texts/key-texts.ts';
import { type CreatedKey, keyName } from './key.ts';

export function CreatedKeyDialog({
  made,
  onClose,
}: {
  readonly made: CreatedKey | null;
  readonly onClose: () => void;
}) {
  return made === null ? null : <OpenCreatedKeyDialog key={made.id} made={made} onClose={onClose} />;
}

function OpenCreatedKeyDialog({ made, onClose }: { readonly made: CreatedKey; readonly onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  const keyInfo = ENDPOINTS.find(({ operation }) => operation === 'key-info');
  const search = ENDPOINTS.find(
    ({ path, credits }) => credits > 0 && (made.allowed_paths.length === 0 || made.allowed_paths.includes(path)),
  );
  return (
    <Dialog
      title={KEY_TEXTS.madeTitle(keyName(made))}
      isOpen
      isFirm
      isWide
      onClose={onClose}
      footer={
        <Button kind="primary" isDisabled={!isStored} onClick={onClose}>
          {KEY_TEXTS.done}
        </Button>
      }
    >
      <div class="callout callout-warn">
        <strong>{KEY_TEXTS.shownOnce}</strong> {KEY_TEXTS.shownOnceHint}
      </div>
      <div class="made-key">
        <code class="mono" data-made-key>
          {made.key}
        </code>
        <CopyButton text={made.key} what={KEY_TEXTS.key} isNamed />
      </div>
      <div class="stack">
        <h3>{KEY_TEXTS.tryIt}</h3>
        {keyInfo && <CodeBlock label={KEY_TEXTS.curlOfStatus} text={curlCommand(keyInfo, made.key, null)} isWrapped />}
        {search && (
          <>
            <p class="muted">{KEY_TEXTS.callAt(search.summary, priceOf(search.path))}</p>
            <CodeBlock
              label={KEY_TEXTS.curlOf(search.summary)}
              text={curlCommand(search, made.key, search.example)}
              isWrapped
            />
          </>
        )}
      </div>
      <CheckField label={KEY_TEXTS.stored} isChecked={isStored} onCheck={setStored} />
    </Dialog>
  );
}
