import { describe, expect, it } from 'vitest';
import { PhraseTable } from './phrase-table.ts';

const table = new PhraseTable(
  [
    'president',
    'vice president',
    'president office',
    'chief',
    'chief … officer',
    'chief petty officer',
    '*leiter',
    '*begleiter',
    'einkaufs*',
    '^ head $',
    'assistant $',
    '^ partner',
    'engineer',
    'ingeniero',
    'geschaftsfuhrer',
    'verkaufer',
    'verkauferin laden',
  ].map((phrase) => ({ phrase, meaning: phrase })),
);
const meanings = (text: string) => table.find(text.split(' ')).map(({ meaning }) => meaning);

describe('phrases in a list of words', () => {
  it('a longer phrase hides the shorter ones in it', () => {
    expect(meanings('vice president')).toEqual(['vice president']);
    expect(meanings('president and vice president')).toEqual(['president', 'vice president']);
  });

  it('two phrases may share a word', () => {
    expect(meanings('vice president office')).toEqual(['vice president', 'president office']);
  });

  it('a gap holds up to four words', () => {
    expect(meanings('chief officer')).toEqual(['chief … officer']);
    expect(meanings('chief a b c d officer')).toEqual(['chief … officer']);
    expect(meanings('chief a b c d e officer')).toEqual(['chief']);
  });

  it('words go before a gap of the same length', () => {
    expect(meanings('chief petty officer')).toEqual(['chief petty officer']);
  });

  it('an ending and a beginning need more of the word; the longest ending counts, and goes before a beginning', () => {
    expect(meanings('teamleiter')).toEqual(['*leiter']);
    expect(meanings('leiter')).toEqual([]);
    expect(meanings('reisebegleiter')).toEqual(['*begleiter']);
    expect(meanings('einkaufshilfe')).toEqual(['einkaufs*']);
    expect(meanings('einkaufsleiter')).toEqual(['*leiter']);
  });

  it('beginning and end of the title are words of a phrase', () => {
    expect(meanings('head')).toEqual(['^ head $']);
    expect(meanings('head waiter')).toEqual([]);
    expect(meanings('marketing assistant')).toEqual(['assistant $']);
    expect(meanings('assistant curator')).toEqual([]);
    expect(meanings('partner tax')).toEqual(['^ partner']);
    expect(meanings('business partner')).toEqual([]);
  });

  it('a word is found as plural, as feminine and with umlauts written out', () => {
    expect(meanings('engineers')).toEqual(['engineer']);
    expect(meanings('ingeniera')).toEqual(['ingeniero']);
    expect(meanings('geschaeftsfuehrerin')).toEqual(['geschaftsfuhrer']);
  });

  it('another form is tried too where the word itself only stands in longer phrases', () => {
    expect(meanings('verkauferin')).toEqual(['verkaufer']);
    expect(meanings('verkauferin laden')).toEqual(['verkauferin laden']);
  });

  it('a form may have the ending', () => {
    expect(meanings('teamleiterin')).toEqual(['*leiter']);
  });

  it('nothing is found in no words', () => {
    expect(table.find([])).toEqual([]);
  });
});
