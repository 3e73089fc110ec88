import { expect, test } from 'vitest';
import { isFooter, isTotalsRow } from './totals-row.ts';

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

test.each([
  'Summe: 21 Einträge;;;',
  'Total attendees: 12;;;',
  ';Σ 7 Kontakte;;',
  '"1,204 rows exported";;;',
  'Seite 1 von 1;;;',
  'Page 3;;;',
  'End of report;;;',
  'Showing 1 to 20 of 300 entries;;;',
  '© 2026 Sales Team North – do not share;;;',
  'Copyright (c) 2000-2026 acme.example;;;',
  'Report generated on 2026-11-03 by Jane Roe;;;',
  'Confidential Information - Do Not Distribute;;;',
  '* = speaker, ** = sponsor;;;',
])('%s is a footer', (text) => expect(isFooter(text, text.replaceAll('"', '').split(';'))).toBe(true));

test.each([
  'Page 3;Leeds;;',
  'Page 3;;',
  'Page Group;;;',
  'End of the Line;;;',
  '500 Startups;;;',
  'Total Contacts GmbH;;;',
  'Total People;;;',
  'Copyright Clearance Center;;;',
  'Generated Health;;;',
  'Confidential;;;',
  '*Acme*;;;',
  'Showing Suitcase;;;',
])('%s is not a footer', (text) => expect(isFooter(text, text.split(';'))).toBe(false));
