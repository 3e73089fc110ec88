// The frame of a record's page: link to the search, previous and next record (K and J), header with actions. Before the
// record is bought, it shows whether the record exists (free) and a buy button with the price.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type ApiFailure, callV2 } from '../api.ts';
import { Avatar } from '../components/avatar.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Menu, type MenuAction } from '../components/menu.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { priceOf } from '../endpoints.ts';
import { account, isOperator, may } from '../session.ts';
import { AccountPicker, useAccountNames } from '../shell/account-choice.tsx';
import { useShortcuts } from '../shortcuts.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import { ROLE_TEXTS } from '../texts/sign-in-texts.ts';
import { buyRecord, knownRecord, type Place, placeInWalk, profileOf, RECORD_PATHS } from './known-records.ts';
import { type RecordKind, recordAddress } from './record-address.ts';
import { type Row, useStored } from './stored-records.ts';
import { Unconfirmed } from './unconfirmed.tsx';
import './record.css';

interface RecordPageProps {
  readonly kind: RecordKind;
  readonly slug: string;
  readonly children: (record: Row, account: string) => ComponentChildren;
}

/** Renders the record if it is bought and still there, else the button that buys it. */
export function RecordPage({ kind, slug, children }: RecordPageProps) {
  const owner = account.value;
  const record = owner === null ? null : knownRecord({ kind, slug, account: owner });
  const stored = useStored(record ? [record] : [], owner, `${kind} ${slug}`);
  if (record && owner !== null && stored.isConfirmed) return <>{children(record, owner)}</>;
  if (record)
    return (
      <Page title={RECORD_TEXTS.kinds[kind]}>
        <RecordBar kind={kind} slug={slug} />
        <Unconfirmed {...stored} />
      </Page>
    );
  return <Unbought key={`${kind} ${slug}`} {...{ kind, slug, owner }} />;
}

const COUNTS: Readonly<Record<RecordKind, { readonly path: string; readonly scope: string }>> = {
  person: { path: '/v2/search/people/count', scope: 'people' },
  company: { path: '/v2/search/companies/count', scope: 'company' },
};

interface UnboughtProps {
  readonly kind: RecordKind;
  readonly slug: string;
  readonly owner: string | null;
}

/** Whether the record exists, from a free count; null while it is loading. */
function useExists({ kind, slug, owner }: UnboughtProps) {
  const [exists, setExists] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { path, scope } = COUNTS[kind];
    const body = { [scope]: { network_url: [profileOf(kind, slug)] } };
    void callV2({ method: 'POST', path, body, account: owner ?? undefined, signal: controller.signal }).then(
      (answer) => {
        if (controller.signal.aborted) return;
        setFailure(answer.status === 422 ? null : answer.failure);
        setExists(!answer.failure && (answer.body as { total_results: number }).total_results > 0);
      },
    );
    return () => controller.abort();
  }, [kind, slug, owner]);
  return { exists, failure };
}

function Unbought(props: UnboughtProps) {
  const { kind, slug, owner } = props;
  const { exists, failure } = useExists(props);
  const [isBuying, setBuying] = useState(false);
  const [rejection, setRejection] = useState<ApiFailure | null>(null);
  const names = useAccountNames();
  const buy = async () => {
    if (owner === null) return;
    setBuying(true);
    const failed = await buyRecord({ kind, slug, account: owner });
    setBuying(false);
    setRejection(failed);
  };
  return (
    <Page title={RECORD_TEXTS.kinds[kind]}>
      <RecordBar kind={kind} slug={slug} />
      {(failure ?? rejection) && <Failure failure={(failure ?? rejection) as ApiFailure} />}
      {exists === null && <Loading label={RECORD_TEXTS.counting} lines={4} />}
      {exists === false && !failure && <Empty title={RECORD_TEXTS.unknown[kind]}>{RECORD_TEXTS.unknownHint}</Empty>}
      {exists === true && (
        <Empty title={RECORD_TEXTS.notLoaded[kind]} icon={kind === 'person' ? 'people' : 'building'}>
          {RECORD_TEXTS.notLoadedHint}
          {owner === null && isOperator.value ? (
            <AccountPicker names={names} />
          ) : !may('member') ? (
            <p>{ROLE_TEXTS.cannotSpend}</p>
          ) : (
            <Button kind="primary" isBusy={isBuying} onClick={() => void buy()}>
              {RECORD_TEXTS.show} <span class="button-price">{priceOf(RECORD_PATHS[kind])}</span>
            </Button>
          )}
        </Empty>
      )}
    </Page>
  );
}

/** The link to the search, and the previous and next record. */
function RecordBar({ kind, slug }: { readonly kind: RecordKind; readonly slug: string }) {
  const { route } = useLocation();
  const place = placeInWalk(kind, slug);
  const go = (step: number) => {
    const next = place?.walk.slugs[place.at + step];
    if (next !== undefined) route(recordAddress(kind, next));
  };
  const back = place?.walk.back ?? `/explorer/${kind === 'person' ? 'people' : 'companies'}`;
  useShortcuts([
    { keys: 'j', label: RECORD_TEXTS.next, run: () => go(1) },
    { keys: 'k', label: RECORD_TEXTS.previous, run: () => go(-1) },
    { keys: 'u', label: RECORD_TEXTS.back, run: () => route(back) },
  ]);
  return (
    <nav class="record-bar" aria-label={RECORD_TEXTS.walk}>
      <a class="button button-quiet" href={back}>
        <Icon name="left" />
        {RECORD_TEXTS.back}
      </a>
      {place && (
        <div class="row">
          <WalkPlace {...place} />
          <IconButton icon="up" label={RECORD_TEXTS.previousKey} isDisabled={place.at === 0} onClick={() => go(-1)} />
          <IconButton
            icon="down"
            label={RECORD_TEXTS.nextKey}
            isDisabled={place.at === place.walk.slugs.length - 1}
            onClick={() => go(1)}
          />
        </div>
      )}
    </nav>
  );
}

/** The position among all matches. At the last loaded record it says why there is no next one. */
function WalkPlace({ walk: { slugs, total }, at }: Place) {
  const isLastLoaded = at === slugs.length - 1 && (total === null || total > slugs.length);
  return (
    <span class="muted number">
      {total === null ? RECORD_TEXTS.placeOfLoaded(at + 1, slugs.length) : RECORD_TEXTS.place(at + 1, total)}
      {isLastLoaded && ` · ${RECORD_TEXTS.lastLoaded}`}
    </span>
  );
}

interface RecordFrameProps {
  readonly kind: RecordKind;
  readonly slug: string;
  readonly name: string;
  /** Shown below the name. */
  readonly lead: ComponentChildren;
  readonly actions: ComponentChildren;
  readonly menu: readonly MenuAction[];
  readonly children: ComponentChildren;
}

export function RecordFrame({ kind, slug, name, lead, actions, menu, children }: RecordFrameProps) {
  return (
    <Page
      title={name}
      icon={<Avatar name={name} isSquare={kind === 'company'} isLarge />}
      before={<RecordBar kind={kind} slug={slug} />}
      lead={lead}
      actions={
        <>
          {actions}
          <Menu label={RECORD_TEXTS.moreAbout(name)} actions={menu} />
        </>
      }
    >
      {children}
    </Page>
  );
}
