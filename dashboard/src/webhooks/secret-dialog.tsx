// Shows the signing secret of an endpoint once.
import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Dialog } from '../components/dialog.tsx';
import { CheckField } from '../components/field.tsx';
import { WEBHOOK_TEXTS } from '../texts/webhook-texts.ts';
import type { SecretWebhook } from './webhook.ts';

interface SecretDialogProps {
  readonly webhook: SecretWebhook;
  readonly onClose: () => void;
}

export function SecretDialog({ webhook, onClose }: SecretDialogProps) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog
      title={WEBHOOK_TEXTS.secretTitle}
      isOpen
      isFirm
      onClose={onClose}
      footer={
        <Button kind="primary" isDisabled={!isStored} onClick={onClose}>
          {WEBHOOK_TEXTS.done}
        </Button>
      }
    >
      <p class="callout callout-warn">
        <strong>{WEBHOOK_TEXTS.secretOnce}</strong> {WEBHOOK_TEXTS.secretHint}
      </p>
      <CodeBlock label={WEBHOOK_TEXTS.secret} text={webhook.secret} isWrapped />
      <CheckField label={WEBHOOK_TEXTS.secretStored} isChecked={isStored} onCheck={setStored} />
    </Dialog>
  );
}
