// Openings of the fixture.
import { opening } from './fixture-records.ts';

export const OPENINGS = [
  // Three openings of one row, with different spellings of one title. The row shows the most frequent spelling.
  opening('acme', 'Sr. Software Engineer', { url: 'https://jobs.example/1', posted_at: '2024-04-01' }),
  opening('acme', 'Senior Software Engineer', {
    url: 'https://jobs.example/2',
    posted_at: '2024-05-02',
    location: { city: 'Austin', country_code: 'US' },
  }),
  opening('acme', 'Senior Software Engineer', {
    url: 'https://jobs.example/3',
    posted_at: '2024-03-03',
    open_positions: 3,
    location: { city: 'Paris', country_code: 'FR' },
  }),
  opening('acme', 'Senior Software Engineer', { source: 'site' }),
  // Rows with equal numbers of positions: the title decides the order.
  opening('acme', 'C++ Developer', { open_positions: 2 }),
  opening('acme', 'Software Engineering Intern', { open_positions: 2 }),
  opening('acme', 'VP Sales'),
  opening('acme', 'Chief Executive Officer', { is_open: false }),
  // Equal openings without URL are counted separately.
  opening('bolt', 'Human Resources Manager'),
  opening('bolt', 'Human Resources Manager'),
  opening('bolt', 'HR Manager', { source: 'site' }),
  opening('bolt', 'Vice President, Sales'),
  opening('dune', 'Café Manager'),
  { company_domain: 'gale.example', title: 'Pilot', source: 'board' },
  { company_name: 'hazel node.js gmbh', title: 'Node.js Developer', source: 'board' },
  opening('kilo', 'Data Engineer (m/w/d)', { open_positions: 40 }),
  opening('ghost', 'Night Watch'),
];

/** Rows in the order of searches, as `company title source count`. */
export const JOB_ROW_ORDER = [
  'acme|Senior Software Engineer|board|5',
  'acme|C++ Developer|board|2',
  'acme|Software Engineering Intern|board|2',
  'acme|Senior Software Engineer|site|1',
  'acme|VP Sales|board|1',
  'bolt|Human Resources Manager|board|2',
  'bolt|HR Manager|site|1',
  'bolt|Vice President, Sales|board|1',
  'dune|Café Manager|board|1',
  'gale|Pilot|board|1',
  'hazel|Node.js Developer|board|1',
  'kilo|Data Engineer (m/w/d)|board|40',
];
