// The page of a company: facts; staff by department, seniority and country as charts of free counts; openings; and for
// operators the origin of each field.
import { useRoute } from 'preact-iso/router';
import { COMPANY } from '../../../src/contract/record-table/company-members.ts';
import type { CompanyWire } from '../../../src/contract/schemas/records.ts';
import { Fact, FactList } from '../components/facts.tsx';
import { Card } from '../components/page.tsx';
import { WebLink } from '../components/web-link.tsx';
import { NOTHING, writeQuery } from '../explorer/search-query.ts';
import { formatCount, formatTime } from '../format.ts';
import { AddToListButton } from '../lists/add-to-list.tsx';
import { isOperator, may } from '../session.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import { FurtherFacts } from './further-facts.tsx';
import { Openings } from './openings.tsx';
import { Origin } from './origin.tsx';
import { RecordFrame, RecordPage } from './record-frame.tsx';
import { furtherMembers } from './record-members.ts';
import { useRecordMenu } from './record-menu.tsx';
import { Staff } from './staff.tsx';
import type { Row } from './stored-records.ts';

const FIELDS = RECORD_TEXTS.fields;

/** Members that the page does not show elsewhere. */
const FURTHER = furtherMembers(
  COMPANY,
  `network_url name domain website industry type size employee_count followers founded_year about specialties hq
  updated_at`.split(/\s+/),
);

export function CompanyScreen() {
  const { params } = useRoute();
  const slug = params['slug'] ?? '';
  return (
    <RecordPage kind="company" slug={slug}>
      {(record, account) => <Company key={slug} {...{ slug, account }} company={record as unknown as CompanyWire} />}
    </RecordPage>
  );
}

interface CompanyProps {
  readonly slug: string;
  readonly account: string;
  readonly company: CompanyWire;
}

function Company({ slug, account, company }: CompanyProps) {
  const { name, network_url: url } = company;
  const record = company as unknown as Row;
  const menu = useRecordMenu({ kind: 'company', slug, name, record });
  const people = `/explorer/people${writeQuery('people', { 'company.network_url': { ...NOTHING, include: [url] } })}`;
  return (
    <RecordFrame
      {...{ kind: 'company', slug, name }}
      lead={<Lead company={company} />}
      actions={
        <>
          <a class="button button-plain" href={people}>
            {RECORD_TEXTS.toPeople}
          </a>
          <a class="button button-plain" href={`/waterfall?company=${encodeURIComponent(url)}`}>
            {RECORD_TEXTS.toWaterfall}
          </a>
          {may('member') && <AddToListButton kind="companies" account={account} rows={[record]} />}
        </>
      }
      menu={menu.actions}
    >
      <div class="record-columns">
        <div class="stack">
          {company.about && (
            <Card title={RECORD_TEXTS.about}>
              <p class="imported">{company.about}</p>
            </Card>
          )}
          <Staff {...{ url, account }} />
          <Openings {...{ url, account }} />
          {isOperator.value && <Origin kind="company" slug={slug} />}
        </div>
        <CompanyFacts company={company} />
      </div>
      {menu.dialogs}
    </RecordFrame>
  );
}

function Lead({ company: { industry, hq, domain } }: { readonly company: CompanyWire }) {
  const place = [hq?.city, hq?.country_name].filter(Boolean).join(', ');
  return (
    <>
      {[industry, place].filter(Boolean).join(' · ')}
      {domain && (
        <>
          {' · '}
          <WebLink address={`https://${domain}`}>{domain}</WebLink>
        </>
      )}
    </>
  );
}

function CompanyFacts({ company }: { readonly company: CompanyWire }) {
  const { hq } = company;
  return (
    <Card title={RECORD_TEXTS.facts}>
      <FactList>
        <Fact name={FIELDS.employees}>
          {company.employee_count === null ? company.size : formatCount(company.employee_count)}
        </Fact>
        <Fact name={FIELDS.type}>{company.type}</Fact>
        <Fact name={FIELDS.headquarters}>{[hq?.city, hq?.state, hq?.country_name].filter(Boolean).join(', ')}</Fact>
        <Fact name={FIELDS.founded}>{company.founded_year}</Fact>
        <Fact name={FIELDS.followers}>{company.followers === null ? null : formatCount(company.followers)}</Fact>
        <Fact name={FIELDS.website}>{company.website && <WebLink address={company.website} />}</Fact>
        <Fact name={FIELDS.specialties}>
          {company.specialties.length > 0 && (
            <ul class="tags" aria-label={FIELDS.specialties}>
              {company.specialties.map((specialty) => (
                <li key={specialty}>{specialty}</li>
              ))}
            </ul>
          )}
        </Fact>
        <FurtherFacts members={FURTHER} record={company} />
        <Fact name={FIELDS.profile}>
          <WebLink address={company.network_url} />
        </Fact>
        <Fact name={FIELDS.lastSeen}>{company.updated_at && formatTime(company.updated_at)}</Fact>
      </FactList>
    </Card>
  );
}
