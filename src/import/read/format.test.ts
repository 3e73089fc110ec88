import { describe, expect, it } from 'vitest';
import { sniffFormat } from './format.ts';

const sniff = (text: string, path = 'file') => sniffFormat(path, Buffer.from(text));

describe('the format of an input', () => {
  it('is told by its first bytes, not by its name', () => {
    expect(sniff('{"a":1}\n{"a":2}\n', 'x.csv')).toEqual({ kind: 'json-lines' });
    expect(sniff('  [\n {"a":1}]', 'x.jsonl')).toEqual({ kind: 'json-array' });
    expect(sniff('[]')).toEqual({ kind: 'json-array' });
    expect(sniff('name,domain\n', 'x.json')).toEqual({ kind: 'table', delimiter: ',' });
  });

  it('a table whose first header stands in brackets is a table', () => {
    expect(sniff('[Name],Domain\na,b\n')).toEqual({ kind: 'table', delimiter: ',' });
  });

  it.each([
    [',', 'name,city\nAcme; Sons,Bern\n'],
    [';', 'name;city\nAcme, Sons;Bern\n'],
    ['\t', 'name\tcity\nAcme, Sons, Inc\tBern\n'],
    ['|', 'name|city\nAcme|Bern\n'],
    [',', 'name\nAcme\n'],
    [',', 'id,"a;b;c;d",name\n1,"x;y",z\n'],
  ])('the delimiter %j is the one that cuts all lines alike', (delimiter, text) => {
    expect(sniff(text)).toEqual({ kind: 'table', delimiter });
  });

  it('a .tsv file is cut at tabs even where commas abound', () => {
    expect(sniff('a, b, c\td\n1, 2, 3\t4\n', 'x.tsv.gz')).toEqual({ kind: 'table', delimiter: '\t' });
  });

  it('an object over several lines is refused with the remedy', () => {
    expect(() => sniff('{\n "a": 1\n}\n')).toThrow(
      /line 1: a JSON object goes over several lines\. Give one object a line/,
    );
  });

  it('workbooks, archives and Parquet are refused with the remedy', () => {
    expect(() => sniff('PK\u0003\u0004…', 'x.xlsx')).toThrow(
      /x\.xlsx: it is a ZIP archive or a workbook\. Export it as CSV/,
    );
    expect(() => sniff('PAR1…')).toThrow(/Parquet/);
  });
});
