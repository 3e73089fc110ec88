// Removes remarks of a CRM from names: `*** DO NOT CALL *** Ann Kirk`, `Ann Kirk (left company)`. The words of a remark
// and the signs that set it apart identify it; every other text remains.

/** Remarks that are no name even without a sign. */
const ORDER = `do not (?:call|contact|e-?mail|mail|use|disturb|touch|delete)|don['’]?t (?:call|contact|e-?mail|use)
  |bitte nicht (?:anrufen|kontaktieren)|nicht (?:mehr )?(?:anrufen|kontaktieren|verwenden)|ne pas (?:appeler|contacter)|no (?:llamar|contactar)
  |non (?:chiamare|contattare)|n[aã]o (?:ligar|contactar|contatar)|niet (?:bellen|contacteren)`;
const STATE = `(?:has )?left(?: (?:the )?(?:company|business|firm|organi[sz]ation))?|no longer (?:at|with|in|there|here|employed|working|works|active)(?: .*)?
  |gone away|terminated|contingent worker|(?:possible |potential )?(?:duplicate|dupe?)(?: (?:of|record|contact|entry)(?: .*)?)?|dnc|inactive|deceased|(?:to be |to )?deleted?|archived|obsolete|bounced|unsubscribed
  |opt(?:ed)?[ -]?out|(?:former|ex)[ -]employee|(?:on )?(?:maternity|parental|paternity|sick) leave|on leave|invalid(?: (?:e-?mail|number|phone))?
  |wrong (?:number|person|e-?mail)|gdpr(?: .*)?|test|vip
  |(?:ist )?ausgeschieden|nicht mehr (?:da|aktiv|dabei|im (?:unternehmen|haus))|du(?:blette|plikat)|verstorben|inaktiv|gelöscht|elternzeit|mutterschutz
  |a quitté(?: .*)?|parti(?:e)?|doublon|décédée?|inacti[fv]e?|ya no (?:trabaja|está)(?: .*)?|duplicad[oa]|fallecid[oa]|inactiv[oa]
  |non più .*|duplicato|decedut[oa]|dubbel|overleden|niet meer .*`;

const spaced = (words: string) => words.replace(/\s*\n\s*/g, '');
const ORDERS = spaced(ORDER);
/** Words that mark a company, but hardly name one. */
const OF_COMPANY = `${ORDERS}|(?:possible |potential )?duplicate(?: (?:of|record|account|entry)(?: .*)?)?|inactive|obsolete|archived|to be deleted`;

/** A remark in asterisks or brackets, or apart by a separator. */
const formsOf = (words: string) => [
  `^\\s*\\*{2,}\\s*(?:${words})[\\s!]*\\*{2,}\\s*`,
  `\\s*\\*{2,}\\s*(?:${words})[\\s!]*\\*{2,}\\s*$`,
  `\\s*[([{]\\s*\\*?(?:${words})[\\s!.*]*[)\\]}]\\s*`,
  `^\\s*\\*?(?:${words})!*\\*?\\s*(?:[:|–—*]+|\\s-)\\s*`,
  `\\s*(?:[:|–—*]|\\s-)\\s*(?:${words})[\\s!.*]*$`,
];
const patterns = (forms: readonly string[]) => forms.map((form) => new RegExp(form, 'giu'));
/**
 * In names of people, any text in asterisks is a remark, and a number in brackets is a code. `[C]` marks a contingent
 * worker.
 */
const FORMS = {
  person: patterns([
    `^\\s*\\*{2,}[^*]+\\*{2,}\\s*`,
    `\\s*\\*{2,}[^*]+\\*{2,}\\s*$`,
    ...formsOf(`${ORDERS}|${spaced(STATE)}`),
    `\\s*[([]\\s*(?:\\p{L}{0,3}[- ]?\\d{3,12}|C)\\s*[)\\]]\\s*$`,
    `^\\s*(?:${ORDERS})(?![\\p{L}])[\\s!:.-]*`,
  ]),
  company: patterns(formsOf(OF_COMPANY)),
};

/** Most names need no further test. */
const MAY_HAVE_REMARK = /[*()[\]{}:|–—]|\s-|^(?:do|don|bitte|nicht|ne|no|non|n[aã]o|niet)\S*\s/i;

export const REMARK_DROPPED = 'a remark was dropped: it is not part of the name';

const LENGTH_MAX = 200;

/** The name without remarks. Asterisks around the whole name are no remark. */
export function withoutRemark(name: string, of: 'person' | 'company' = 'person'): string {
  if (name.length > LENGTH_MAX || !MAY_HAVE_REMARK.test(name)) return name;
  let rest = name;
  for (const form of FORMS[of]) rest = rest.replace(form, ' ').trim();
  return rest === '' && (of === 'company' || name.startsWith('*')) ? name : rest;
}
