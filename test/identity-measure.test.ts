// Accuracy of entity resolution for companies, on listings whose `isin` is the truth. node bench/identity.ts prints
// the full figures.
import { describe, expect, it } from 'vitest';
import { hasListedCompanies, measureIdentity } from './support/identity-measure.ts';

describe.skipIf(!hasListedCompanies())('pairs of listings of one company', () => {
  it('are matched in nine of ten cases, and different companies almost never', async () => {
    const { pairs, precision, recall } = await measureIdentity();
    expect(pairs).toBe(87);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});
