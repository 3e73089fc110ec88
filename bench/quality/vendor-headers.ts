// The section on header rows of the quality report: the fields of the columns of known exports, by header alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportKind } from '../../src/import/map/import-fields.ts';
import { makeMapping } from '../../src/import/map/mapping.ts';

const FILE = join(import.meta.dirname, 'vendor-headers.tsv');

interface Export {
  readonly name: string;
  readonly kind: ImportKind;
  readonly columns: readonly { readonly header: string; readonly field: string | null }[];
}

function exportsOf(text: string): Export[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', kind = 'people', headers = ''] = line.split('\t');
      const columns = headers.split(',').map((column) => {
        const [header = '', field = null] = column.split('=');
        return { header, field };
      });
      return { name, kind: kind as ImportKind, columns };
    });
}

function row({ name, kind, columns }: Export): string {
  const cells = columns.map(({ header }) => header);
  const mapping = makeMapping({
    path: 'export.csv',
    format: { kind: 'table', delimiter: ',', preambleRows: 0 },
    kind,
    headRows: [{ line: 1, text: '', cells, fault: null }],
    mapOptions: [],
  });
  const given = mapping.columns.map(({ field }) => field);
  const wanted = columns.filter(({ field }) => field !== null);
  const right = columns.filter(({ field }, index) => field !== null && field === given[index]).length;
  const wrong = columns.flatMap(({ header, field }, index) =>
    field === given[index] ? [] : [`${header}: ${given[index] ?? 'not imported'}`],
  );
  return `| ${name} | ${mapping.preset ?? 'none'} | ${right} of ${wanted.length} | ${wrong.join('; ')} |`;
}

/** The section as Markdown, without its heading. */
export function vendorReport(): string {
  return [
    'Header rows of exports as their vendors document them (`bench/quality/vendor-headers.tsv`): columns that get the right field by their header, without values.',
    'The last column has all differences, also columns that should not be imported.',
    '',
    '| export | preset | right | otherwise |',
    '|---|---|---:|---|',
    ...exportsOf(readFileSync(FILE, 'utf8')).map(row),
  ].join('\n');
}
