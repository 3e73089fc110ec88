import { describe, expect, it } from 'vitest';
import type { Mapping } from './map/column-mapping.ts';
import { rejectFormatOf } from './reject-format.ts';

const mappingOf = (...headers: string[]): Mapping => ({
  ...{ path: 'f.csv', preset: null, nested: [] },
  format: { kind: 'table', delimiter: ',', preambleRows: 0 },
  columns: headers.map((header, index) => ({
    ...{ column: { index, header, samples: [] }, field: null, guess: null, dayMonth: null, party: null },
  })),
});

describe('a rejected row of a table', () => {
  const reject = { field: null, reason: 'a fault', value: null };
  const textOf = (headers: string[], cells: string[]) =>
    rejectFormatOf(mappingOf(...headers)).rowText({ line: 2, text: cells.join(','), cells, fault: null }, reject);

  it('has its reason below the header of reasons, also if it is shorter than the header', () => {
    expect(rejectFormatOf(mappingOf('name', 'domain')).header).toBe('name,domain,reject_reason');
    expect(textOf(['name', 'domain'], ['Acme', ''])).toBe('Acme,,a fault');
    expect(textOf(['name', 'domain'], ['A note'])).toBe('A note,,a fault');
    expect(textOf(['name', 'domain', 'reject_reason'], ['A note'])).toBe('A note,,a fault');
  });

  it('has only the last reason', () => {
    expect(textOf(['name', 'domain', 'reject_reason'], ['Acme', '', 'an earlier fault'])).toBe('Acme,,a fault');
  });

  it('keeps all cells if it is longer than the header', () => {
    expect(textOf(['name', 'domain'], ['Acme', 'acme.test', 'x'])).toBe('Acme,acme.test,x,a fault');
  });
});
