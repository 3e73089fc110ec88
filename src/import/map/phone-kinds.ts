// The kind of the phone numbers in a column: by the header of the column, or per row by the adjacent column, such as
// `Phone 1 Type`. Only numbers of known kind are separated from the numbers of the whole company.
import { phoneKindIn } from '../normalize/contacts/phone-kind.ts';
import type { Column } from './column.ts';
import { headerKey } from './header-key.ts';

/** Fields whose numbers may have their kind in another column. */
export const PHONE_FIELDS: ReadonlySet<string> = new Set(['phone', 'phones']);
/** In tables, addresses may have theirs in such a column too. */
export const FIELDS_WITH_KINDS: ReadonlySet<string> = new Set([...PHONE_FIELDS, 'email', 'emails']);

/** The field for the numbers under this header or with this label; `phone` if the header names no kind. */
export function phoneFieldOf(header: string): string {
  const kind = phoneKindIn(headerKey(header));
  return kind === null ? 'phone' : `${kind}_phone`;
}

const KIND_WORD = /(?: type| label| kind| typ)$/;

/**
 * The column that holds the kinds of the numbers in another column, such as `Phone 1 Type` for `Phone 1`; undefined if
 * there is none.
 */
export function kindColumnOf({ header }: Column, columns: readonly Column[]): Column | undefined {
  const key = headerKey(header).replace(/ (?:value|number)$/, '');
  return columns.find((each) => {
    const other = headerKey(each.header);
    return KIND_WORD.test(other) && other.replace(KIND_WORD, '') === key;
  });
}
