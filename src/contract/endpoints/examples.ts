// For each endpoint, one body that finds records in the demo data; shared by the README, the reference and a test.

const company_network_url = 'https://www.network.example/company/lynxcove-stadtwerke';
const person_network_url = 'https://www.network.example/in/erin-williams-ahhg86';

export const peopleSearch = {
  company: { industry: { include: ['Software Development'] }, employee_range: { min: 11 } },
  people: { job_level: ['C-Team', 'VP'] },
  max_results: 2,
};
export const companySearch = {
  company: { country_code: ['DE', 'FR'], employee_range: { min: 51, max: 1000 } },
  max_results: 2,
};
export const waterfall = {
  company_network_url,
  cascade: [
    { include_title: ['VP Sales', 'Head of Sales'], location: ['WORLD'] },
    { include_title: ['Manager'], exclude_title: ['Assistant'], location: ['EMEA'] },
  ],
  max_results: 2,
};
export const employeeFinder = { company_network_url, job_level: ['Director', 'Manager'], max_results: 2, page: 1 };
export const jobSearch = { job: { title: { include: ['Engineer'], exclude: ['Intern'] } }, max_results: 2 };
export const companyJobs = { company_network_url, max_results: 2 };
export const personUrl = { person_network_url };
export const email = { email: 'erin.williams1103@braveton.example' };
export const phone = { phone: '+1 (573) 555-0156' };
export const companyUrl = { company_network_url };
export const domain = { domain: 'https://www.lynxcove.example/about' };
export const matchPerson = {
  full_name: 'Erin Williams',
  company_name: 'Braveton',
  job_title: 'Transportation Manager',
  max_candidates: 3,
};
export const matchCompany = { name: 'Lynxcove Stadtwerke', domain: 'lynxcove.example' };
export const region = { region: 'Europe/Berlin' };
export const autocomplete = { field: 'people.job_title', prefix: 'head of s', limit: 5 };

/** For each bulk endpoint, a single-call body for a record that the demo data does not contain. */
export const MISSING = {
  email: { person_network_url: 'https://www.network.example/in/not-in-the-data' },
  phone: { person_network_url: 'https://www.network.example/in/not-in-the-data' },
  'email-to-person': { email: 'not-in-the-data@braveton.example' },
  'phone-to-person': { phone: '+1 (573) 555-0199' },
  company: { company_network_url: 'https://www.network.example/company/not-in-the-data' },
  'domain-to-network': { domain: 'not-in-the-data.example' },
  'network-to-domain': { company_network_url: 'https://www.network.example/company/not-in-the-data' },
  'match-person': { full_name: 'Nora Unknown', company_domain: 'not-in-the-data.example' },
  'match-company': { name: 'Not in the Data', domain: 'not-in-the-data.example' },
};
