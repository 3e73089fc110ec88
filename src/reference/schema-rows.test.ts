import { describe, expect, it } from 'vitest';
import { Headquarters } from '../contract/schemas/records.ts';
import { closed, nullable, oneOf } from '../contract/schemas/schema.ts';
import { Type } from '../contract/schemas/schema-types.ts';
import { schemaReference } from '../http/openapi/schemas.ts';
import { fieldRows } from './schema-rows.ts';

const rowsOf = (properties: Parameters<typeof closed>[0]) => fieldRows(schemaReference(closed(properties)));

describe('the rows of a schema', () => {
  it('list for each field its type, whether it is required, and its limits', () => {
    const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Page' }));
    expect(rowsOf({ page, name: Type.String({ minLength: 1, maxLength: 5 }) })).toEqual([
      { path: 'page', required: false, type: 'integer', limits: '1 to 100; default `10`', values: '', meaning: 'Page' },
      {
        path: 'name',
        required: true,
        type: 'string',
        limits: 'not empty; at most 5 characters',
        values: '',
        meaning: '',
      },
    ]);
  });

  it('list the fields of nested objects and arrays by their path', () => {
    const rows = rowsOf({ rows: Type.Array(closed({ place: closed({ city: Type.String() }) })) });
    expect(rows.map(({ path, type }) => [path, type])).toEqual([
      ['rows', 'array of `{place}`'],
      ['rows[].place', '`{city}`'],
      ['rows[].place.city', 'string'],
    ]);
  });

  it('link to a record instead of repeating it', () => {
    const [row, ...more] = rowsOf({ hq: nullable(Headquarters) });
    expect(row?.type).toBe('[Headquarters](records.md#headquarters) or null');
    expect(more).toEqual([]);
  });

  it('name the values of a closed list without null', () => {
    const [row] = rowsOf({ status: nullable(oneOf(['open', 'shut'])) });
    expect(row).toMatchObject({ type: 'string or null', values: 'one of `open`, `shut`' });
  });
});
