// Short texts of records are on one line, even if the cells of a spreadsheet contain line breaks.
import { expect, test } from 'vitest';
import { normalizePerson } from './person.ts';

test('names, titles and other short texts are on one line, descriptions are not', () => {
  const values = {
    network_url: 'https://n.example/in/jo',
    full_name: 'Jo\nDoe',
    headline: 'Builds\r\nrobots',
    about_me: 'One.\nTwo.',
    skills: ['Machine\tLearning', 'Machine  Learning'],
    experiences: [{ job_title: 'Head\rof\nSales', company_name: 'Acme\nGroup', job_is_current: true }],
    education: [{ school_name: 'MIT\nBoston' }],
  };
  const notes = { warn: () => {} };
  expect(normalizePerson({ values, path: '', notes }, { today: '2026-03-15' })).toMatchObject({
    full_name: 'Jo Doe',
    headline: 'Builds robots',
    about_me: 'One.\nTwo.',
    skills: ['Machine Learning'],
    experiences: [{ job_title: 'Head of Sales', company_name: 'Acme Group' }],
    education: [{ school_name: 'MIT Boston' }],
  });
});
