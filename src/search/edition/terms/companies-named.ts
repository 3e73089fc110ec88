// Finds candidates for companies by a prefix of the name. The edition contains only the words of names, not the names.
import type { EditionIndex } from '../edition-index.ts';
import { Intersection, Union } from '../sets/set-algebra.ts';
import type { Prefix } from './vocabulary.ts';

/**
 * If more words begin with the prefix, all companies are candidates, because merging the posting lists would take
 * longer.
 */
const WORDS_MAX = 2000;

/** A superset of the companies whose name has the prefix. */
export function companiesNamed({ forms }: Prefix, index: EditionIndex, all: Intersection): Intersection {
  const { companies } = index.blocks;
  const candidates = forms.map(({ key }) => named(key, index, all));
  return new Intersection(companies, [new Union(companies, candidates)]);
}

function named(key: string, index: EditionIndex, all: Intersection): Intersection {
  const blocks = index.blocks.companies;
  const words = key.split(' ');
  const begun = words.pop() ?? '';
  const whole = words.map((word) => index.terms.find('name', word, blocks) ?? new Union(blocks, []));
  const ofBegun = begun === '' ? null : index.terms.withPrefix('name', begun, { blocks, max: WORDS_MAX });
  const sets = ofBegun === null ? whole : [...whole, new Union(blocks, ofBegun)];
  return sets.length === 0 ? all : new Intersection(blocks, [...sets, all]);
}
