// The record table of lists in a person: positions, schools, certificates, addresses and numbers.
import type { Members } from './member.ts';
import { EMPLOYER, ISO_DATE, JOB_LOCATION } from './shared-members.ts';

export const EXPERIENCE = {
  job_title: {
    kind: 'text',
    meaning: 'Title',
    searched: {
      job_title: {
        kind: 'words',
        texts: 'numbered',
        apart: true,
        suggested: true,
        filters: [
          {
            name: 'job_title',
            shape: 'words',
            abbreviations: true,
            readsWithHeadline: true,
            description: 'Words in the current title, and in the headline if include_headline is true',
          },
        ],
      },
    },
  },
  job_level: {
    kind: 'listed',
    list: 'job_level',
    answered: false,
    meaning: 'if absent or not known, derived from the title',
    searched: {
      job_level: {
        kind: 'value',
        apart: true,
        filters: [
          { name: 'job_level', shape: 'choice', list: 'job_level', description: 'Seniority of the current position' },
        ],
      },
    },
  },
  job_function: {
    kind: 'listed',
    list: 'job_function',
    answered: false,
    meaning: 'if absent or not known, derived from the title',
    searched: {
      job_function: {
        kind: 'value',
        apart: true,
        filters: [
          {
            name: 'job_function',
            shape: 'choice',
            list: 'job_function',
            description: 'Function of the current position',
          },
        ],
      },
    },
  },
  ...EMPLOYER,
  company_name: { ...EMPLOYER.company_name, column: 'best' },
  job_description: { kind: 'long', meaning: 'Description' },
  job_start_date: { kind: 'date', meaning: `Start ${ISO_DATE}` },
  job_end_date: { kind: 'date', reader: 'own', meaning: `End; null while current ${ISO_DATE}` },
  job_is_current: {
    kind: 'boolean',
    needed: 'record',
    reader: 'own',
    meaning: 'Whether the position is current',
  },
  is_primary: {
    kind: 'boolean',
    answered: false,
    needed: 'record',
    column: 'none',
    reader: 'own',
    meaning: 'marks the main one of several current positions',
  },
  title_confidence: {
    kind: 'integer',
    max: 100,
    answered: false,
    meaning:
      'Percent of titles with such words whose function is right: 100 if the source gives the function, 0 if it is Other. If absent, derived from the title',
    searched: {
      title_confidence: {
        kind: 'number',
        apart: true,
        filters: [
          {
            name: 'min_title_confidence',
            shape: 'at_least',
            max: 100,
            description: 'At least this confidence in the function of the current position, in percent',
          },
        ],
      },
    },
  },
  job_location: { kind: 'place', members: JOB_LOCATION, column: 'none', meaning: '' },
} as const satisfies Members;

export const EDUCATION = {
  school_name: { kind: 'text', meaning: 'School' },
  degree: { kind: 'text', meaning: 'Degree' },
  start_date: { kind: 'date', meaning: `Start ${ISO_DATE}` },
  end_date: { kind: 'date', meaning: `End ${ISO_DATE}` },
} as const satisfies Members;

export const CERTIFICATION = {
  authority: { kind: 'text', meaning: 'Issuer' },
  name: { kind: 'text', meaning: 'Name' },
  url: { kind: 'url', meaning: 'URL' },
} as const satisfies Members;

export const EMAIL = {
  email: { kind: 'address', needed: 'record', meaning: '' },
  status: { kind: 'listed', list: 'email_status', meaning: '' },
  verified_at: { kind: 'timestamp', meaning: '' },
  is_primary: { kind: 'boolean', needed: 'record', meaning: '' },
} as const satisfies Members;

export const PHONE = {
  phone: { kind: 'address', needed: 'record', meaning: '' },
  kind: { kind: 'listed', list: 'phone_kind', meaning: '' },
} as const satisfies Members;
