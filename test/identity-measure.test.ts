// How well rows of one company find each other, on listings whose `isin` is the truth. Figures in full: node bench/identity.ts
import { describe, expect, it } from 'vitest';
import { hasListedCompanies, measureIdentity } from './support/identity-measure.ts';

describe.skipIf(!hasListedCompanies())('pairs of listings of one company', () => {
  it('are found nine times in ten, and made of different ones hardly ever', { timeout: 60_000 }, async () => {
    const { pairs, precision, recall } = await measureIdentity();
    expect(pairs).toBe(87);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});
