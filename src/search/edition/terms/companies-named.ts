// Candidates for the name of a company by how it begins: the names themselves are not in the edition, only their words.
import type { EditionIndex } from '../edition-index.ts';
import { Intersection, Union } from '../sets/set-algebra.ts';
import type { Prefix } from './vocabulary.ts';

/** Of a beginning that more words have, all companies are candidates: to bring the words together would take longer. */
const WORDS_MAX = 2000;

/** Companies among which are all those whose name has the prefix. */
export function companiesNamed({ key }: Prefix, index: EditionIndex, all: Intersection): Intersection {
  const blocks = index.blocks.companies;
  const words = key.split(' ');
  const begun = words.pop() ?? '';
  const whole = words.map((word) => index.terms.find('name', word, blocks) ?? new Union(blocks, []));
  const ofBegun = begun === '' ? null : index.terms.beginningWith('name', begun, { blocks, max: WORDS_MAX });
  const sets = ofBegun === null ? whole : [...whole, new Union(blocks, ofBegun)];
  return sets.length === 0 ? all : new Intersection(blocks, [...sets, all]);
}
