// The record table of people: one row per member, in the order of answers.
import { CRM_ID, GITHUB, X } from './id-form.ts';
import type { Members } from './member.ts';
import { CERTIFICATION, EDUCATION, EMAIL, EXPERIENCE, PHONE } from './position-members.ts';
import { LOCATION, updated_at } from './shared-members.ts';

export const PERSON = {
  network_url: {
    kind: 'profile',
    of: 'person',
    needed: 'record',
    reader: 'own',
    meaning: 'Canonical profile URL, shape /in/{slug}',
  },
  full_name: {
    kind: 'text',
    needed: 'import',
    reader: 'own',
    meaning: 'Full name',
    searched: {
      full_name: {
        kind: 'words',
        texts: 'own',
        filters: [{ name: 'name', shape: 'words', description: 'Words in the full name' }],
      },
    },
  },
  first_name: { kind: 'text', reader: 'own', meaning: 'First name' },
  last_name: { kind: 'text', reader: 'own', meaning: 'Last name' },
  headline: {
    kind: 'long',
    reader: 'own',
    meaning: 'Headline of the profile',
    searched: { headline: { kind: 'words', texts: 'own', apart: true } },
  },
  about_me: { kind: 'long', meaning: 'Description' },
  location: {
    kind: 'place',
    members: LOCATION,
    reader: 'own',
    meaning: '',
    searched: {
      country: { kind: 'value', from: 'country_code' },
      city: { kind: 'words', texts: 'shared', suggested: true, from: 'city' },
    },
  },
  connections_count: {
    kind: 'integer',
    reader: 'own',
    meaning: 'Connections, at most 500',
    searched: {
      connections_count: {
        kind: 'number',
        filters: [
          {
            name: 'min_connections_count',
            shape: 'at_least',
            description: 'At least this many connections; sources cap the number at 500',
          },
          {
            name: 'min_connections',
            shape: 'at_least',
            aliasOf: 'min_connections_count',
            description: 'At least this many connections',
          },
        ],
      },
    },
  },
  experiences: { kind: 'entries', members: EXPERIENCE, reader: 'own', column: 'none', meaning: '' },
  education: {
    kind: 'entries',
    members: EDUCATION,
    column: 'none',
    meaning: '',
    searched: {
      schools: {
        kind: 'words',
        texts: 'shared',
        suggested: true,
        from: 'school_name',
        filters: [{ name: 'school', shape: 'words', description: 'Words in the names of the schools' }],
      },
    },
  },
  skills: {
    kind: 'texts',
    meaning: '',
    searched: {
      skills: {
        kind: 'words',
        texts: 'shared',
        suggested: true,
        filters: [{ name: 'skills', shape: 'words', description: 'Words in the skills' }],
      },
    },
  },
  certifications: { kind: 'entries', members: CERTIFICATION, column: 'none', meaning: '' },
  emails: {
    kind: 'entries',
    members: EMAIL,
    answered: false,
    reader: 'own',
    column: 'several',
    meaning: '`{email, status, verified_at, is_primary}`',
  },
  phones: {
    kind: 'entries',
    members: PHONE,
    answered: false,
    reader: 'own',
    column: 'several',
    meaning: '`{phone, kind}`; `kind` is `mobile`, `direct` or `work`',
  },
  crm_id: { kind: 'ids', form: CRM_ID, answered: false, meaning: 'ids in the CRM or data product of the source' },
  github_handle: { kind: 'ids', form: GITHUB, answered: false, meaning: 'account on github.com, as a name or URL' },
  x_handle: { kind: 'ids', form: X, answered: false, meaning: 'account on x.com, as a name or URL' },
  last_name_prefix: {
    kind: 'text',
    part: 'input',
    reader: 'own',
    meaning: 'words before `last_name`, such as `van der`',
  },
  second_last_name: { kind: 'text', part: 'input', reader: 'own', meaning: 'second last name: it follows `last_name`' },
  email: { kind: 'address', part: 'input', meaning: 'one address' },
  email_status: { kind: 'listed', list: 'email_status', part: 'input', meaning: 'status of `email`' },
  email_verified_at: { kind: 'timestamp', part: 'input', meaning: 'last check of `email`' },
  phone: { kind: 'address', part: 'input', meaning: 'one number' },
  mobile_phone: { kind: 'address', part: 'input', meaning: 'one number of kind `mobile`' },
  direct_phone: { kind: 'address', part: 'input', meaning: 'one number of kind `direct`' },
  work_phone: { kind: 'address', part: 'input', meaning: 'one number of kind `work`' },
  updated_at: {
    ...updated_at,
    searched: {
      updated_day: {
        kind: 'date',
        filters: [
          {
            name: 'updated_at',
            shape: 'dates',
            description: 'When the source last saw the record: dates in UTC, both ends included',
          },
        ],
      },
    },
  },
} as const satisfies Members;
