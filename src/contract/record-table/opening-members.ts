// The record table of openings: one row per member, in the order of the import form.
import type { Members } from './member.ts';
import { EMPLOYER, OPENING_LOCATION } from './shared-members.ts';

export const OPENING = {
  id: { kind: 'text', part: 'input', reader: 'own', meaning: 'identifier at the source: a repeated one is rejected' },
  ...EMPLOYER,
  title: {
    kind: 'text',
    needed: 'import',
    reader: 'own',
    meaning: 'title of the opening',
    searched: {
      opening_level: {
        kind: 'value',
        filters: [{ name: 'job_level', shape: 'choice', list: 'job_level', description: 'Seniority of the title' }],
      },
      opening_function: {
        kind: 'value',
        filters: [
          { name: 'job_function', shape: 'choice', list: 'job_function', description: 'Function of the title' },
        ],
      },
      opening_title: {
        kind: 'words',
        texts: 'numbered',
        apart: true,
        suggested: true,
        filters: [
          { name: 'title', shape: 'words', abbreviations: true, description: 'Words in the title of the opening' },
        ],
      },
    },
  },
  source: { kind: 'text', needed: 'record', reader: 'own', meaning: 'source of the opening' },
  open_positions: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    needed: 'record',
    reader: 'own',
    meaning: 'summed over rows with the same company, title and source; 0 closes the opening, like `is_open: false`',
  },
  url: { kind: 'url', reader: 'own', meaning: 'URL of the opening, its identity' },
  posted_at: {
    kind: 'day',
    reader: 'own',
    meaning: 'a day: `YYYY-MM-DD`, or a timestamp; a month or a year alone is dropped and reported',
    searched: {
      posted_day: {
        kind: 'date',
        space: 'openings',
        filters: [
          {
            name: 'posted_at',
            shape: 'dates',
            description: 'When the opening was posted: dates, both ends included',
          },
        ],
      },
    },
  },
  location: {
    kind: 'place',
    members: OPENING_LOCATION,
    reader: 'own',
    meaning: 'one object `{city, country_code}`',
    searched: {
      opening_country: { kind: 'value', space: 'openings', from: 'country_code' },
      opening_city: { kind: 'words', space: 'openings', texts: 'shared', from: 'city' },
    },
  },
  is_open: { kind: 'boolean', needed: 'record', reader: 'own', meaning: 'closed openings are not counted' },
} as const satisfies Members;
