import { expect, test } from 'vitest';
import { readsAsTitle } from './reads-as-title.ts';

test.each(['VP Sales', 'Software Engineer', 'Geschäftsführerin', 'PUBLIC HEALTH NURSE'])('%s is a title', (text) =>
  expect(readsAsTitle(text)).toBe(true),
);

test.each(['Karl Braun', 'Ana Soto', 'External', 'Bern', 'Aurora', ''])('%j is not a title', (text) =>
  expect(readsAsTitle(text)).toBe(false),
);
