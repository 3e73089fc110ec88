// The kind of the phone numbers of a column: by its header, or row by row by a column next to it, such as
// `Phone 1 Type`. Only numbers of known kind are kept apart from those of the whole company.
import { phoneKindIn } from '../normalize/contacts/phone-kind.ts';
import type { Column } from './column.ts';
import { headerKey } from './header-key.ts';

/** Fields whose numbers may have their kind in a column of its own. */
export const PHONE_FIELDS: ReadonlySet<string> = new Set(['phone', 'phones']);

/** The field for the numbers under this header, or with this label; `phone` if it names no kind. */
export function phoneFieldOf(header: string): string {
  const kind = phoneKindIn(headerKey(header));
  return kind === null ? 'phone' : `${kind}_phone`;
}

const KIND_WORD = /(?: type| label| kind| typ)$/;

/** The column that holds the kinds of the numbers in another column: `Phone 1 Type` of `Phone 1`; else undefined. */
export function kindColumnOf({ header }: Column, columns: readonly Column[]): Column | undefined {
  const key = headerKey(header).replace(/ (?:value|number)$/, '');
  return columns.find((each) => {
    const other = headerKey(each.header);
    return KIND_WORD.test(other) && other.replace(KIND_WORD, '') === key;
  });
}
