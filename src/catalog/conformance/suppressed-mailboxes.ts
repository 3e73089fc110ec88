// Conformance: an e-mail address is suppressed in all spellings that reach its mailbox.
import { describe, expect, test } from 'vitest';
import { AT, type CatalogUnderTest, type Fixture, makeFixture } from './fixture.ts';
import { email, personRecord, phone, unlistedPerson } from './records.ts';

const SPELLINGS = ['janedoe@gmail.com', 'jane.doe@gmail.com', 'j.anedoe+news@googlemail.com'] as const;
const PAIRS = SPELLINGS.flatMap((one) => SPELLINGS.map((other) => [one, other] as const));
const entryOf = (value: string) => ({ kind: 'email', value }) as const;
const janeAt = (...addresses: string[]) =>
  personRecord('jane', { full_name: 'Jane Doe', emails: addresses.map((each) => email(each)) });
const OTHERS = ['jane.doe@acme.example', 'jane.doe+news@acme.example', 'jane.doe@outlook.com'];
const OTHER_PEOPLE = OTHERS.map((address, index) =>
  personRecord(`other-${index}`, { full_name: `Other ${index}`, emails: [email(address)] }),
);

const slugsOf = (fixture: Fixture) => fixture.documents().people.map(({ slug }) => slug);

export function suppressedMailboxTests(fresh: () => CatalogUnderTest): void {
  describe('the mailbox of a suppressed address', () => {
    test.each(PAIRS)('%s hides a person with %s until released', async (suppressed, stored) => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [janeAt(stored), ...OTHER_PEOPLE] });
      expect(await fixture.writer.suppress(entryOf(suppressed), AT)).toEqual({ hiddenPeople: 1, hiddenCompanies: 0 });
      expect(slugsOf(fixture)).toEqual(OTHER_PEOPLE.map(({ network_url }) => network_url.slug));
      expect(await fixture.catalog.peopleByEmail(stored, 1)).toEqual([]);
      for (const spelling of SPELLINGS) expect(await fixture.writer.suppressionsOf(entryOf(spelling))).toHaveLength(1);
      expect(await fixture.writer.release(entryOf(stored))).toBe(true);
      expect(await fixture.catalog.peopleByEmail(stored, 1)).toHaveLength(1);
      expect(await fixture.writer.suppressions()).toEqual([]);
    });

    test.each(PAIRS)('%s keeps out a row with %s', async (suppressed, imported) => {
      const fixture = makeFixture(fresh);
      await fixture.writer.suppress(entryOf(suppressed), AT);
      const row = unlistedPerson(personRecord('', { full_name: 'J. Doe', emails: [email(imported)] }));
      const people = [janeAt('jane@acme.example', imported), row, ...OTHER_PEOPLE];
      const outcomes = ['suppressed', 'suppressed', 'created', 'created', 'created'];
      expect(await fixture.load({ people })).toEqual(outcomes);
      await fixture.writer.release(entryOf(imported));
      expect(await fixture.load({ people: [row] })).toEqual(['created']);
    });

    test('is one entry of the list, released by its hash', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [janeAt(SPELLINGS[1])] });
      for (const spelling of SPELLINGS) await fixture.writer.suppress(entryOf(spelling), AT);
      const [listed, ...more] = await fixture.writer.suppressions();
      expect(more).toEqual([]);
      expect(await fixture.writer.releaseHash('email', listed?.hash ?? '')).toBe(true);
      expect(slugsOf(fixture)).toEqual(['jane']);
    });

    test('stays hidden in the part of a split record that has another spelling', async () => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [janeAt(SPELLINGS[1]), personRecord('joe')] });
      await fixture.admin.mergeRecords('person', ['joe', 'jane'], AT);
      await fixture.writer.suppress(entryOf(SPELLINGS[0]), AT);
      expect(slugsOf(fixture)).toEqual([]);
      const [, janes] = (await fixture.admin.personOrigins('joe'))?.rows ?? [];
      await fixture.admin.split('person', 'joe', { ids: [janes?.id ?? 0], at: AT });
      expect(slugsOf(fixture)).toEqual(['joe']);
    });

    test.each(PAIRS)('of a person forgotten by %s keeps out %s', async (named, stored) => {
      const fixture = makeFixture(fresh);
      await fixture.load({ people: [janeAt(stored, 'jane@acme.example'), ...OTHER_PEOPLE] });
      expect(await fixture.admin.forgetPeople({ email: named }, AT)).toMatchObject([{ slugs: ['jane'] }]);
      for (const email of SPELLINGS) expect(await fixture.admin.isSuppressed({ email })).toBe(true);
      const rows = SPELLINGS.map((each, index) => personRecord(`again-${index}`, { emails: [email(each)] }));
      expect(await fixture.load({ people: rows })).toEqual(['suppressed', 'suppressed', 'suppressed']);
    });

    test('names the person behind a suppressed generated slug', async () => {
      const fixture = makeFixture(fresh);
      const at = (address: string) =>
        unlistedPerson(
          personRecord('', { full_name: 'Jane Doe', emails: [email(address)], phones: [phone('+12025550177')] }),
        );
      await fixture.load({ people: [at(SPELLINGS[1])] });
      await fixture.writer.suppress({ kind: 'person', value: at(SPELLINGS[1]).network_url.slug }, AT);
      const [run] = await fixture.writer.runs();
      await fixture.admin.undoRun(run?.id ?? 0, AT);
      const row = { ...at(SPELLINGS[2]), phones: [] };
      expect(await fixture.load({ people: [row] })).toEqual(['suppressed']);
    });
  });
}
