// Conformance of the bodies for the pack of an edition: they equal the parts of the answers.
import { describe, expect, test } from 'vitest';
import { type CatalogUnderTest, makeFixture } from './fixture.ts';
import { companyRecord, opening, personRecord, position } from './records.ts';

export function bodyTests(fresh: () => CatalogUnderTest): void {
  describe('the bodies of all records', () => {
    test('equal the parts of the answers, in the order of ids, from one snapshot', async () => {
      const fixture = makeFixture(fresh);
      const domains = ['beta.example', 'acme.example'];
      const acme = companyRecord('acme', {
        domains,
        about: 'Röbots "and" more, a@b.example',
        email_domain: 'mail.example',
      });
      await fixture.load({ companies: [acme, companyRecord('bare')] });
      await fixture.load({
        people: ['joe', 'jane'].map((slug) => personRecord(slug, { experiences: [position('acme')] })),
      });
      await fixture.load({ jobs: [opening('acme', 'Köch "A"'), opening('bare', 'Cook')] });
      const documents = fixture.catalog.documents();
      const { companies, people, jobs } = documents.bodies;
      await fixture.load({ people: [personRecord('late')] });
      for (const slug of ['joe', 'jane']) expect(await fixture.person(slug)).toBeTruthy();

      const persons = [...people.all];
      const views = [await fixture.person('joe'), await fixture.person('jane')];
      expect(persons.map(({ id, json }) => [id, String(json)])).toEqual(views.map(({ id, json }) => [id, json]));

      const firms = [...companies.all];
      const answered = [await fixture.company('acme'), await fixture.company('bare')];
      expect(firms.map(({ id, slug, email_domain }) => [id, slug, email_domain])).toEqual(
        answered.map(({ id, slug, email_domain }) => [id, slug, email_domain]),
      );
      expect(firms.map((each) => each.domains)).toEqual([['acme.example', 'beta.example'], []]);
      expect(firms.map(({ employer }) => `{${employer}}`)).toEqual(answered.map(({ employerJson }) => employerJson));
      expect(firms.map(({ employer, rest }) => `{${employer},${rest}}`)).toEqual(answered.map(({ json }) => json));

      const rows = [...jobs.all];
      const hiring = (index: number) => `"company":{${firms[index]?.hiring}}`;
      expect(rows.map(({ before, after }, index) => `{${before},${hiring(index)},${after}}`)).toEqual(
        await fixture.catalog.jobRowsByIds(rows.map(({ id }) => id)),
      );

      const ids = persons.map(({ id }) => id);
      expect(
        people
          .samples([...ids, 999])
          .map(String)
          .sort(),
      ).toEqual(persons.map(({ json }) => String(json)).sort());
      expect(companies.samples([firms[0]?.id ?? 0]).map(String)).toEqual([`${firms[0]?.employer}${firms[0]?.rest}`]);
      expect(jobs.samples(rows.map(({ id }) => id))).toHaveLength(2);
      documents.close();
    });
  });
}
