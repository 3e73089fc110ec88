// A person: position, place, career, schools; the work e-mail and the phone each at the price of its call.
import { PERSON } from '../../../src/contract/record-table/person-members.ts';
import type { ExperienceWire } from '../../../src/contract/records.ts';
import type { PhoneKind } from '../../../src/contract/vocabularies.ts';
import { Badge } from '../components/badge.tsx';
import { formatCount, formatTime } from '../format.ts';
import { companySearchAddress } from './company-details.tsx';
import { Fact, Facts, FurtherFacts, WebLink } from './facts.tsx';
import { LookUp } from './look-up.tsx';
import { furtherMembers } from './record-members.ts';
import type { PersonRow } from './result-columns.tsx';

/** Members that have no place of their own below. */
const FURTHER = furtherMembers(
  PERSON,
  'network_url full_name first_name last_name headline about_me location connections_count skills updated_at'.split(
    ' ',
  ),
);

export function PersonDetails({ person, account }: { readonly person: PersonRow; readonly account: string }) {
  const { company, location } = person;
  const url = person.network_url;
  return (
    <div class="stack">
      <p>
        {person.job_title}
        {company && (
          <>
            {person.job_title ? ' at ' : ''}
            <a href={companySearchAddress('companies', company.name)}>{company.name}</a>
          </>
        )}
      </p>
      <div class="row">
        {person.job_level && <Badge kind="accent">{person.job_level}</Badge>}
        {person.job_function && <Badge>{person.job_function}</Badge>}
      </div>
      <LookUp
        label="Work e-mail"
        path="/v2/enrichment/email"
        body={{ person_network_url: url }}
        account={account}
        shown={(answer) => {
          const { email, status } = answer as { email: string; status: string | null };
          return (
            <>
              <span class="mono">{email}</span>{' '}
              <Badge kind={status === 'valid' ? 'good' : 'plain'}>{status ?? 'not checked'}</Badge>
            </>
          );
        }}
      />
      <LookUp
        label="Phone"
        path="/v2/enrichment/phone"
        body={{ person_network_url: url, include_work: true }}
        account={account}
        shown={(answer) => {
          const { phone, kind } = answer as { phone: string; kind: PhoneKind | null };
          return (
            <>
              <span class="mono">{phone}</span> <Badge>{kind ?? 'kind unknown'}</Badge>
            </>
          );
        }}
      />
      <Facts>
        <Fact name="Headline">{person.headline}</Fact>
        <Fact name="Place">
          {[location?.city, location?.state_code, location?.country_name].filter(Boolean).join(', ')}
        </Fact>
        <Fact name="Connections">
          {person.connections_count === null ? null : formatCount(person.connections_count)}
        </Fact>
        <Fact name="About">{person.about_me}</Fact>
        <Fact name="Skills">{person.skills.join(', ')}</Fact>
        <FurtherFacts members={FURTHER} record={person} />
        <Fact name="Profile">
          <WebLink address={url} />
        </Fact>
        <Fact name="Last seen by the source">{person.updated_at && formatTime(person.updated_at)}</Fact>
      </Facts>
      {person.experiences.length > 0 && <Career experiences={person.experiences} />}
      {person.education.length > 0 && <Schools education={person.education} />}
    </div>
  );
}

function Schools({ education }: { readonly education: PersonRow['education'] }) {
  return (
    <section aria-label="Education">
      <h3>Education</h3>
      <ul class="career">
        {education.map((school) => (
          <li key={`${school.school_name} ${school.degree} ${school.start_date}`}>
            <strong>{school.school_name ?? 'Unknown school'}</strong>
            <span>{school.degree}</span>
            <span class="muted">{span(school.start_date, school.end_date)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function span(start: string | null, end: string | null, isCurrent = false): string {
  if (start === null && end === null) return isCurrent ? 'now' : '';
  return `${start ?? '?'} – ${end ?? (isCurrent ? 'now' : '?')}`;
}

function Career({ experiences }: { readonly experiences: readonly ExperienceWire[] }) {
  return (
    <section aria-label="Career">
      <h3>Career</h3>
      <ol class="career">
        {experiences.map((position, place) => (
          <li key={place} class={position.job_is_current ? 'career-now' : ''}>
            <strong>{position.job_title ?? 'Unknown title'}</strong>
            <span>{position.company_name ?? position.company_domain ?? 'Unknown employer'}</span>
            <span class="muted">
              {[
                span(position.job_start_date, position.job_end_date, position.job_is_current),
                position.job_location?.city,
                position.job_location?.country_code,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {position.job_description && <p>{position.job_description}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
