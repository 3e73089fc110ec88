// The screen Data, for operators: the records of the catalog, imports, possible duplicates and the suppression list.
import { useLocation, useRoute } from 'preact-iso/router';
import { Page } from '../components/page.tsx';
import { Tabs } from '../components/tabs.tsx';
import { CatalogFigures } from './catalog-figures.tsx';
import { Imports } from './imports.tsx';
import { Reviews } from './reviews.tsx';
import { Suppressions } from './suppressions.tsx';
import './records.css';
import { DATA_TEXTS } from '../texts/data-texts.ts';

const TABS = [
  { key: 'records', title: DATA_TEXTS.tabs.records, panel: () => <CatalogFigures /> },
  { key: 'imports', title: DATA_TEXTS.tabs.imports, panel: () => <Imports /> },
  { key: 'reviews', title: DATA_TEXTS.tabs.reviews, panel: () => <Reviews /> },
  { key: 'suppressions', title: DATA_TEXTS.tabs.suppressions, panel: () => <Suppressions /> },
];

export function RecordsScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  return (
    <Page title={DATA_TEXTS.title} lead={DATA_TEXTS.lead}>
      <Tabs
        label={DATA_TEXTS.parts}
        tabs={TABS}
        chosen={params['part'] ?? 'records'}
        onChoose={(key) => route(key === 'records' ? '/data' : `/data/${key}`)}
      />
    </Page>
  );
}
