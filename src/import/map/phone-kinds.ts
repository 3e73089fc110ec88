// The kind of the phone numbers of a column: by its header, or row by row by a column next to it, such as
// `Phone 1 Type`. Only numbers of known kind are kept apart from those of the whole company.
import type { Column } from './column.ts';
import { headerKey } from './header-key.ts';

/** Fields whose numbers may have their kind in a column of its own. */
export const PHONE_FIELDS: ReadonlySet<string> = new Set(['phone', 'phones']);

/** The first that occurs in a header decides. */
const FIELDS_BY_WORD: readonly (readonly [words: RegExp, field: string])[] = [
  [
    /\b(?:mobile?s?|handys?|handynummer|cell(?:ular)?|mobiltelefon|mobilnummer|movil|celular|cellulare|mobiel|portable|gsm)\b/,
    'mobile_phone',
  ],
  [/\b(?:direct|durchwahl|dial|dd[il])\b/, 'direct_phone'],
  [
    /\b(?:hq|headquarters?|main|switchboard|reception|company|corporate|office|business|work|organi[sz]ation|account|zentrale|telefonzentrale|firma|geschaeftlich|dienstlich|buero|buro|standard|societe|entreprise|empresa|centralita|oficina|azienda|ufficio|centralino|bedrijf|kantoor)\b/,
    'work_phone',
  ],
];

/** The field for the numbers under this header, or with this label; `phone` if it names no kind. */
export function phoneFieldOf(header: string): string {
  const key = headerKey(header);
  return FIELDS_BY_WORD.find(([words]) => words.test(key))?.[1] ?? 'phone';
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
