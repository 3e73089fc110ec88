import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupRows } from './group-rows.ts';

const COMPANIES = 4;
const rows = fc.array(
  fc.record({ company: fc.nat(COMPANIES), key: fc.oneof(fc.nat(3), fc.nat(2 ** 32 - 1)), name: fc.nat(5) }),
  { maxLength: 60 },
);

test('rows are sorted by company, key and tie-breaker; those without a company come last', () =>
  fc.assert(
    fc.property(rows, (list) => {
      const { order, starts } = groupRows({
        companyOfRow: Uint32Array.from(list, ({ company }) => company),
        companyCount: COMPANIES,
        keyOfRow: Uint32Array.from(list, ({ key }) => key),
        compareEqual: (left, right) => list[left]!.name - list[right]!.name || left - right,
      });
      const sorted = [...list.keys()].sort(
        (left, right) =>
          list[left]!.company - list[right]!.company ||
          list[left]!.key - list[right]!.key ||
          list[left]!.name - list[right]!.name ||
          left - right,
      );
      expect([...order]).toEqual(sorted);
      const before = (company: number) => list.filter((row) => row.company < company).length;
      expect([...starts]).toEqual(Array.from({ length: COMPANIES + 1 }, (_, company) => before(company)));
    }),
  ));
