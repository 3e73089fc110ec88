// The keys by which verdicts name rows and records. They consist of values that seldom change, so that a verdict
// outlives both.
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import { generatedPersonSlug, hasGeneratedSlug, personIdentities } from '../../identity/generated-slug.ts';
import { cityKey } from '../../identity/same-city.ts';
import { wordKey } from '../../words/words.ts';
import { comparedPositions, employerKeys } from '../employed-key.ts';

/** The profile slug, or else the slug that is made of the person, without the number of a namesake. */
export function personVerdictKey(record: PersonRecord): string {
  const { slug } = record.network_url;
  if (!hasGeneratedSlug(record)) return slug;
  const [identity] = personIdentities(record);
  return identity === undefined ? slug : generatedPersonSlug(record.full_name, identity);
}

/** Distinguishes namesakes at one employer. */
export function personDetail(record: PersonRecord): string {
  const [position] = comparedPositions(record);
  const [employer = ''] = position === undefined ? [] : employerKeys(position);
  const city = record.location?.city;
  return [
    record.emails[0]?.email ?? '',
    employer,
    city == null ? '' : cityKey(city),
    wordKey(position?.job_title ?? ''),
  ].join('|');
}

/** Distinguishes branches and namesakes. */
export function companyDetail({ hq }: CompanyRecord): string {
  return [hq?.country_code ?? '', hq?.city == null ? '' : cityKey(hq.city)].join('|');
}
