import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOB_LEVELS } from '../../../contract/vocabularies/vocabularies.ts';
import { IndirectColumn } from '../columns/indirect-column.ts';
import { PackedColumn, packColumn } from '../columns/packed-column.ts';
import { levelRank } from './edition-input.ts';
import { RoleColumn } from './role-column.ts';

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values));
const role = fc.record({
  job_title: optional('CEO', 'Nurse', 'VP Sales'),
  job_level: optional(...JOB_LEVELS),
  job_function: optional('Sales', 'Legal'),
});

test('each row keeps its title, level and function, and equal rows have one role', () =>
  fc.assert(
    fc.property(fc.array(role, { maxLength: 40 }), (rows) => {
      const column = new RoleColumn();
      for (const row of rows) column.push(row);
      const roles = column.inOrder(Uint32Array.from(rows.keys()));
      expect(new Set(roles).size).toBe(new Set(rows.map((row) => JSON.stringify(row))).size);
      const titles = column.field('job_title', roles);
      const texts = [null, ...column.titles()];
      expect(rows.map((_, row) => texts[titles.sourceOfDoc[row]!])).toEqual(rows.map(({ job_title }) => job_title));
      for (const name of ['job_title', 'job_level', 'job_function'] as const) {
        const { sourceOfDoc, column: sourceOfRole } = column.field(name, roles);
        const through = new IndirectColumn(
          new PackedColumn(packColumn(roles)),
          new PackedColumn(packColumn(sourceOfRole)),
        );
        expect(rows.map((_, row) => through.at(row))).toEqual([...sourceOfDoc]);
      }
      expect(rows.map((_, row) => column.rankAt(row))).toEqual(rows.map(({ job_level }) => levelRank(job_level)));
    }),
  ));
