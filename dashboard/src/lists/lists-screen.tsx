// The screen Lists: the lists and watches of an account; each list has its own address.
import { useLocation, useRoute } from 'preact-iso/router';
import { Page } from '../components/page.tsx';
import { Tabs } from '../components/tabs.tsx';
import { account } from '../session.ts';
import { ChooseAccount } from '../shell/choose-account.tsx';
import { LIST_TEXTS } from '../texts/list-texts.ts';
import { AllLists } from './all-lists.tsx';
import { ListPage } from './list-page.tsx';
import './lists.css';
import { Watches } from './watches.tsx';

/** The path segment of the watches; any other segment is the id of a list. */
const WATCHES = 'watches';

export function ListsScreen() {
  const part = useRoute().params['part'];
  const name = account.value;
  if (name !== null && part !== undefined && part !== WATCHES)
    return <ListPage key={`${name} ${part}`} account={name} id={part} />;
  return (
    <Page title={LIST_TEXTS.title} lead={LIST_TEXTS.lead}>
      {name === null ? (
        <ChooseAccount title={LIST_TEXTS.chooseAccount} />
      ) : (
        <Parts key={name} account={name} part={part ?? 'lists'} />
      )}
    </Page>
  );
}

function Parts({ account: name, part }: { readonly account: string; readonly part: string }) {
  const { route } = useLocation();
  const tabs = [
    { key: 'lists', title: LIST_TEXTS.lists, panel: () => <AllLists account={name} /> },
    { key: WATCHES, title: LIST_TEXTS.watches, panel: () => <Watches account={name} /> },
  ];
  return (
    <Tabs
      label={LIST_TEXTS.parts}
      tabs={tabs}
      chosen={part}
      onChoose={(key) => route(key === 'lists' ? '/lists' : `/lists/${key}`)}
    />
  );
}
