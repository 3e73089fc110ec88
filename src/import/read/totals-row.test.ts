import { expect, test } from 'vitest';
import { isTotalsRow } from './totals-row.ts';

const isTotals = (text: string) => isTotalsRow(text, text.split(','));

test.each([
  'Total,200,,',
  ',,Grand Totals (200 records),,,',
  'Summe:,,,',
  'Count,"200",,,',
  'TOTAL 1.200,,,',
  'Totals,9,7,8',
  ',Ergebnis,9,9,9',
  'Totaal,200,,',
])('%s is a totals row', (text) => expect(isTotals(text.replaceAll('"', ''))).toBe(true));

test.each([
  'Total,FR,,',
  'Total,200',
  'TotalEnergies,200,,',
  'Total,200,7,9',
  'Acme,,,',
  'Count Dracula,,,',
  'Totals,9,Leeds,8',
  'Ergebnis AG,9,7,8',
])('%s is not a totals row', (text) => expect(isTotals(text)).toBe(false));
