// The screen Enrich: upload a list, preview the matches for free, run the enrichment with a limit on credits, download
// the results. Runs continue on the server.
import { useRoute } from 'preact-iso/router';
import { Page } from '../components/page.tsx';
import { account, isOperator, may } from '../session.ts';
import { ChooseAccount } from '../shell/choose-account.tsx';
import { NotYours } from '../shell/not-found.tsx';
import { ENRICH_TEXTS } from '../texts/enrich-texts.ts';
import { DraftPage } from './draft-page.tsx';
import { NewList } from './new-list.tsx';
import { Runs } from './runs.tsx';
import './enrich.css';

export function EnrichScreen() {
  const id = useRoute().params['id'];
  if (id !== undefined && !may('member')) return <NotYours />;
  if (id !== undefined) return <DraftPage key={id} id={id} />;
  return (
    <Page title={ENRICH_TEXTS.title} lead={ENRICH_TEXTS.lead}>
      {account.value === null && isOperator.value ? (
        <ChooseAccount title={ENRICH_TEXTS.chooseAccount} />
      ) : (
        <Lists key={account.value} account={account.value} />
      )}
    </Page>
  );
}

function Lists({ account: name }: { readonly account: string | null }) {
  return (
    <>
      {may('member') && <NewList account={name} />}
      <Runs account={name} />
    </>
  );
}
