// The page of one account, for operators: credits and limits, calls, keys, members, and the actions on the account.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { useRemote } from '../remote.ts';
import { loadSession } from '../session.ts';
import { ACCOUNT_TEXTS } from '../texts/account-texts.ts';
import { type Account, AccountContent } from './account-content.tsx';
import { ChangeAccount, GrantCredits, RemoveAccount, resumeAccount, SuspendAccount } from './account-dialogs.tsx';

const EVERY_MS = 10_000;
const WINDOWS = { grant: GrantCredits, change: ChangeAccount, suspend: SuspendAccount, remove: RemoveAccount } as const;
type Act = keyof typeof WINDOWS;

export function AccountPage({ id }: { readonly id: string }) {
  const { route } = useLocation();
  const accounts = useRemote((signal) => request('GET /accounts', { signal }), [id], { everyMs: EVERY_MS });
  const [open, setOpen] = useState<Act | null>(null);
  const found = accounts.value?.rows.find((each) => each.id === id);
  const done = () => {
    if (open === 'remove') route('/accounts');
    setOpen(null);
    accounts.reload();
    void loadSession();
  };
  const Window = open && WINDOWS[open];
  return (
    <Page
      title={found?.name ?? ACCOUNT_TEXTS.title}
      lead={found && <Lead {...found} />}
      before={
        <a class="back" href="/accounts">
          {ACCOUNT_TEXTS.all}
        </a>
      }
      actions={
        found && <Actions account={found} onOpen={setOpen} onResume={() => void resumeAccount(found).then(done)} />
      }
    >
      <Loaded remote={accounts} lines={8}>
        {() =>
          found ? (
            <AccountContent key={found.name} account={found} />
          ) : (
            <Empty title={ACCOUNT_TEXTS.unknown} icon="people">
              {ACCOUNT_TEXTS.unknownHint}
            </Empty>
          )
        }
      </Loaded>
      {Window && found && <Window account={found} onClose={() => setOpen(null)} onDone={done} />}
    </Page>
  );
}

function Lead({ plan, created_at: createdAt, suspended_at: suspendedAt }: Account) {
  return (
    <>
      {ACCOUNT_TEXTS.planSince(plan, createdAt)}{' '}
      {suspendedAt !== null && <Badge kind="warn">{ACCOUNT_TEXTS.suspended}</Badge>}
    </>
  );
}

interface ActionsProps {
  readonly account: Account;
  readonly onOpen: (act: Act) => void;
  readonly onResume: () => void;
}

function Actions({ account: { name, remaining, suspended_at: suspendedAt }, onOpen, onResume }: ActionsProps) {
  return (
    <div class="row">
      {remaining !== null && (
        <Button icon="plus" onClick={() => onOpen('grant')}>
          {ACCOUNT_TEXTS.grant}
        </Button>
      )}
      {suspendedAt !== null && (
        <Button kind="primary" icon="play" onClick={onResume}>
          {ACCOUNT_TEXTS.resume}
        </Button>
      )}
      <Button onClick={() => onOpen('change')}>{ACCOUNT_TEXTS.change}</Button>
      <Menu
        label={ACCOUNT_TEXTS.moreAbout(name)}
        actions={[
          ...(suspendedAt === null
            ? [{ label: ACCOUNT_TEXTS.suspend, icon: 'close', run: () => onOpen('suspend') } as const]
            : []),
          { label: ACCOUNT_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onOpen('remove') },
        ]}
      />
    </div>
  );
}
