import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownSlugs } from './known-slugs.ts';

function people(slugs: readonly string[]) {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE person (id INTEGER PRIMARY KEY, slug TEXT)');
  const add = database.prepare('INSERT INTO person (slug) VALUES (?)');
  for (const slug of slugs) add.run(slug);
  return database;
}

test('finds exactly the existing and the added people, by slug', () => {
  const slugs = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 60 });
  fc.assert(
    fc.property(slugs, fc.nat(60), (all, count) => {
      const known = new KnownSlugs(people(all.slice(0, count)));
      const idOf = (slug: string) => known.find(slug, (id) => (all[id - 1] === slug ? id : null));
      // The first call reads the existing people.
      idOf('');
      all.slice(count).forEach((slug, index) => {
        known.add(slug, Math.min(count, all.length) + index + 1);
      });
      expect(all.map(idOf)).toEqual(all.map((_, index) => index + 1));
      expect(idOf('unknown')).toBeNull();
    }),
  );
});

test('grows with the people, and distinguishes those of one hash', () => {
  const known = new KnownSlugs(people([]));
  const slugs = Array.from({ length: 200_000 }, (_, index) => `person-${index.toString(36)}`);
  known.find('', () => null);
  slugs.forEach((slug, index) => {
    known.add(slug, index + 1);
  });
  let looks = 0;
  const find = (slug: string) =>
    known.find(slug, (id) => {
      looks += 1;
      return slugs[id - 1] === slug ? id : null;
    });
  expect(slugs.every((slug, index) => find(slug) === index + 1)).toBe(true);
  // Hashes have 32 bits: with so many people, a few share one.
  expect(looks).toBeLessThan(slugs.length * 1.001);
  expect(slugs.some((slug) => find(`${slug}-2`) !== null)).toBe(false);
});

test('finds rows of another connection after a reload', () => {
  const database = people(['jane']);
  const known = new KnownSlugs(database);
  const find = (slug: string) => known.find(slug, (id) => id);
  expect(find('jane')).toBe(1);
  database.exec("INSERT INTO person (slug) VALUES ('joe')");
  expect(find('joe')).toBeNull();
  known.clear();
  expect(find('joe')).toBe(2);
});
