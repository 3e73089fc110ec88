// The kind of a phone number, from a word such as `Handy` or `Office Phone`.
import type { PhoneKind } from '../../../contract/vocabularies/vocabularies.ts';

/** The first entry whose words occur in the text decides. */
const KINDS_BY_WORD: readonly (readonly [words: RegExp, kind: PhoneKind])[] = [
  [
    /\b(?:mob|mobile?s?|handys?|handynummer|cell(?:ular)?|mobiltelefon|mobilnummer|movil|celular|cellulare|mobiel|portable|gsm)\b/,
    'mobile',
  ],
  [/\b(?:direct|durchwahl|dial|dd[il])\b/, 'direct'],
  [
    /\b(?:hq|headquarters?|main|switchboard|reception|company|corporate|office|business|work|organi[sz]ation|account|zentrale|telefonzentrale|firma|geschaeftlich|dienstlich|buero|buro|standard|societe|entreprise|empresa|centralita|oficina|azienda|ufficio|centralino|bedrijf|kantoor)\b/,
    'work',
  ],
];

/** The kind that a text names; null if it names none. The text is in lower case and without accents. */
export function phoneKindIn(text: string): PhoneKind | null {
  return KINDS_BY_WORD.find(([words]) => words.test(text))?.[1] ?? null;
}

const FAX = /(?<!\p{L})(?:(?:tele|sim)?fax|faks|telecopieu?r?|факс)(?!\p{L})|传真|傳真|ファックス/u;

/** Whether a text names a fax number, which is no phone number. The text is in lower case and without accents. */
export const namesFax = (text: string): boolean => FAX.test(text);
