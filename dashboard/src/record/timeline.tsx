// Positions and education of a person, newest first, with tenure and links to the companies.
import type { ExperienceWire } from '../../../src/contract/schemas/records.ts';
import { Card } from '../components/page.tsx';
import type { PersonRow } from '../explorer/result-columns.tsx';
import { formatMonth } from '../format.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import { recordAddress } from './record-address.ts';
import { tenureText } from './tenure.ts';

function spanText(start: string | null, end: string | null, isCurrent = false): string {
  if (start === null && end === null) return isCurrent ? RECORD_TEXTS.now : '';
  const [from, until] = [start, end].map((date) => (date === null ? '?' : formatMonth(date)));
  return `${from} – ${end === null && isCurrent ? RECORD_TEXTS.now : until}`;
}

export function Career({ experiences }: { readonly experiences: readonly ExperienceWire[] }) {
  return (
    <Card title={RECORD_TEXTS.career}>
      <ol class="timeline">
        {experiences.map((position, place) => (
          <li key={place} class={position.job_is_current ? 'timeline-now' : ''}>
            <Position position={position} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Position({ position }: { readonly position: ExperienceWire }) {
  const { job_start_date: start, job_end_date: end, job_is_current: isCurrent, company_network_url: url } = position;
  const employer = position.company_name ?? position.company_domain ?? RECORD_TEXTS.unknownEmployer;
  const tenure = end === null && !isCurrent ? null : tenureText(start, end);
  const place = [position.job_location?.city, position.job_location?.country_code].filter(Boolean).join(', ');
  return (
    <>
      <div class="timeline-head">
        <strong>{position.job_title ?? RECORD_TEXTS.unknownTitle}</strong>
        <span class="muted number">
          {spanText(start, end, isCurrent)}
          {tenure && <span class="tenure"> {tenure}</span>}
        </span>
      </div>
      <div class="muted">
        {url ? <a href={recordAddress('company', url)}>{employer}</a> : <bdi>{employer}</bdi>}
        {place && ' · '}
        <bdi>{place}</bdi>
      </div>
      {position.job_description && <p class="imported">{position.job_description}</p>}
    </>
  );
}

export function Schools({ education }: { readonly education: PersonRow['education'] }) {
  return (
    <Card title={RECORD_TEXTS.education}>
      <ul class="timeline">
        {education.map((school) => (
          <li key={`${school.school_name} ${school.degree} ${school.start_date}`}>
            <div class="timeline-head">
              <strong>{school.school_name ?? RECORD_TEXTS.unknownSchool}</strong>
              <span class="muted number">{spanText(school.start_date, school.end_date)}</span>
            </div>
            {school.degree && <div class="muted">{school.degree}</div>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
