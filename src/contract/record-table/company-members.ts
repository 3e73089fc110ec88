// The record table of companies: one row per member, in the order of answers.
import { CRM_ID, GITHUB, ISIN, LEI, REGISTRY_NUMBER, X } from './id-form.ts';
import type { Members } from './member.ts';
import { HEADQUARTERS, updated_at } from './shared-members.ts';

/** The largest count that the catalog stores. */
const COUNT_MAX = 2 ** 31 - 1;

export const COMPANY = {
  network_url: {
    kind: 'profile',
    of: 'company',
    needed: 'answer',
    ofEmployer: true,
    meaning: 'Canonical profile URL, shape /company/{slug}',
  },
  name: {
    kind: 'text',
    needed: 'import',
    reader: 'own',
    ofEmployer: true,
    meaning: 'Name',
    searched: {
      name: {
        kind: 'words',
        texts: 'own',
        suggested: true,
        filters: [{ name: 'name', shape: 'words', description: 'Words in the name' }],
      },
    },
  },
  domain: {
    kind: 'hostname',
    part: 'answer',
    reader: 'own',
    ofEmployer: true,
    meaning: 'Main domain: a lower-case ASCII hostname',
  },
  domains: {
    kind: 'hostnames',
    answered: false,
    reader: 'own',
    column: 'several',
    meaning: 'hostnames in addition to `domain`, the main one',
  },
  email_domain: {
    kind: 'hostname',
    answered: false,
    meaning: 'the e-mail domain of the company, if it is not `domain`',
  },
  website: { kind: 'url', reader: 'own', column: 'best', meaning: 'Website as given by the source' },
  industry: {
    kind: 'listed',
    list: 'industry',
    open: true,
    reader: 'own',
    column: 'best',
    ofEmployer: true,
    meaning: 'Industry; usually one of the closed list',
    searched: {
      industry: {
        kind: 'value',
        suggested: true,
        filters: [
          {
            name: 'industry',
            shape: 'choice',
            list: 'industry',
            excludes: true,
            orPresent: true,
            description: 'Industry of the closed list, or a value present in the data',
          },
        ],
      },
      industry_name: { kind: 'words', texts: 'shared', of: 'industry' },
    },
  },
  type: {
    kind: 'listed',
    list: 'company_type',
    open: true,
    reader: 'own',
    ofEmployer: true,
    meaning: 'Type of company',
    searched: {
      type: {
        kind: 'value',
        filters: [
          { name: 'type', shape: 'choice', list: 'company_type', excludes: true, description: 'Type of company' },
        ],
      },
    },
  },
  size: {
    kind: 'listed',
    list: 'employee_range',
    reader: 'own',
    ofEmployer: true,
    meaning: 'Bucket of the number of employees',
  },
  employee_count: {
    kind: 'integer',
    min: 0,
    max: COUNT_MAX,
    reader: 'own',
    ofEmployer: true,
    meaning: 'Number of employees; null if only the bucket is known',
    searched: {
      employee_count: {
        kind: 'number',
        apart: true,
        filters: [
          {
            name: 'employee_range',
            shape: 'range',
            labels: true,
            description: 'Number of employees, both ends included; an absent or zero max means no upper bound',
          },
          {
            name: 'employee_count',
            shape: 'range',
            aliasOf: 'employee_range',
            description: 'Number of employees',
          },
        ],
      },
    },
  },
  followers: {
    kind: 'integer',
    min: 0,
    max: COUNT_MAX,
    meaning: 'Followers of the profile',
    searched: {
      followers: {
        kind: 'number',
        filters: [
          {
            name: 'min_network_followers',
            shape: 'at_least',
            description: 'At least this many followers of the profile',
          },
        ],
      },
    },
  },
  founded_year: {
    kind: 'integer',
    reader: 'own',
    meaning: 'Year of foundation',
    searched: {
      founded_year: {
        kind: 'number',
        filters: [
          {
            name: 'founded_year',
            shape: 'range',
            description: 'Year of foundation, both ends included; an absent or zero max means no upper bound',
          },
        ],
      },
    },
  },
  about: { kind: 'long', meaning: 'Description', searched: { about: { kind: 'words', texts: 'own' } } },
  specialties: {
    kind: 'texts',
    meaning: '',
    searched: { specialties: { kind: 'words', texts: 'shared' } },
  },
  hq: {
    kind: 'place',
    members: HEADQUARTERS,
    ofEmployer: true,
    meaning: '',
    searched: {
      hq_country: { kind: 'value', from: 'country_code' },
      hq_city: { kind: 'words', texts: 'shared', suggested: true, from: 'city' },
      hq_state: { kind: 'words', texts: 'shared', suggested: true, from: 'state' },
    },
  },
  crm_id: { kind: 'ids', form: CRM_ID, answered: false, meaning: 'ids in the CRM or data product of the source' },
  isin: { kind: 'ids', form: ISIN, answered: false, meaning: 'ISINs of its securities' },
  lei: { kind: 'ids', form: LEI, answered: false, meaning: 'Legal Entity Identifier' },
  registry_number: {
    kind: 'ids',
    form: REGISTRY_NUMBER,
    answered: false,
    meaning: 'number in the register of companies of its country',
  },
  github_handle: { kind: 'ids', form: GITHUB, answered: false, meaning: 'account on github.com, as a name or URL' },
  x_handle: { kind: 'ids', form: X, answered: false, meaning: 'account on x.com, as a name or URL' },
  updated_at,
} as const satisfies Members;
