// Headers of columns as keys, so that spellings of one header are equal.
import { memoized } from '../../words/memoized.ts';
import { wordKey } from '../../words/words.ts';

const CAMEL_CASE = /(\p{Ll})(\p{Lu})/gu;

/** The folded words of a header: the same key for `companyName`, `COMPANY_NAME` and `Company name`. */
export const headerKey = memoized((header) => wordKey(header.replace(CAMEL_CASE, '$1 $2')));
