// Batches whose rows describe their records. The map contains the keys of a person, and each row is looked up by one
// alternative.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { batchClient } from './batch-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme', { domain: 'acme.example' })],
    people: [person('p0', 1, { experiences: [position('acme', 'Clerk')], emails: [{ email: 'p0@acme.example' }] })],
  });
});
afterAll(() => service.close());

const { create, ended } = batchClient(() => service);
const csv = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('a batch of described records', () => {
  const outcomes = async (query: string, rows: string) => {
    const { body } = await create(query, rows);
    const { found, missed, invalid } = await ended(body.id);
    return { found, missed, invalid };
  };

  it('maps columns to the keys of a person, and reads columns named like a key', async () => {
    const mapped = csv('Mail,person.full_name', 'p0@acme.example,', 'unknown@acme.example,Jo', ',');
    const outcome = { found: 1, missed: 1, invalid: 0 };
    expect(await outcomes('operation=phone&map=person.email:Mail', mapped)).toEqual({
      ...outcome,
      found: 0,
      missed: 2,
    });
    expect(await outcomes('operation=email&map=person.email:Mail', mapped)).toEqual(outcome);
    expect(await outcomes('operation=email', csv('person.email', 'p0@acme.example', 'x'))).toEqual({
      ...{ found: 1, missed: 0, invalid: 1 },
    });
  });

  it('reads the first alternative that has a column, unless alternatives are mapped', async () => {
    const rows = csv('company_network_url,domain', `${companyUrl('acme')},unknown.example`, ',acme.example');
    expect(await outcomes('operation=company', rows)).toEqual({ found: 1, missed: 0, invalid: 1 });
    const both = 'operation=company&map=company_network_url:company_network_url&map=domain:domain';
    expect(await outcomes(both, rows)).toEqual({ found: 2, missed: 0, invalid: 0 });
  });

  it.each([
    ['match-person', 'email', 'p0@acme.example', 'unknown@acme.example'],
    ['match-company', 'domain', 'acme.example', 'unknown.example'],
    ['email', 'person.email', 'p0@acme.example', 'unknown@acme.example'],
  ])('of %s completes if the credits cover its matches: rows without a match are free', async (operation, ...rows) => {
    const { body } = await create(`operation=${operation}&max_credits=1`, csv(...rows));
    expect(await ended(body.id)).toMatchObject({ state: 'completed', found: 1, missed: 1, credits_used: 1 });
  });
});
