import { expect, it } from 'vitest';
import { headingLink, page, table } from './markdown.ts';

it('a table keeps a bar inside a cell', () => {
  expect(table(['a', 'b'], [['1|2', '3']])).toBe('| a | b |\n| --- | --- |\n| 1\\|2 | 3 |');
});

it('a page leaves out empty parts and ends with one line break', () => {
  expect(page('# A', '', 'b')).toBe('# A\n\nb\n');
});

it('a link to a heading is spelled as its anchor', () => {
  expect(headingLink('Company filters', 'filters.md')).toBe('[Company filters](filters.md#company-filters)');
});
