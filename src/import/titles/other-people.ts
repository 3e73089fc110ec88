// Detects ranks of other people in a title: `CEO's driver`, `Speechwriter for the President`, `Chauffeur du directeur`.
// The holder works for these people and does not have their rank.
import type { Found } from './phrase-table.ts';

/** Words between the holder's work and the person for whom the holder works, with or without an article. */
const BEFORE_PERSON = new Set(
  `for; for the; for our; of the; of our; des; der; vom; fur den; fur die; fur; du; de la; de l; de; aupres du; aupres de la;
au service du; del; de los; para el; para la; do; da; dos; das; di; della; dell; dei; van; van de; van het; van den; voor de; voor`
    .split(';')
    .map((words) => words.trim()),
);
const BEFORE_PERSON_MAX = 3;
/** Parts of a board, its speakers and deputies share the rank of the board. */
const SHARES_RANK = new Set(
  `member members board council junta mitglied mitglieder sprecher sprecherin beisitzer beisitzerin stellvertreter
stellvertreterin membre membres adjoint adjointe porte miembro vocal consejo adjunto adjunta membro conselho componente
consiglio vice vize deputy lid leden plaatsvervanger`.split(/\s+/),
);

/** The words about another person in a title: from `first` up to, but not including, `end`. */
export interface OtherPerson {
  readonly first: number;
  readonly end: number;
}

/** The other person whose rank a phrase in a title states; null if it is the rank of the holder. */
export function otherPersonOf({ start, length }: Found<unknown>, words: readonly string[]): OtherPerson | null {
  const end = start + length;
  if (words[end] === 's' && end + 1 < words.length) return { first: Math.max(0, start), end: end + 1 };
  for (let count = Math.min(BEFORE_PERSON_MAX, start - 1); count > 0; count -= 1) {
    const first = start - count;
    if (!BEFORE_PERSON.has(words.slice(first, start).join(' '))) continue;
    return words.slice(0, first).some((word) => SHARES_RANK.has(word)) ? null : { first, end };
  }
  return null;
}
