// One record next to the list, with further look-ups and their cost.

import { useState } from 'preact/hooks';
import type { CompanyWire, JobRowWire } from '../../../src/contract/records.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { Drawer } from '../components/dialog.tsx';
import { Tabs } from '../components/tabs.tsx';
import { formatCount, formatDay } from '../format.ts';
import { isOperator } from '../session.ts';
import { CompanyDetails, companySearchAddress } from './company-details.tsx';
import { Fact, Facts, WebLink } from './facts.tsx';
import { PersonDetails } from './person-details.tsx';
import { ProvenanceView } from './provenance.tsx';
import type { PersonRow } from './result-columns.tsx';
import type { SearchKind } from './search-fields.ts';
import type { Row } from './use-search.ts';

interface RecordDrawerProps {
  readonly kind: SearchKind;
  /** Null: closed. */
  readonly row: Row | null;
  readonly account: string;
  readonly onClose: () => void;
}

export function RecordDrawer({ kind, row, account, onClose }: RecordDrawerProps) {
  const [chosen, setChosen] = useState('record');
  if (row === null) return null;
  const { full_name, name, title } = row as { full_name?: string; name?: string; title?: string };
  const { network_url: url } = row as { network_url?: string };
  const origins = isOperator.value && kind !== 'jobs' && url !== undefined ? url : null;
  const tabs = [
    { key: 'record', title: 'Record', panel: () => <Details {...{ kind, row, account }} /> },
    ...(origins === null
      ? []
      : [
          {
            key: 'origin',
            title: 'Origin',
            panel: () => <ProvenanceView kind={kind === 'people' ? 'person' : 'company'} named={origins} />,
          },
        ]),
    {
      key: 'json',
      title: 'JSON',
      panel: () => <CodeBlock text={JSON.stringify(row, null, 2)} label="record as JSON" isWrapped />,
    },
  ];
  return (
    <Drawer title={full_name ?? name ?? title ?? 'Record'} isOpen onClose={onClose}>
      <Tabs label="View" tabs={tabs} chosen={chosen} onChoose={setChosen} />
    </Drawer>
  );
}

function Details({ kind, row, account }: { readonly kind: SearchKind; readonly row: Row; readonly account: string }) {
  if (kind === 'people') return <PersonDetails person={row as unknown as PersonRow} account={account} />;
  if (kind === 'companies') return <CompanyDetails company={row as unknown as CompanyWire} account={account} />;
  return <OpeningDetails opening={row as unknown as JobRowWire} />;
}

function OpeningDetails({ opening }: { readonly opening: JobRowWire }) {
  const { company } = opening;
  return (
    <div class="stack">
      <Facts>
        <Fact name="Company">
          <a href={companySearchAddress('companies', company.name)}>{company.name}</a>
        </Fact>
        <Fact name="Open positions">{formatCount(opening.open_positions)}</Fact>
        <Fact name="Source">{opening.source}</Fact>
        <Fact name="Newest">{opening.latest_posted_at && formatDay(opening.latest_posted_at)}</Fact>
        <Fact name="Places">
          {opening.locations
            .map(({ city, country_code: country }) => [city, country].filter(Boolean).join(', '))
            .join('; ')}
        </Fact>
        <Fact name="Address">{opening.url && <WebLink address={opening.url} />}</Fact>
        <Fact name="Company profile">
          <WebLink address={company.network_url} />
        </Fact>
      </Facts>
    </div>
  );
}
