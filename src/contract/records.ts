// The views: every field of an answered record with its type and meaning. import-records.ts extends them for the
// import.
import { type Static, Type } from 'typebox';
import { closed, maybeInteger, maybeText, nullable, oneOf, text } from './schema.ts';
import { CONTINENTS, JOB_LEVELS, SALES_REGIONS, SIZE_LABELS } from './vocabularies.ts';

const maybeTimestamp = (description: string) => maybeText(`${description} (ISO 8601, UTC)`);
const maybeDate = (description: string) =>
  maybeText(`${description} (YYYY-MM-DD; YYYY-MM or YYYY if the day or month is unknown)`);
const maybeCountry = nullable(Type.String({ description: 'ISO 3166-1 alpha-2, or XK', pattern: '^[A-Z]{2}$' }));
const place = { country_code: maybeCountry, country_name: maybeText('English name of the country') };
const regions = { continent: nullable(oneOf(CONTINENTS)), sales_region: nullable(oneOf(SALES_REGIONS)) };

export const Headquarters = closed({
  city: maybeText('City'),
  state: maybeText('State or region'),
  ...place,
  ...regions,
});

export const Location = closed({
  city: maybeText('City'),
  state_code: maybeText('State or region, as a code if known'),
  ...place,
  ...regions,
});

export const Company = closed({
  network_url: text('Canonical profile URL, shape /company/{slug}'),
  name: text('Name'),
  domain: maybeText('Main domain: a lower-case ASCII hostname'),
  website: maybeText('Website as given by the source'),
  industry: maybeText('Industry; usually one of the closed list'),
  type: maybeText('Type of company'),
  size: nullable(oneOf(SIZE_LABELS, { description: 'Bucket of the number of employees' })),
  employee_count: maybeInteger('Number of employees; null if only the bucket is known'),
  followers: maybeInteger('Followers of the profile'),
  founded_year: maybeInteger('Year of foundation'),
  about: maybeText('Description'),
  specialties: Type.Array(Type.String()),
  hq: nullable(Headquarters),
  updated_at: maybeTimestamp('Time at which the source last saw the record'),
});

export const Employer = closed({
  network_url: Company.properties.network_url,
  name: Company.properties.name,
  domain: Company.properties.domain,
  industry: Company.properties.industry,
  type: Company.properties.type,
  size: Company.properties.size,
  employee_count: Company.properties.employee_count,
  hq: Company.properties.hq,
});

export const Experience = closed({
  job_title: maybeText('Title'),
  company_name: maybeText('Name of the employer'),
  company_network_url: maybeText('Profile URL of the employer'),
  company_domain: maybeText('Domain of the employer'),
  job_description: maybeText('Description'),
  job_start_date: maybeDate('Start'),
  job_end_date: maybeDate('End; null while current'),
  job_is_current: Type.Boolean({ description: 'Whether the position is current' }),
  job_location: nullable(
    closed({ city: maybeText('City'), state_code: maybeText('State'), country_code: maybeCountry }),
  ),
});

export const Education = closed({
  school_name: maybeText('School'),
  degree: maybeText('Degree'),
  start_date: maybeDate('Start'),
  end_date: maybeDate('End'),
});

export const Certification = closed({ authority: maybeText('Issuer'), name: maybeText('Name'), url: maybeText('URL') });

/** The fields of a person that are the same for every answered position. */
const personFields = {
  network_url: text('Canonical profile URL, shape /in/{slug}'),
  full_name: text('Full name'),
  first_name: maybeText('First name'),
  last_name: maybeText('Last name'),
  headline: maybeText('Headline of the profile'),
  about_me: maybeText('Description'),
  location: nullable(Location),
  connections_count: maybeInteger('Connections, at most 500'),
  experiences: Type.Array(Experience),
  education: Type.Array(Education),
  skills: Type.Array(Type.String()),
  certifications: Type.Array(Certification),
  updated_at: maybeTimestamp('Time at which the source last saw the record'),
};

const positionFields = {
  job_title: maybeText('Title of the answered position'),
  job_level: nullable(oneOf(JOB_LEVELS, { description: 'Seniority of that position' })),
  job_function: maybeText('Function of that position: one of the closed list'),
};

export const Person = closed({ ...personFields, ...positionFields });
export const PersonWithEmployer = closed({ ...personFields, ...positionFields, company: nullable(Employer) });

export const JobRow = closed({
  title: text('Title of the openings'),
  open_positions: Type.Integer({ minimum: 1, description: 'Open positions under this title' }),
  source: text('Source of the openings'),
  company: closed({
    network_url: text('Profile URL of the company'),
    name: text('Name'),
    domain: maybeText('Main domain'),
  }),
  latest_posted_at: maybeText('Date of the newest opening'),
  url: maybeText('URL of one opening'),
  locations: Type.Array(closed({ city: maybeText('City'), country_code: maybeCountry })),
});

export const FacetValue = closed({
  value: text('The value, as accepted by the filter of the field'),
  count: Type.Integer({ minimum: 1, description: 'Number of records with the value' }),
});

export type CompanyWire = Static<typeof Company>;
export type PersonWire = Static<typeof Person>;
export type ExperienceWire = Static<typeof Experience>;
export type JobRowWire = Static<typeof JobRow>;
