import { expect, it } from 'vitest';
import { formerSlugKey } from '../identity/former-slug.ts';
import { slugDigest } from './record-states.ts';
import { successorsOf } from './successors.ts';

const SALT = 'wat_1';
/** As read by `statesOf`: three fields of a person, two of a company. */
const personState = (slug: string) => ['t', 'e', 's', slugDigest(SALT, slug)].join('.');
const companyState = (slug: string) => ['h', 'o', slugDigest(SALT, slug)].join('.');

function search(opened: string[]) {
  const documents = {
    contacts: [
      { id: 1, slug: 'jane', ids: ['crm_id:7', formerSlugKey('joe')] },
      { id: 2, slug: 'max', ids: [formerSlugKey('acme')] },
    ],
    companyKeys: [{ id: 1, slug: 'globex', ids: [formerSlugKey('acme')] }],
    documentsOf: (ids: object) => {
      opened.push(JSON.stringify(ids));
      return documents;
    },
    close: () => opened.push('closed'),
  } as unknown as Parameters<typeof successorsOf>[1]['documents'];
  const turn = { pause: async () => {} } as Parameters<typeof successorsOf>[1]['turn'];
  return { salt: SALT, documents, openAll: () => documents, turn };
}

const GONE = [
  ['p9', personState('joe')],
  ['c9', companyState('acme')],
  ['p8', personState('ann')],
  // Read by a version without slugs.
  ['p7', 't.e.s'],
] as const;
const SUCCESSORS = [
  ['p9', 'p1'],
  ['c9', 'c1'],
];

it('finds the records that others were merged into among the changed ones', async () => {
  const opened: string[] = [];
  const changed = { people: [1, 2, 9], companies: [1, 9], hiring: [] };
  const found = await successorsOf(GONE, { ...search(opened), changed });
  expect([[...found], opened]).toEqual([SUCCESSORS, ['{"people":[1,2,9],"companies":[1,9],"jobs":[]}']]);
});

it('looks at all records if everything has changed', async () => {
  const opened: string[] = [];
  const found = await successorsOf(GONE, { ...search(opened), changed: 'everything' });
  expect([[...found], opened]).toEqual([SUCCESSORS, ['closed']]);
});

it('reads nothing if no record is gone', async () => {
  const opened: string[] = [];
  expect([(await successorsOf([], { ...search(opened), changed: 'everything' })).size, opened]).toEqual([0, []]);
});
