import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { PackedColumn, packColumn } from './packed-column.ts';
import { PersonFinder } from './person-finder.ts';
import { Repeats } from './repeats.ts';

test('finds the same documents as a scan of all ids', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(8), fc.constant(1000)), { maxLength: 40 }), (personIds) => {
      const repeated = personIds.flatMap((id, doc) => {
        const before = personIds.lastIndexOf(id, doc - 1);
        return doc > 0 && before >= 0 ? [{ doc, before }] : [];
      });
      const repeats = new Repeats(
        new PackedColumn(packColumn(repeated.map(({ doc }) => doc))),
        new PackedColumn(packColumn(repeated.map(({ before }) => before))),
      );
      const finder = atOnce(PersonFinder.make({ ids: new PackedColumn(packColumn(personIds)), repeats }));
      for (const id of [...new Set(personIds), 9, 5000]) {
        const scanned = personIds.flatMap((other, doc) => (other === id ? [doc] : []));
        expect(finder.documentsOf(id).reverse()).toEqual(scanned);
      }
    }),
  );
});

test('finds documents of large ids, as in a part of a base', () => {
  const documents = 20_000;
  const idOf = (doc: number) => (doc < documents - 1 ? doc * 7 + 1 : 1);
  const ids = new PackedColumn(packColumn(Array.from({ length: documents }, (_, doc) => idOf(doc))));
  const repeats = new Repeats(new PackedColumn(packColumn([documents - 1])), new PackedColumn(packColumn([0])));
  const finder = atOnce(PersonFinder.make({ ids, repeats }));
  for (let doc = 1; doc < documents - 1; doc++) expect(finder.documentsOf(idOf(doc))).toEqual([doc]);
  expect(finder.documentsOf(1)).toEqual([documents - 1, 0]);
  for (const unknown of [2, 8 * documents, 3_000_000_000]) expect(finder.firstOf(unknown)).toBe(-1);
});
