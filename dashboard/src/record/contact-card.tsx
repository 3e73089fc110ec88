// The contacts of a person. Each is revealed separately at the price on its button, and can then be copied.
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Icon } from '../components/icon.tsx';
import { Card } from '../components/page.tsx';
import { Failure } from '../components/states.tsx';
import { priceOf } from '../endpoints.ts';
import { CONTACT_KINDS, CONTACT_PATHS, type ContactKind, revealed, useReveal } from '../explorer/contacts.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';

interface ContactCardProps {
  readonly url: string;
  readonly account: string;
}

export function ContactCard({ url, account }: ContactCardProps) {
  const { isRevealing, failure, start } = useReveal(account);
  return (
    <Card title={RECORD_TEXTS.contacts}>
      {failure && <Failure failure={failure} />}
      <dl class="contacts">
        {CONTACT_KINDS.map((kind) => (
          <div key={kind}>
            <dt>
              <Icon name={kind === 'email' ? 'mail' : 'phone'} />
              {kind === 'email' ? RECORD_TEXTS.email : RECORD_TEXTS.phone}
            </dt>
            <dd>
              <ContactValue
                {...{ kind, url, account }}
                isBusy={isRevealing === kind}
                onReveal={() => void start(kind, [url])}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface ContactValueProps extends ContactCardProps {
  readonly kind: ContactKind;
  readonly isBusy: boolean;
  readonly onReveal: () => void;
}

function ContactValue({ kind, url, account, isBusy, onReveal }: ContactValueProps) {
  const contact = revealed(account, kind, url);
  if (contact === null) return <span class="muted">{RECORD_TEXTS.noContact}</span>;
  if (contact === undefined)
    return (
      <Button icon="eye" isBusy={isBusy} onClick={onReveal}>
        {RECORD_TEXTS.reveal} <span class="unseen">{RECORD_TEXTS.contactKinds[kind]}</span>
        <span class="button-price">{priceOf(CONTACT_PATHS[kind])}</span>
      </Button>
    );
  return (
    <>
      <span class="contact-value">{contact.value}</span>
      <CopyButton text={contact.value} what={contact.value} />
      <Badge kind={contact.note === 'valid' ? 'good' : 'plain'}>{contact.note ?? RECORD_TEXTS.notChecked}</Badge>
    </>
  );
}
