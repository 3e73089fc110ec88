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
  it('hide the shorter phrases within them', () => {
    expect(meanings('vice president')).toEqual(['vice president']);
    expect(meanings('president and vice president')).toEqual(['president', 'vice president']);
    expect(table.find(['the', 'vice', 'president']).map(({ start, length }) => [start, length])).toEqual([[1, 2]]);
  });

  it('may share a word', () => {
    expect(meanings('vice president office')).toEqual(['vice president', 'president office']);
  });

  it('may have a gap of up to four words', () => {
    expect(meanings('chief officer')).toEqual(['chief … officer']);
    expect(meanings('chief a b c d officer')).toEqual(['chief … officer']);
    expect(meanings('chief a b c d e officer')).toEqual(['chief']);
  });

  it('of words come before a gap of the same length', () => {
    expect(meanings('chief petty officer')).toEqual(['chief petty officer']);
  });

  it('with an ending or a beginning need more of the word; the longest ending counts, and comes before a beginning', () => {
    expect(meanings('teamleiter')).toEqual(['*leiter']);
    expect(meanings('leiter')).toEqual([]);
    expect(meanings('reisebegleiter')).toEqual(['*begleiter']);
    expect(meanings('einkaufshilfe')).toEqual(['einkaufs*']);
    expect(meanings('einkaufsleiter')).toEqual(['*leiter']);
  });

  it('may use the beginning and the end of the title as words', () => {
    expect(meanings('head')).toEqual(['^ head $']);
    expect(meanings('head waiter')).toEqual([]);
    expect(meanings('marketing assistant')).toEqual(['assistant $']);
    expect(meanings('assistant curator')).toEqual([]);
    expect(meanings('partner tax')).toEqual(['^ partner']);
    expect(meanings('business partner')).toEqual([]);
  });

  it('match a plural, a feminine form and spelled-out umlauts', () => {
    expect(meanings('engineers')).toEqual(['engineer']);
    expect(meanings('ingeniera')).toEqual(['ingeniero']);
    expect(meanings('geschaeftsfuehrerin')).toEqual(['geschaftsfuhrer']);
  });

  it('match another form too if the word itself occurs only in longer phrases', () => {
    expect(meanings('verkauferin')).toEqual(['verkaufer']);
    expect(meanings('verkauferin laden')).toEqual(['verkauferin laden']);
  });

  it('match a form with the ending', () => {
    expect(meanings('teamleiterin')).toEqual(['*leiter']);
  });

  it('do not occur in an empty list', () => {
    expect(table.find([])).toEqual([]);
  });
});
