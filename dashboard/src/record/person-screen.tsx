// The page of a person: position and place, contacts, career, education, facts, and for operators the origin of each
// field.
import { useRoute } from 'preact-iso/router';
import { PERSON } from '../../../src/contract/record-table/person-members.ts';
import { Badge } from '../components/badge.tsx';
import { Fact, FactList } from '../components/facts.tsx';
import { Card } from '../components/page.tsx';
import { WebLink } from '../components/web-link.tsx';
import type { PersonRow } from '../explorer/result-columns.tsx';
import { formatCount, formatTime } from '../format.ts';
import { AddToListButton } from '../lists/add-to-list.tsx';
import { isOperator, may } from '../session.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import { ContactCard } from './contact-card.tsx';
import { FurtherFacts } from './further-facts.tsx';
import { Origin } from './origin.tsx';
import { recordAddress } from './record-address.ts';
import { RecordFrame, RecordPage } from './record-frame.tsx';
import { furtherMembers } from './record-members.ts';
import { useRecordMenu } from './record-menu.tsx';
import type { Row } from './stored-records.ts';
import { Career, Schools } from './timeline.tsx';

const FIELDS = RECORD_TEXTS.fields;

/** Members that the page does not show elsewhere. */
const FURTHER = furtherMembers(
  PERSON,
  'network_url full_name first_name last_name headline about_me location connections_count skills updated_at'.split(
    ' ',
  ),
);

export function PersonScreen() {
  const { params } = useRoute();
  const slug = params['slug'] ?? '';
  return (
    <RecordPage kind="person" slug={slug}>
      {(record, account) => <Person key={slug} {...{ slug, account }} person={record as unknown as PersonRow} />}
    </RecordPage>
  );
}

interface PersonProps {
  readonly slug: string;
  readonly account: string;
  readonly person: PersonRow;
}

function Person({ slug, account, person }: PersonProps) {
  const { full_name: name, network_url: url } = person;
  const record = person as unknown as Row;
  const menu = useRecordMenu({ kind: 'person', slug, name, record });
  return (
    <RecordFrame
      {...{ kind: 'person', slug, name }}
      lead={<Lead person={person} />}
      actions={may('member') && <AddToListButton kind="people" account={account} rows={[record]} />}
      menu={menu.actions}
    >
      <div class="record-columns">
        <div class="stack">
          {person.experiences.length > 0 && <Career experiences={person.experiences} />}
          {person.education.length > 0 && <Schools education={person.education} />}
          {isOperator.value && <Origin kind="person" slug={slug} />}
        </div>
        <div class="stack">
          <ContactCard {...{ url, account }} />
          <PersonFacts person={person} />
        </div>
      </div>
      {menu.dialogs}
    </RecordFrame>
  );
}

function Lead({ person }: { readonly person: PersonRow }) {
  const { job_title: title, job_level: level, job_function: department, company, location } = person;
  const place = [location?.city, location?.state_code, location?.country_name].filter(Boolean).join(', ');
  return (
    <>
      <bdi>{title}</bdi>
      {company && (
        <>
          {title ? RECORD_TEXTS.at : ''}
          <a href={recordAddress('company', company.network_url)}>{company.name}</a>
        </>
      )}
      {place && (
        <span class="lead-place">
          {' · '}
          <bdi>{place}</bdi>
        </span>
      )}
      {(level ?? department) && (
        <span class="lead-badges">
          {level && <Badge kind="accent">{level}</Badge>}
          {department && <Badge>{department}</Badge>}
        </span>
      )}
    </>
  );
}

function PersonFacts({ person }: { readonly person: PersonRow }) {
  return (
    <Card title={RECORD_TEXTS.facts}>
      <FactList>
        <Fact name={FIELDS.headline}>{person.headline}</Fact>
        <Fact name={FIELDS.about}>{person.about_me}</Fact>
        <Fact name={FIELDS.skills}>
          {person.skills.length > 0 && (
            <ul class="tags" aria-label={FIELDS.skills}>
              {person.skills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={FIELDS.connections}>
          {person.connections_count === null ? null : formatCount(person.connections_count)}
        </Fact>
        <FurtherFacts members={FURTHER} record={person} />
        <Fact name={FIELDS.profile}>
          <WebLink address={person.network_url} />
        </Fact>
        <Fact name={FIELDS.lastSeen}>{person.updated_at && formatTime(person.updated_at)}</Fact>
      </FactList>
    </Card>
  );
}
