// Companies of the fixture, in the order of searches.
import { company } from './fixture-records.ts';

export const COMPANIES = [
  company('acme', 'Acme Robotics', {
    crm_id: ['7'],
    domain: 'acme.example',
    domains: ['acme.example', 'acme-group.example'],
    email_domain: 'mail.acme.example',
    website: 'https://www.acme.example/',
    industry: 'Software Development',
    type: 'Public Company',
    employee_count: 12_000,
    followers: 3400,
    founded_year: 1999,
    about: 'Robots for warehouses. Write to sales@zebra.example or call +1 202 555 0199.',
    specialties: ['Industrial Robots', 'Machine Learning', 'ask quokka@acme.example'],
    hq: { city: 'Austin', state: 'TX', country_code: 'US' },
    updated_at: '2024-03-01T10:00:00Z',
  }),
  // Two companies of the same size: the slug decides the order.
  company('bolt', 'Bolt Bank', {
    domain: 'bolt.example',
    industry: 'Banking',
    type: 'Privately Held',
    employee_count: 5000,
    about: 'A bank for machine builders.',
    hq: { city: 'Frankfurt am Main', state: 'Hessen', country_code: 'DE' },
  }),
  company('cobalt', 'Cobalt Bank AG', {
    industry: 'Financial Services',
    type: 'Public Company',
    employee_count: 5000,
    specialties: ['Machine', 'Learning Loans'],
    hq: { city: 'Zürich', country_code: 'CH' },
  }),
  // A company with only a size range counts as its lower bound, 1,001. Its industry has a former label.
  company('dune', 'Dune Labs', {
    domain: 'acme.example',
    industry: 'Computer Software',
    type: 'Nonprofit',
    size: '1001-5000',
    about: 'Robotics research.',
    hq: { city: 'São Paulo', country_code: 'BR' },
  }),
  company('ember', 'Ember', {
    employee_count: 1001,
    type: 'Privately Held',
    hq: { city: 'Delhi', state: 'Delhi', country_code: 'IN' },
  }),
  company('fjord', 'Fjørd & Søn', {
    employee_count: 200,
    industry: 'Robot Gardening',
    type: 'Self-Employed',
    hq: { city: 'Oslo', country_code: 'NO' },
  }),
  company('ひかり', '株式会社ひかり', {
    employee_count: 200,
    industry: 'Hospitals & Health Care',
    hq: { city: '東京', country_code: 'JP' },
  }),
  company('gale', 'Gale', {
    domain: 'gale.example',
    employee_count: 51,
    industry: 'Airlines/Aviation',
    type: 'Partnership',
    hq: { city: 'London', state: 'England', country_code: 'UK' },
  }),
  company('hazel', 'Hazel.Node.js GmbH', {
    size: '11-50',
    industry: 'Airlines and Aviation',
    about: 'Node.js and C++ consulting',
    hq: { city: 'Athens', country_code: 'EL' },
  }),
  company('iris', 'Iris', { employee_count: 1, hq: { country_code: 'XK' } }),
  // A company with a name only.
  company('juno', 'Juno'),
  company('kilo', 'Kilo', {
    industry: 'Banking',
    about: 'Finds every vice president a home.',
    hq: { city: 'Mexico City', state: 'Ciudad de México', country_code: 'MX' },
  }),
];

/** Slugs of all companies in the order of searches. */
export const COMPANY_ORDER = COMPANIES.map(({ network_url }) =>
  decodeURIComponent(network_url.split('/').at(-1) ?? ''),
);
